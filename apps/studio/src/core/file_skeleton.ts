import type { NamedBytes } from './opening';

interface GltfHead {
  readonly skins?: readonly { readonly joints?: readonly number[] }[];
  readonly nodes?: readonly { readonly name?: string }[];
}

/** The JSON of a glTF or GLB; null: it is none, or damaged. */
function gltfHead({ name, bytes }: NamedBytes): GltfHead | null {
  try {
    let text = bytes;
    if (!name.toLowerCase().endsWith('.gltf')) {
      const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(12, true);
      text = bytes.subarray(20, 20 + length);
    }
    return JSON.parse(new TextDecoder().decode(text)) as GltfHead;
  } catch {
    return null;
  }
}

/**
 * Names of the joints that meshes of a file follow, without opening it; empty: they have no skeleton. Null: it cannot
 * be told. Files beside an OBJ may hold its rig.
 */
export function jointsOfFile(files: readonly NamedBytes[]): readonly string[] | null {
  const [first, ...others] = files;
  const ending = first?.name.toLowerCase().replace(/.*\./, '') ?? '';
  if (ending === 'obj') return others.every(({ name }) => /\.(mtl|png|jpe?g|webp)$/i.test(name)) ? [] : null;
  if (!first || !['glb', 'gltf', 'vrm'].includes(ending)) return null;
  const head = gltfHead(first);
  if (!head) return null;
  return (head.skins ?? []).flatMap(({ joints }) =>
    (joints ?? []).map((joint) => head.nodes?.[joint]?.name ?? ''),
  );
}
