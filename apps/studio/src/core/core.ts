/**
 * What the page may ask of the core: the C++ document, compiled to WebAssembly.
 *
 * All mathematics and all state of the document live behind this interface; the page keeps views
 * and gestures. Units: mesh units, radians, seconds; y up; quaternions are x y z w. Joints, meshes,
 * clips are counted from 0. Calls that cannot be fulfilled throw a `CoreError` whose message is a
 * sentence for the visitor; the core lives on.
 *
 * `createCore(): Promise<Core>` of wasm_core.ts makes one, in a browser and under Node.
 *
 * Typed arrays named "view" below look straight into the memory of the core: they hold what the
 * last `frame()` made, and are to be fetched again after every call (memory may have moved).
 */

import type { FleshCore } from './flesh';
import type { LatticeCore } from './lattice';
import type { Findings, NamedBytes, SceneInfo } from './opening';
import type { PartsCore } from './parts';
import type { StagesCore } from './stages';

export type * from './opening';

export type Vec3 = readonly [number, number, number];
export type Quat = readonly [number, number, number, number];

export type ErrorKind = 'invalid' | 'unsupported' | 'cannot-write' | 'usage' | 'internal';

/** A sentence that says what is wrong and where. After 'internal' the core is gone: create another. */
export class CoreError extends Error {
  constructor(
    readonly kind: ErrorKind,
    message: string,
  ) {
    super(message);
    this.name = 'CoreError';
  }
}

// ---------------------------------------------------------------- what is drawn

/** 'isoskin' is constant volume by the document's own settings; the rest are for comparison. */
export type Method =
  'isoskin' | 'linear' | 'dual' | 'rigid' | 'axes' | 'free' | 'linear-normal' | 'linear-axes' | 'normal';

/** What the scalars of a frame show; joints by index. */
export type ScalarField =
  | { readonly kind: 'none' }
  | { readonly kind: 'heat' } // flesh lost (+) or gained (-) against isoskin over the limb's radius
  | { readonly kind: 'weight'; readonly joint: number } // 0…1
  | { readonly kind: 'map'; readonly joint: number } // where the joint puts volume back, 0…1
  | { readonly kind: 'painted'; readonly joint: number }; // the painted factor of that map, 1: untouched

/** Fixed for a character. Drawn vertices are those of the file, split at seams where it must be. */
export interface DrawnMesh {
  readonly name: string;
  readonly vertexCount: number; // of drawn vertices: the length of all arrays below
  readonly triangles: Uint32Array; // copy; three per triangle
  readonly uvs: Float32Array | null; // copy; two per vertex, v downwards as in glTF
  readonly colors: Float32Array | null; // copy; four per vertex, linear RGBA
  readonly sections: readonly { readonly first: number; readonly count: number; readonly material: number }[]; // in triangles; material -1: none
}

export interface MaterialInfo {
  readonly name: string;
  readonly baseColor: readonly [number, number, number, number]; // linear RGBA
  readonly image: number; // -1: none
  readonly roughness: number;
  readonly metallic: number;
  readonly doubleSided: boolean;
  readonly alphaCutoff: number; // negative: opaque
}

/** Views into the core; see the head of this file. */
export interface FrameBuffers {
  readonly positions: Float32Array; // three per drawn vertex, model space
  readonly normals: Float32Array; // three per drawn vertex, unit length
  readonly scalars: Float32Array; // one per drawn vertex; length 0 for the field 'none'
}

/** The core's measure of the very buffer that is drawn, over the parts that are kept. */
export interface PaneReport {
  readonly method: Method;
  readonly target: number; // what ought to be enclosed in this pose
  readonly volume: number; // what the positions of the pane enclose
  readonly error: number; // volume / target - 1; 0.01 is one percent
}

export interface JointLoss {
  readonly joint: number;
  readonly loss: number; // volume its motion took over the target; negative: gained
  readonly displacement: number; // largest move it asked for over the diagonal of its part
  readonly bulge: number; // height of its bend's bulge over the radius of the limb; 0 by methods without weights
}

