import createIsoskin from '../../../../build/wasm/isoskin.js';
import wasmUrl from '../../../../build/wasm/isoskin.wasm?url';
import type { Core } from './core';
import { CoreOverWasm } from './core_over_wasm';

/** Loads the core beside the page; a data URL, as in the single-file page, does too. */
export async function createCore(): Promise<Core> {
  const response = await fetch(wasmUrl);
  if (!response.ok) throw new Error(`The core cannot be loaded (${response.status}).`);
  return new CoreOverWasm(await createIsoskin({ wasmBinary: await response.arrayBuffer() }));
}
