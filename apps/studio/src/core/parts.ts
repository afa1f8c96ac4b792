import type { Vec3 } from './core';

/** A part of a mesh: both counted from 0. */
export interface PartKey {
  readonly mesh: number;
  readonly part: number;
}

export interface PartInfo extends PartKey {
  readonly label: string; // as "part 2 of 'Body'"
  readonly surface: number; // its share of the whole, 0…1
  readonly vertices: number;
  readonly refusal: string; // why it is left as skinned; empty: it is corrected
  readonly excluded: boolean; // from the correction, by the settings
  readonly insideOut: boolean; // its faces look inward
  readonly body: boolean; // the largest part, which others may follow
  readonly rigidOn: string | null; // a small part with stray weights: the joint it follows but for those
}

/** The parts of the character. Changes can be undone; what is refused throws and changes nothing. */
export interface PartsCore {
  list(): readonly PartInfo[];
  /** For every drawn triangle of a mesh its part. */
  ofTriangles(mesh: number): Uint32Array;
  /** The part that a ray meets first in a pane; null: none. */
  pick(pane: number, origin: Vec3, direction: Vec3): PartKey | null;
  exclude(key: PartKey, excluded: boolean): void;
  makeRigid(key: PartKey): void;
  followBody(key: PartKey): void;
  turnInsideOut(key: PartKey): void;
  /** Counts up whenever faces were turned: meshes are to be fetched anew. */
  facesRevision(): number;
}
