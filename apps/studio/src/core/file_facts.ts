// What can be told of a file at a glance, before it is opened.
import type { Vec3 } from './core';
import type { NamedBytes } from './opening';

interface GltfHead {
  readonly animations?: readonly unknown[];
  readonly scenes?: readonly { readonly extras?: { readonly isoskin?: unknown } }[];
  readonly skins?: readonly { readonly joints?: readonly number[] }[];
  readonly nodes?: readonly {
    readonly name?: string;
    readonly matrix?: unknown;
    readonly translation?: unknown;
    readonly rotation?: unknown;
    readonly scale?: unknown;
  }[];
  readonly meshes?: readonly {
    readonly primitives?: readonly { readonly attributes?: { readonly POSITION?: number } }[];
  }[];
  readonly accessors?: readonly { readonly min?: Vec3; readonly max?: Vec3 }[];
}

export interface FileFacts {
  /** Names of the joints that its meshes follow; empty: it has no skeleton. */
  readonly joints: readonly string[];
  /** It moves, or says how its volume is kept: more than a thing to wear. */
  readonly isCharacter: boolean;
  /** Where its vertices lie; null: that takes a reader. */
  readonly box: { readonly min: Vec3; readonly max: Vec3 } | null;
}

/** The first file is meant, the others are those it names. Null: it cannot be told, or the file is damaged. */
export function factsOfFile(files: readonly NamedBytes[]): FileFacts | null {
  const [first, ...others] = files;
  const ending = first?.name.toLowerCase().replace(/.*\./, '') ?? '';
  // Files beside an OBJ may hold its rig.
  if (first && ending === 'obj' && others.every(({ name }) => /\.(mtl|png|jpe?g|webp)$/i.test(name)))
    return { joints: [], isCharacter: false, box: boxOfObj(new TextDecoder().decode(first.bytes)) };
  if (!first || !['glb', 'gltf', 'vrm'].includes(ending)) return null;
  try {
    return factsOfGltf(gltfHead(first));
  } catch {
    return null;
  }
}

function gltfHead({ name, bytes }: NamedBytes): GltfHead {
  let text = bytes;
  if (!name.toLowerCase().endsWith('.gltf')) {
    const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(12, true);
    text = bytes.subarray(20, 20 + length);
  }
  return JSON.parse(new TextDecoder().decode(text)) as GltfHead;
}

function factsOfGltf(head: GltfHead): FileFacts {
  const { skins = [], nodes = [], meshes = [], accessors = [], animations = [], scenes = [] } = head;
  const isCharacter = animations.length > 0 || scenes.some(({ extras }) => extras?.isoskin !== undefined);
  const joints = skins.flatMap((skin) => (skin.joints ?? []).map((joint) => nodes[joint]?.name ?? ''));
  const isPlaced = nodes.some((node) => node.matrix ?? node.translation ?? node.rotation ?? node.scale);
  if (isPlaced) return { joints, isCharacter, box: null };
  const ends = meshes
    .flatMap(({ primitives = [] }) => primitives)
    .map(({ attributes }) => accessors[attributes?.POSITION ?? -1])
    .flatMap((accessor) => (accessor?.min && accessor.max ? [accessor.min, accessor.max] : []));
  return { joints, isCharacter, box: boxOf(ends) };
}

function boxOfObj(text: string): FileFacts['box'] {
  const places: Vec3[] = [];
  for (const [, x, y, z] of text.matchAll(/^v\s+(\S+)\s+(\S+)\s+(\S+)/gm))
    places.push([Number(x), Number(y), Number(z)]);
  return boxOf(places);
}

function boxOf(places: readonly Vec3[]): FileFacts['box'] {
  const min: [number, number, number] = [Infinity, Infinity, Infinity];
  const max: [number, number, number] = [-Infinity, -Infinity, -Infinity];
  for (const place of places)
    place.forEach((x, axis) => {
      min[axis] = Math.min(min[axis] ?? x, x);
      max[axis] = Math.max(max[axis] ?? x, x);
    });
  return { min, max };
}
