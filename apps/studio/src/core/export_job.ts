import { CoreError, type Core, type ErrorKind, type ExportedFile, type ExportKind } from './core';
import ExportWorker from './export_worker?worker&inline';
import { coreBinary } from './wasm_core';

export interface ExportOrder {
  readonly wasmBinary: ArrayBuffer;
  readonly work: Uint8Array; // the document as `serialise` gives it
  readonly kind: ExportKind;
}

export type ExportAnswer =
  | { readonly progress: number }
  | { readonly file: ExportedFile }
  | { readonly error: { readonly kind: ErrorKind; readonly message: string } };

/** Makes a file beside the page; null: ended by `signal`. What the core refuses is thrown as it says it. */
export async function exportBeside(
  core: Core,
  kind: ExportKind,
  progress: (part: number) => void,
  signal: AbortSignal,
): Promise<ExportedFile | null> {
  const order: ExportOrder = { wasmBinary: await coreBinary(), work: core.serialise(), kind };
  if (signal.aborted) return null;
  const worker = new ExportWorker();
  try {
    return await new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => resolve(null));
      worker.onerror = (event) => reject(new Error(event.message || 'the worker did not start'));
      worker.onmessage = ({ data }: MessageEvent<ExportAnswer>) => {
        if ('progress' in data) progress(data.progress);
        else if ('file' in data) resolve(data.file);
        else reject(new CoreError(data.error.kind, data.error.message));
      };
      worker.postMessage(order);
    });
  } finally {
    worker.terminate();
  }
}
