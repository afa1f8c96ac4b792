import type { ReadFile } from './local_reader';

/** The character `isoskin studio FILE` serves beside the page; null if it was started without. */
export async function fetchServedFile(): Promise<ReadFile | null> {
  const name = new URLSearchParams(location.search).get('open');
  if (name === null) return null;
  const [glb, notes] = await Promise.all([fetch('character.glb'), fetch('character.json')]);
  if (!glb.ok) throw new Error(`${name} is not served here any more (${glb.status})`);
  const told = notes.ok ? ((await notes.json()) as { notes: string[] }) : { notes: [] };
  return { glb: { name, bytes: new Uint8Array(await glb.arrayBuffer()) }, notes: told.notes };
}
