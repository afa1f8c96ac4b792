import BesideWorker from './beside_worker?worker&inline';
import {
  CoreError,
  type Core,
  type ErrorKind,
  type ExportedFile,
  type ExportKind,
  type ExportOptions,
  type Findings,
  type Method,
  type NamedBytes,
} from './core';
import type { Direction } from './stages';
import { coreBinary } from './wasm_core';

/** What can be opened: files, a scene of our own, or a document as `serialise` gives it. */
export type Source =
  { readonly files: readonly NamedBytes[] } | { readonly scene: string } | { readonly work: Uint8Array };

export type Job =
  | {
      readonly kind: 'export';
      readonly work: Uint8Array;
      readonly what: ExportKind;
      readonly options: ExportOptions;
    }
  | { readonly kind: 'open'; readonly source: Source; readonly panes: readonly Method[] }
  | { readonly kind: 'build'; readonly image: Uint8Array<ArrayBuffer> }
  | {
      readonly kind: 'stage';
      readonly image: Uint8Array<ArrayBuffer>;
      readonly to: NextStage;
      readonly panes: readonly Method[];
    };

/** Another document of those that follow one another: what a file holds, or one that was open before. */
export type NextStage = Direction | { readonly step: string; readonly file: NamedBytes };

/** A document with all that its panes need, as `Core.memoryImage` gives it. */
export interface BuiltDocument {
  readonly image: Uint8Array<ArrayBuffer>;
  readonly milliseconds: number; // that a way of keeping volume took to build
}

export interface Order {
  readonly wasmBinary: ArrayBuffer;
  readonly job: Job;
}

export type Answer =
  | { readonly progress: number }
  | { readonly result: ExportedFile | BuiltDocument }
  | { readonly error: { readonly kind: ErrorKind; readonly message: string } };

export interface Opened {
  readonly findings: Findings;
  readonly milliseconds: number; // as of a `BuiltDocument`
}

export type Progress = (part: number) => void;

/** Makes a file beside the page; null: ended by `signal`. What the core refuses is thrown as it says it. */
export async function exportBeside(
  core: Core,
  what: ExportKind,
  options: ExportOptions,
  progress: Progress,
  signal: AbortSignal,
): Promise<ExportedFile | null> {
  const job: Job = { kind: 'export', work: core.serialise(), what, options };
  const file = await workBeside(job, progress, signal);
  return file as ExportedFile | null;
}

/**
 * Opens a document beside the page, which then takes it over, built for `panes`. Null: ended by `signal`; then, or
 * where it is refused, the document that was open stays as it was.
 */
export async function openBeside(
  core: Core,
  source: Source,
  panes: readonly Method[],
  progress: Progress,
  signal: AbortSignal,
): Promise<Opened | null> {
  const built = (await workBeside({ kind: 'open', source, panes }, progress, signal)) as BuiltDocument | null;
  return built && { findings: core.takeOver(built.image), milliseconds: built.milliseconds };
}

/**
 * Builds beside the page what the next frame of its document needs. Null: ended by `signal`. The document must not
 * have changed when the page goes on from the image.
 */
export async function buildBeside(
  core: Core,
  progress: Progress,
  signal: AbortSignal,
): Promise<BuiltDocument | null> {
  const image = core.memoryImage();
  const built = await workBeside({ kind: 'build', image }, progress, signal, [image.buffer]);
  return built as BuiltDocument | null;
}

/** Goes from the open document to one before or after it (stages.ts). Null: ended by `signal`; then nothing changed. */
export async function stageBeside(
  core: Core,
  to: NextStage,
  panes: readonly Method[],
  progress: Progress,
  signal: AbortSignal,
): Promise<Opened | null> {
  const image = core.memoryImage();
  const job: Job = { kind: 'stage', image, to, panes };
  const built = (await workBeside(job, progress, signal, [image.buffer])) as BuiltDocument | null;
  return built && { findings: core.takeOver(built.image), milliseconds: built.milliseconds };
}

async function workBeside(
  job: Job,
  progress: Progress,
  signal: AbortSignal,
  given: Transferable[] = [],
): Promise<ExportedFile | BuiltDocument | null> {
  const order: Order = { wasmBinary: await coreBinary(), job };
  if (signal.aborted) return null;
  const worker = new BesideWorker();
  try {
    return await new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => resolve(null));
      worker.onerror = (event) => reject(new Error(event.message || 'the worker did not start'));
      worker.onmessage = ({ data }: MessageEvent<Answer>) => {
        if ('progress' in data) progress(data.progress);
        else if ('result' in data) resolve(data.result);
        else reject(new CoreError(data.error.kind, data.error.message));
      };
      worker.postMessage(order, given);
    });
  } finally {
    worker.terminate();
  }
}
