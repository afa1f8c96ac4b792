import type { Vec3 } from './core';

/** A place on the grid of a level; the level stands beside it. */
export type GridPlace = readonly [number, number, number];

/** What the cells of a new lattice follow: its points, the surface, or nothing (all alike). */
export type LatticeSource = 'points' | 'surface' | 'even';

export interface LevelInfo {
  readonly cells: number;
  readonly vertices: number; // free ones: those that can be moved
  readonly moved: number; // of these, by hand
}

/** Flesh that swings on its bones; see docs/lattice.md. */
export interface Swing {
  readonly on: boolean;
  readonly stiffness: number; // of the springs: force over length
  readonly damping: number; // friction within springs, seconds
  readonly returnRate: number; // how fast flesh returns to its bones, 1/s
}

/** Which volume a sculpted shape keeps: the one the edit gives it, or the one it has without. */
export type LatticeVolume = 'free' | 'keep';

export interface LatticeInfo {
  readonly levels: readonly LevelInfo[]; // the coarsest first
  readonly volume: LatticeVolume;
  readonly swing: Swing;
}

/** Views into the core, of the last `draw`. */
export interface LatticeDrawing {
  readonly structure: number; // another number: other lines and handles than before
  readonly lines: Float32Array; // two points of three numbers each, model space
  readonly levels: Float32Array; // one per line
  readonly handles: Float32Array; // three numbers per handle, model space
}

export interface LatticeHandle {
  readonly place: GridPlace;
  readonly moved: boolean;
}

/**
 * The deformable octree of the document: bends the bind shape before the bones do. All changes can be undone; what is refused throws and changes nothing.
 */
export interface LatticeCore {
  info(): LatticeInfo | null; // null: there is none
  revision(): number; // counts up with every change of it
  make(source: LatticeSource, depth: number, points: number): void;
  remove(): void;

  /** The cells that hold some of the shape down to a level, and the free vertices of that level. */
  draw(level: number): LatticeDrawing;
  /** Of the last `draw`, in its order. */
  handles(): readonly LatticeHandle[];

  /** Round a vertex, or everywhere: divides cells of the level, or takes them back. */
  subdivide(level: number, vertex: GridPlace | null): void;
  simplify(level: number, vertex: GridPlace | null): void;

  /** How far a vertex is from where coarser levels put it, in the frame they give the place. */
  offset(level: number, vertex: GridPlace): Vec3;
  setOffset(level: number, vertex: GridPlace, offset: Vec3): void;
  resetVertex(level: number, vertex: GridPlace): void;
  reset(): void;

  // A hand on a vertex, or on the surface where vertices of a level follow; drags count from there, in model space.
  gripVertex(level: number, vertex: GridPlace): void;
  gripSurface(pane: number, origin: Vec3, direction: Vec3, level: number): Vec3 | null; // the place; null: missed
  drag(by: Vec3): void;

  setVolume(volume: LatticeVolume): void;
  setSwing(swing: Swing): void;
  /** Lets time go by; true: flesh has moved, and the frame is to be made anew. */
  advance(seconds: number): boolean;
}
