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
  readonly notes: readonly string[]; // what the reader repaired or left out, a sentence each
  readonly flesh: number; // joints whose flesh the file carries as simulated (docs/flesh.md)
  readonly baked: string; // that its morph targets keep the volume already, a sentence; else empty
  readonly summary: readonly string[]; // all this in sentences for the visitor, the weightiest first
  readonly bounds: { readonly min: Vec3; readonly max: Vec3 }; // of the stored pose
}
