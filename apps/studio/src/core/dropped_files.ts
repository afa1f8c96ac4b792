import type { NamedBytes } from './core';
import { nativeEndings } from './local_reader';

/** Files that were dropped together, in any order, by what is to become of them. */
export interface DroppedFiles {
  /** The character, then what it may name (.bin, pictures, .mtl, rigs); empty: there is none. */
  readonly character: readonly NamedBytes[];
  readonly motions: readonly NamedBytes[];
  readonly settings: readonly NamedBytes[];
  /** Characters beside the first: one is open at a time. */
  readonly left: readonly NamedBytes[];
}

const characterEndings = ['.glb', '.gltf', '.vrm', '.obj', ...nativeEndings];

export function sortDropped(files: readonly NamedBytes[]): DroppedFiles {
  const ends = (file: NamedBytes, ending: string): boolean => file.name.toLowerCase().endsWith(ending);
  const isCharacter = (file: NamedBytes): boolean => characterEndings.some((ending) => ends(file, ending));
  const isSettings = (file: NamedBytes): boolean =>
    ends(file, '.json') && new TextDecoder().decode(file.bytes).includes('isoskin_volume');
  const isMotion = (file: NamedBytes): boolean =>
    ends(file, '.bvh') || (ends(file, '.json') && !isSettings(file));

  const characters = files.filter(isCharacter);
  const named = files.filter((file) => !isCharacter(file) && !isMotion(file) && !isSettings(file));
  return {
    character: [...characters.slice(0, 1), ...named],
    motions: files.filter(isMotion),
    settings: files.filter(isSettings),
    left: characters.slice(1),
  };
}
