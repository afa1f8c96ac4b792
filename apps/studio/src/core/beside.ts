import BesideWorker from './beside_worker?worker&inline';
import {
  CoreError,
  type Core,
  type ErrorKind,
  type ExportedFile,
  type ExportKind,
  type Findings,
  type Method,
  type NamedBytes,
} from './core';
import { coreBinary } from './wasm_core';

/** What can be opened: files, a scene of our own, or a document as `serialise` gives it. */
export type Source =
  { readonly files: readonly NamedBytes[] } | { readonly scene: string } | { readonly work: Uint8Array };

export type Job =
  | { readonly kind: 'export'; readonly work: Uint8Array; readonly what: ExportKind }
  | { readonly kind: 'open'; readonly source: Source; readonly panes: readonly Method[] };

export interface Order {
  readonly wasmBinary: ArrayBuffer;
  readonly job: Job;
}

export type Answer =
  | { readonly progress: number }
  | { readonly result: ExportedFile | Uint8Array }
  | { readonly error: { readonly kind: ErrorKind; readonly message: string } };

export type Progress = (part: number) => void;

/** Makes a file beside the page; null: ended by `signal`. What the core refuses is thrown as it says it. */
export async function exportBeside(
  core: Core,
  what: ExportKind,
  progress: Progress,
  signal: AbortSignal,
): Promise<ExportedFile | null> {
  const file = await workBeside({ kind: 'export', work: core.serialise(), what }, progress, signal);
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
): Promise<Findings | null> {
  const image = await workBeside({ kind: 'open', source, panes }, progress, signal);
  return image && core.takeOver(image as Uint8Array);
}

async function workBeside(
  job: Job,
  progress: Progress,
  signal: AbortSignal,
): Promise<ExportedFile | Uint8Array | null> {
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
      worker.postMessage(order);
    });
  } finally {
    worker.terminate();
  }
}
