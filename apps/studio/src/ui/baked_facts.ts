import type { ExportedFile, Findings } from '../core/core';

interface Gltf {
  readonly meshes?: readonly { readonly primitives: readonly { readonly targets?: readonly unknown[] }[] }[];
  readonly animations?: readonly unknown[];
}

/** The JSON of a GLB. */
function gltfOf(bytes: Uint8Array): Gltf {
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(12, true);
  return JSON.parse(new TextDecoder().decode(bytes.subarray(20, 20 + length))) as Gltf;
}

function counted(count: number, one: string, many: string): string {
  return `${count === 0 ? 'no' : count} ${count === 1 ? one : many}`;
}

export function sizeInWords(bytes: number): string {
  return bytes < 1e5 ? `${Math.max(1, Math.round(bytes / 1000))} kB` : `${(bytes / 1e6).toFixed(2)} MB`;
}

// What glTF 2.0 asks of every player: morphed attributes (3.7.2.2) and joints of a vertex (3.7.3.3).
const leastTargets = 8;
const leastJoints = 4;

/** How large a baked file is, and what a player needs to show it. */
export function bakedFacts(file: ExportedFile, found: Findings): string {
  const gltf = gltfOf(file.bytes);
  const ofMesh = (gltf.meshes ?? []).map((mesh) => mesh.primitives[0]?.targets?.length ?? 0);
  const targets = Math.max(0, ...ofMesh);
  const joints = Math.max(0, ...found.meshes.map((mesh) => mesh.maxInfluences));
  const size = `${file.name}: ${sizeInWords(file.bytes.length)}, ${counted(targets, 'morph target', 'morph targets')} at most on a mesh, ${counted((gltf.animations ?? []).length, 'clip', 'clips')}.`;
  const beyond = [
    ...(targets > leastTargets ? [`${leastTargets} targets`] : []),
    ...(joints > leastJoints ? [`${leastJoints} joints a vertex (here ${joints})`] : []),
  ];
  if (beyond.length === 0) return `${size} Every glTF player shows it.`;
  return `${size} glTF asks its players for no more than ${beyond.join(' and ')}: three.js and Blender show all of them, other engines may have a limit; look it up, or choose fewer.`;
}
