/**
 * What is seldom asked for and takes long: skeletons, weights, clothes, flesh. It is a module of its own, fetched when
 * the first of it is asked for, and runs beside the page; to cancel is to end it.
 */
import makersUrl from '../../../../build/wasm/isoskin_makers.wasm?url';
import { CoreError, type ErrorKind, type Quat, type Vec3 } from './core';
import MakersWorker from './makers_worker?worker';
import type { NamedBytes } from './opening';

export const rigTemplates = ['auto', 'biped', 'quadruped', 'hand', 'snake', 'fish'] as const;
export type RigTemplate = (typeof rigTemplates)[number];

export interface RigWish {
  readonly template: RigTemplate;
  readonly up?: Vec3;
  readonly facing?: Vec3;
}

/** A joint in model space, in the order of the skeleton. */
export interface FoundJoint {
  readonly name: string;
  readonly parent: number; // -1: a root
  readonly place: Vec3;
  readonly turn: Quat;
  readonly confidence: number; // 0…1
  readonly reasons: readonly string[]; // of doubt
  readonly moved?: Vec3; // where a person put it
}

export interface FoundRig {
  readonly template: RigTemplate;
  readonly reason: string; // why this template, if there was a choice
  readonly confidence: number;
  readonly reasons: readonly string[]; // of doubts that concern the whole
  readonly missing: readonly string[]; // limbs of the template that the body lacks
  readonly symmetric: boolean;
  readonly up: Vec3;
  readonly facing: Vec3;
  readonly joints: readonly FoundJoint[];
}

/** How vertices came to their weights. */
export interface Bound {
  readonly vertices: number;
  readonly parts: readonly {
    readonly method: string;
    readonly reason: string;
    readonly vertices: number;
    readonly fallback: boolean;
  }[];
  readonly bleeding: number; // vertices with weight from a limb far through the body
  readonly notes: readonly string[];
}

/** A character as GLB. */
export interface Made<Report> {
  readonly file: Uint8Array;
  readonly report: Report;
}

export interface FleshWish {
  readonly joints?: readonly string[]; // none: all that move flesh
  readonly quality?: 'draft' | 'normal' | 'fine';
  readonly range?: number; // radians to all sides; not said: as the clips go
  readonly skipsUnfit?: boolean; // a joint of the list that moves no flesh is no mistake
}

/** What a simulation would do to a joint. */
export interface PlannedFlesh {
  readonly joint: string;
  readonly part: string;
  readonly trouble: string; // why it would be left as it is; empty: it would be simulated
  readonly range: readonly number[]; // radians: + and - of two axes
}

export interface FleshReport extends PlannedFlesh {
  readonly simulated: boolean; // if not, `trouble` says why; else it may say why its range is shorter
  readonly cells: number;
  readonly poses: number;
  readonly unsettled: number;
  readonly targets: number;
  readonly compression: number; // error at the samples, in limb radii
  readonly bends: number; // that the following were looked at
  readonly crossings: { readonly linear: number; readonly flesh: number }; // pairs, summed over the bends
  readonly roughness: { readonly linear: number; readonly flesh: number };
}

/** A joint that is done; `flesh`: volume settings that carry it, as text; empty: it has none. */
export interface FinishedFlesh extends FleshReport {
  readonly flesh: string;
}

/** Files: the first is the one meant, the others those it names. */
export type Making =
  | { readonly kind: 'rig'; readonly files: readonly NamedBytes[]; readonly wish: RigWish }
  | { readonly kind: 'bind'; readonly files: readonly NamedBytes[]; readonly joints: readonly FoundJoint[] }
  | { readonly kind: 'dress'; readonly body: NamedBytes; readonly garment: readonly NamedBytes[] }
  | { readonly kind: 'plan-flesh'; readonly files: readonly NamedBytes[]; readonly wish: FleshWish }
  | { readonly kind: 'flesh'; readonly files: readonly NamedBytes[]; readonly wish: FleshWish };

interface Makings {
  readonly rig: FoundRig;
  readonly bind: Made<Bound>;
  readonly dress: Made<Bound>;
  readonly 'plan-flesh': readonly PlannedFlesh[];
  readonly flesh: readonly FleshReport[];
}

export interface MakingOrder {
  readonly wasmBinary: ArrayBuffer;
  readonly making: Making;
}

export type MakingAnswer =
  | { readonly progress: number }
  | { readonly finished: FinishedFlesh }
  | { readonly result: Makings[Making['kind']] }
  | { readonly error: { readonly kind: ErrorKind; readonly message: string } };

let binary: Promise<ArrayBuffer> | null = null;

/** The module as it lies beside the page; compressed within it in the single-file page. */
function makersBinary(): Promise<ArrayBuffer> {
  binary ??= fetchMakers();
  binary.catch(() => (binary = null)); // the next wish asks again
  return binary;
}

async function fetchMakers(): Promise<ArrayBuffer> {
  const response = await fetch(makersUrl);
  if (!response.ok || !response.body)
    throw new Error(`What makes skeletons, weights and flesh cannot be loaded (${response.status}).`);
  if (!makersUrl.startsWith('data:application/gzip')) return response.arrayBuffer();
  return new Response(response.body.pipeThrough(new DecompressionStream('gzip'))).arrayBuffer();
}

/**
 * Makes it beside the page; null: ended by `signal`. What is refused is thrown as the library says it. `finished` is
 * told of joints with flesh as they come.
 */
export async function makeBeside<Kind extends Making['kind']>(
  making: Extract<Making, { kind: Kind }>,
  progress: (part: number) => void,
  signal: AbortSignal,
  finished: (joint: FinishedFlesh) => void = () => undefined,
): Promise<Makings[Kind] | null> {
  const order: MakingOrder = { wasmBinary: await makersBinary(), making };
  if (signal.aborted) return null;
  const worker = new MakersWorker();
  try {
    return await new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => resolve(null));
      worker.onerror = (event) => reject(new Error(event.message || 'the worker did not start'));
      worker.onmessage = ({ data }: MessageEvent<MakingAnswer>) => {
        if ('progress' in data) progress(data.progress);
        else if ('finished' in data) finished(data.finished);
        else if ('result' in data) resolve(data.result as Makings[Kind]);
        else reject(new CoreError(data.error.kind, data.error.message));
      };
      worker.postMessage(order);
    });
  } finally {
    worker.terminate();
  }
}