export interface FrameReport {
  readonly panes: readonly PaneReport[];
  readonly joints: readonly JointLoss[]; // of isoskin, where a pane shows it; those that did something
  readonly troubles: readonly string[]; // what could not be reached in this pose, a sentence each
  readonly amount: number; // the least that is asked for of a joint that moved; below 1 an error is left
  readonly milliseconds: number; // spent in the core on this frame
}

// ---------------------------------------------------------------- rig, pose, clips

export interface JointInfo {
  readonly name: string;
  readonly parent: number; // -1: a root
  readonly skinned: boolean; // some vertex can follow it; false: a node that only carries things
  readonly vertices: number; // that follow it, if only a little; 0: a helper without flesh
  readonly depth: number;
}

/** Local: against the parent joint. */
export interface JointTransform {
  readonly translation: Vec3;
  readonly rotation: Quat;
  readonly scale: Vec3;
}

export interface ClipInfo {
  readonly name: string;
  readonly duration: number; // seconds
  readonly keys: readonly number[]; // times of keys, increasing, at most 512 of them
}

export interface Hit {
  readonly mesh: number;
  readonly point: Vec3; // model space, on the posed surface
  readonly normal: Vec3;
  readonly joint: number; // the nearest by weight: the strongest at that place
  readonly distance: number;
}

// ---------------------------------------------------------------- volume settings

export type Effect = 'uniform' | 'rubber' | 'organic' | 'muscle' | 'folds';
export interface Knot {
  readonly place: number; // -1: far end of the parent bone … 0: the joint … 1: far end of the child
  readonly amount: number; // 0…1
}
/** What one joint asks beyond the general settings; null: as for all. */
export interface JointSettings {
  readonly effect: Effect | null;
  readonly profile: readonly Knot[] | null;
  readonly gain: number | null; // of a drawn curve: 0, spread evenly … 1, as drawn … 3; null: 1
  readonly flexor: number | null; // 0: even round the bone … 1: flexor side only
  readonly amount: number | null; // of its correction, times that for all; null: 1
  readonly shares: Vec3 | null; // of rotation axis, limb, across; sum to one; used by 'axes'
}
/** General settings; see docs/formats/settings_json.md. */
export interface VolumeSettings {
  readonly method: 'none' | 'axes' | 'normal' | 'free' | 'linear-axes' | 'linear-normal' | 'flesh';
  readonly scope: 'joints' | 'sequential' | 'global';
  readonly effect: Effect;
  readonly quads: 'fan' | 'bilinear';
  readonly amount: number; // of the correction: 0, as skinned … 1, exact
  readonly iterations: number;
  readonly smoothing: number;
  readonly sharpness: number;
  readonly maxDisplacement: number;
  readonly shares: Vec3 | null;
  readonly fleshAmount: number; // of 'flesh': 0, as by 'normal' … 1, as simulated
}

/** The skinning that constant volume corrects. */
export type Base = 'linear' | 'dual';

// ---------------------------------------------------------------- painting

export type BrushMode = 'add' | 'subtract' | 'replace' | 'smooth';
export interface Brush {
  readonly target: 'weights' | 'map'; // the joint's skin weights, or the factor of its correction map
  readonly joint: number;
  readonly mode: BrushMode;
  readonly value: number; // 0…1: what 'replace' strives for; for add, subtract the step of a dab
  readonly strength: number; // 0…1
  readonly radius: number; // mesh units, in the posed shape
  readonly falloff: 'constant' | 'linear' | 'smooth';
  readonly mirror: 'none' | 'x' | 'y' | 'z'; // paint the other side too, across that plane of the bind shape
}

export type WeightsCommand =
  | { readonly kind: 'normalise' } // rows sum to one already; takes out locked conflicts and zeros
  | { readonly kind: 'prune'; readonly below: number }
  | { readonly kind: 'limit'; readonly influences: number }
  | { readonly kind: 'smooth'; readonly joint: number; readonly rounds: number }
  | { readonly kind: 'mirror'; readonly axis: 'x' | 'y' | 'z'; readonly from: 'positive' | 'negative' };

