import type { NamedBytes } from './core';

/** The character `isoskin studio FILE` serves beside the page; null if it was started without. */
export async function fetchServedFile(): Promise<NamedBytes | null> {
  const name = new URLSearchParams(location.search).get('open');
  if (name === null) return null;
  const response = await fetch('character.glb');
  if (!response.ok) throw new Error(`${name} is not served here any more (${response.status})`);
  return { name, bytes: new Uint8Array(await response.arrayBuffer()) };
}
