import type { Vec3 } from './core';

export interface NamedBytes {
  readonly name: string; // as "fox.glb"; the ending tells the format
  readonly bytes: Uint8Array;
}

export interface SceneInfo {
  readonly name: string;
  readonly description: string;
}

export interface PartFinding {
  readonly name: string; // as "part 2 of 'Body'"
  readonly volume: number; // what is kept, in cubed mesh units
}

export interface MeshFinding {
  readonly name: string;
  readonly vertices: number;
  readonly triangles: number;
  readonly quads: number;
  readonly parts: number;
  readonly boundaryEdges: number;
  readonly closed: boolean;
  readonly maxInfluences: number;
  readonly renormalisedRows: number; // weights that did not sum to one in the file
  readonly emptyRows: number; // vertices that no joint moved
}

/** A part that is left as skinned. */
export interface Refusal {
  readonly part: string;
  readonly reason: string; // of this part, as in "it is an open sheet"
  readonly kind: string; // the same of many parts, as in "open sheets"
  readonly surface: number; // its share of the whole surface, 0…1
}

export type NoteKind = 'information' | 'repaired' | 'left out';

/** What was found, one line for each reason. */
export interface FoundLine {
  readonly kind: NoteKind;
  readonly sentence: string;
  /** What it is said of, with mesh and part where it is one; empty: of the whole. */
  readonly members: readonly { readonly text: string; readonly part: readonly [number, number] | null }[];
  readonly offer: '' | 'motion'; // what helps: a motion that is kept in another file
}

/** What was found in the character that is open. */
export interface Findings {
  readonly name: string;
  readonly vertices: number;
  readonly triangles: number;
  readonly joints: number; // of skins
  readonly closed: boolean; // every mesh is
  readonly volume: number; // sum over the parts that are kept
  readonly parts: readonly PartFinding[];
  readonly meshes: readonly MeshFinding[];
  readonly refusals: readonly Refusal[]; // left as skinned
  readonly flesh: number; // joints whose flesh the file carries as simulated (docs/flesh.md)
  readonly baked: string; // that its morph targets keep the volume already, a sentence; else empty
  readonly lines: readonly FoundLine[]; // all this in sentences for the visitor, the weightiest first
  readonly bounds: { readonly min: Vec3; readonly max: Vec3 }; // of the stored pose
}