// ---------------------------------------------------------------- graph, exports, history

export interface GraphProgress {
  readonly done: number;
  readonly total: number;
  readonly finished: boolean;
}
/** Errors of every frame of the clip; NaN where not measured yet. */
export interface ErrorGraph {
  readonly times: Float64Array; // copy
  readonly skinned: Float64Array; // copy; plain linear skinning
  readonly corrected: Float64Array; // copy; isoskin
  readonly worst: {
    readonly frame: number;
    readonly time: number;
    readonly skinned: number;
    readonly corrected: number;
  };
}

export type ExportKind =
  | 'posed-glb'
  | 'posed-obj'
  | 'character-glb' // with its settings in extras: opens again as it was
  | 'baked-glb' // the correction as morph targets any viewer plays
  | 'settings-json'
  | 'report-json' // of the current clip
  | 'report-html';
/** Of a bake; what is not said is as much as it takes. */
export interface ExportOptions {
  readonly maxMorphs?: number; // per mesh; 0: as many as it takes
  readonly clips?: readonly number[]; // that are kept
}
export interface ExportInfo {
  readonly kind: ExportKind;
  readonly label: string;
  readonly available: boolean;
  readonly why: string; // why it is not available, a sentence; else empty
}
export interface ExportedFile {
  readonly name: string;
  readonly mime: string;
  readonly bytes: Uint8Array; // copy
}

export interface History {
  readonly undo: readonly string[]; // names of steps, the last one first
  readonly redo: readonly string[];
}

