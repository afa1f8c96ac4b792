// Files that need readers the page has not: the program that serves the page reads them.
import type { Findings, FoundLine, NamedBytes } from './core';

const mostBytes = 256 * 2 ** 20; // as apps/cli/page_server.cpp has it

/** Endings of formats that only the program reads (src/isoskin/io/assimp_read.h). */
export const nativeEndings: readonly string[] =
  '.fbx .dae .md5mesh .off .3ds .x .ase .lwo .ms3d .blend .smd .cob'.split(' ');
const packings = ['KHR_draco_mesh_compression', 'EXT_meshopt_compression'];
const headLength = 2 ** 20; // of a GLB: where its JSON names what it needs

/** Whether the page cannot open this character by itself. */
export function needsProgram({ name, bytes }: NamedBytes): boolean {
  const lower = name.toLowerCase();
  if (nativeEndings.some((ending) => lower.endsWith(ending))) return true;
  if (!/\.(glb|gltf|vrm)$/.test(lower)) return false;
  const head = new TextDecoder().decode(bytes.subarray(0, headLength));
  return packings.some((packing) => head.includes(`"${packing}"`));
}

export interface ReadFile {
  readonly glb: NamedBytes;
  readonly notes: readonly string[]; // of the reader, a sentence each
}

function glbName(name: string): string {
  return name.replace(/\.[^.]*$/, '') + '.glb';
}

/** What somebody without the program at hand is told. */
function wayByHand(name: string): Error {
  return new Error(
    `It needs a reader that this page does not have; 'isoskin convert ${name} -o ${glbName(name)}' makes a file that opens here, or start 'isoskin studio ${name}'.`,
  );
}

/** The character (first) and what it may name, read by the program. Throws a sentence where that cannot be. */
export async function readByProgram(files: readonly NamedBytes[], signal: AbortSignal): Promise<ReadFile> {
  const name = files[0]?.name ?? '';
  if (location.protocol === 'file:') throw wayByHand(name);
  if (files.reduce((sum, { bytes }) => sum + bytes.length, 0) > mostBytes)
    throw new Error(
      `It has more than ${mostBytes / 2 ** 20} MB; 'isoskin convert ${name} -o ${glbName(name)}' takes any size.`,
    );
  const form = new FormData();
  for (const file of files) form.append('file', new Blob([new Uint8Array(file.bytes)]), file.name);
  const answer = await fetch('convert', { method: 'POST', body: form, signal });
  if (answer.status === 404 || answer.status === 405) throw wayByHand(name);
  if (!answer.ok) throw new Error(sentence(await answer.text()));
  const bytes = new Uint8Array(await answer.arrayBuffer());
  const end = bytes.indexOf(0x0a);
  const head = JSON.parse(new TextDecoder().decode(bytes.subarray(0, end))) as { notes: string[] };
  return { glb: { name: glbName(name), bytes: bytes.slice(end + 1) }, notes: head.notes };
}

function sentence(text: string): string {
  const said = text.trim() || 'the program did not say why';
  return said.charAt(0).toUpperCase() + said.slice(1) + (said.endsWith('.') ? '' : '.');
}

/** Findings of a character together with what was noted when it was read elsewhere. */
export function withNotes(findings: Findings, notes: readonly string[]): Findings {
  const known = new Set(
    findings.lines.flatMap(({ sentence, members }) => [sentence, ...members.map(({ text }) => text)]),
  );
  const news = notes
    .filter((note) => !known.has(note))
    .map((sentence): FoundLine => ({ kind: 'information', sentence, members: [], offer: '' }));
  return { ...findings, lines: [...findings.lines, ...news] };
}
