import createIsoskin from '../../../../build/wasm/isoskin.js';
import wasmUrl from '../../../../build/wasm/isoskin.wasm?url';
import type { Core } from './core';
import { CoreOverWasm } from './core_over_wasm';

let binary: Promise<ArrayBuffer> | null = null;

/** The core as it lies beside the page; a data URL, as in the single-file page, does too. */
export function coreBinary(): Promise<ArrayBuffer> {
  binary ??= fetch(wasmUrl).then((response) => {
    if (!response.ok) throw new Error(`The core cannot be loaded (${response.status}).`);
    return response.arrayBuffer();
  });
  return binary;
}

export async function createCore(): Promise<Core> {
  return new CoreOverWasm(await createIsoskin({ wasmBinary: await coreBinary() }));
}