/** Why something failed, in words: what the core says, else what the browser does. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

export interface Core {
  readonly version: string;
  readonly lattice: LatticeCore;
  readonly flesh: FleshCore;
  readonly parts: PartsCore;
  readonly stages: StagesCore;

  // Opening. A new document replaces the old one and its history.
  scenes(): readonly SceneInfo[];
  openScene(name: string): Findings;
  /** The first file that is a character is opened; others are what it may name (.bin, pictures, .mtl). */
  open(files: readonly NamedBytes[]): Findings;
  /** A BVH or keyed JSON made to fit the open character by joint names; returns the clip's index. Undoable. */
  addMotion(file: NamedBytes): number;
  findings(): Findings;
  /** Takes the correction out of a baked character, which opens anew as it was before. */
  stripCorrection(): Findings;

  // What is drawn.
  meshes(): readonly DrawnMesh[];
  materials(): readonly MaterialInfo[];
  image(index: number): { readonly mime: string; readonly bytes: Uint8Array };
  /** One to four panes of the same pose. */
  setPanes(methods: readonly Method[]): void;
  setScalars(field: ScalarField): void;
  /** Deforms all panes for the pose as it is now, rebuilding what edits made stale. */
  frame(): FrameReport;
  /** How many ways of keeping volume the next frame has to build from the start; the rest of it is quick. */
  buildsWanted(): number;
  buffers(pane: number, mesh: number): FrameBuffers;

  // Rig.
  joints(): readonly JointInfo[];
  /** View: per joint its position in model space, three numbers each, in the pose as it is now. */
  jointPositions(): Float32Array;
  /** View: per joint model-from-joint, sixteen numbers column by column, in the pose as it is now. */
  jointMatrices(): Float32Array;
  jointTransform(joint: number): JointTransform;
  setJointTransform(joint: number, transform: JointTransform): void;
  /** Turns by Euler angles on top of the stored pose, degrees about own axes, x first, as the CLI's --rotate. */
  rotateJoint(joint: number, degrees: Vec3): void;
  /** The rotation of the joint against its stored pose as such angles. */
  jointAngles(joint: number): Vec3;
  /** Back to what the clip (or the file) says; all joints if none is named. */
  resetPose(joint?: number): void;
  /** Joints that hold an unkeyed edit. */
  editedJoints(): readonly number[];

  // Inverse kinematics: the joint follows `target` (model space) by turning up to `chain` ancestors; 0: chosen by the core.
  pull(
    joint: number,
    target: Vec3,
    options?: { readonly pole?: Vec3; readonly chain?: number },
  ): { readonly reached: boolean; readonly distance: number };

  /** The joints that turn when this one is pulled, from the root of its limb, and itself; empty: none can. */
  limb(joint: number): readonly number[];

  // How far joints may turn from the stored pose, in degrees; poses and pulls stay within. Undoable.
  limits(): ReadonlyMap<number, number>;
  setLimit(joint: number, degrees: number | null): void; // null: freely

  // Picking on a pane's posed surface; null: nothing was hit.
  pick(pane: number, origin: Vec3, direction: Vec3): Hit | null;
  nearestJoint(point: Vec3): number;

  // Time. Going to another time or clip drops unkeyed edits of the pose.
  clips(): readonly ClipInfo[];
  clip(): number; // -1: none, the stored pose
  setClip(index: number): void;
  time(): number;
  setTime(seconds: number): void;
  /** Adds `seconds` to the time; 'loop' wraps, 'once' stops at the end. Returns the time. */
  advance(seconds: number, mode: 'loop' | 'once'): number;
  /** Puts the pose as it is into the clip at the current time; makes a clip if there is none. */
  keyPose(): void;
  removeKey(time: number): void;
  newClip(name: string): number;

  // Volume settings. All undoable; refused values throw and change nothing.
  settings(): VolumeSettings;
  setSettings(change: Partial<VolumeSettings>): void;
  base(): Base;
  setBase(base: Base): void;
  settingsJson(): string;
  setSettingsJson(text: string): void;
  jointSettings(joint: number): JointSettings;
  setJointSettings(joint: number, change: Partial<JointSettings>): void;
  /** The knots in force: the joint's own, or those of its effect. */
  profile(joint: number): readonly Knot[];
  /** The curve through knots at `count` places from -1 to 1, as the core will use it. */
  sampleProfile(knots: readonly Knot[], count: number): Float32Array;
  presetProfile(effect: Effect): readonly Knot[];

  // Painting. A stroke is one step of undo; between, dabs follow the pointer on a pane's surface.
  beginStroke(brush: Brush): void;
  dab(pane: number, point: Vec3, pressure: number): void;
  endStroke(): void;
  weightsCommand(command: WeightsCommand): void;
  clearPaint(joint: number): void; // of the correction map
  setLock(joint: number, locked: boolean): void; // weights of a locked joint stay as they are
  locks(): readonly number[];

  // The error of every frame of the clip, in pieces so that the page stays alive.
  beginErrorGraph(framesPerSecond: number): GraphProgress;
  stepErrorGraph(milliseconds: number): GraphProgress;
  errorGraph(): ErrorGraph | null; // null: none begun, or edits made it stale
  cancelErrorGraph(): void;

  // Taking it home.
  exports(): readonly ExportInfo[];
  export(kind: ExportKind, options?: ExportOptions): ExportedFile;

  // Undo. Between begin and end all edits are one step under that name; cancel takes them back.
  beginGesture(name: string): void;
  endGesture(): void;
  cancelGesture(): void;
  history(): History;
  undo(): string | null; // the name of the step, null: nothing to undo
  redo(): string | null;
  /** A hash over the whole document, hexadecimal: equal hashes, equal documents bit for bit. */
  stateHash(): string;
  /** Counts up with every change of the document; cheap. */
  revision(): number;

  // Autosave: character, settings, clips, edits, clip and time; not the history.
  serialise(): Uint8Array;
  restore(bytes: Uint8Array): Findings;
  /** What can be undone and redone, the nearest 8 MB of it; goes with what `serialise` gave at the same time. */
  serialiseHistory(): Uint8Array;
  restoreHistory(bytes: Uint8Array): void;

  /** A copy of all the core holds, for another core of this build to take over in place of its own. */
  memoryImage(): Uint8Array<ArrayBuffer>;
  takeOver(image: Uint8Array): Findings;
  /** The same for an image of this very document, further along: nothing about it is found anew. */
  goOnFrom(image: Uint8Array): void;

  /** Bytes of memory the core holds. */
  memory(): number;
}
