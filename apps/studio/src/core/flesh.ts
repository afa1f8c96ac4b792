/** A joint whose simulated flesh the settings carry. */
export interface CarriedFlesh {
  readonly joint: number;
  readonly range: readonly number[]; // radians it was bent: + and - of two axes
  readonly targets: number; // morph targets
}

/** Where the skin of a pane goes through itself. */
export interface Crossings {
  readonly pairs: number; // of triangles
  readonly bindPairs: number; // those of the bind shape, which cross in every pose
  /** Per mesh the drawn triangles that are in such a pair, increasing. */
  readonly triangles: readonly (readonly number[])[];
}

/** Flesh in the document, and what there is to mend. Changes can be undone; see docs/flesh.md. */
export interface FleshCore {
  carried(): readonly CarriedFlesh[];
  /** Flesh as the makers tell of it, in place of what the joint had; it is played from then on. */
  add(flesh: string): void;
  drop(joint: number): void;
  /** Of the last frame; takes about a millisecond for a thousand triangles. */
  crossings(pane: number): Crossings;
}
