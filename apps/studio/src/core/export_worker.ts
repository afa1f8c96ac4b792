// A core of its own beside the page's: long exports are made here, so that the page stays alive and can end them.
import createIsoskin from '../../../../build/wasm/isoskin.js';
import { CoreError } from './core';
import { CoreOverWasm } from './core_over_wasm';
import type { ExportAnswer, ExportOrder } from './export_job';

const say = (answer: ExportAnswer): void => postMessage(answer);

async function make({ wasmBinary, work, kind }: ExportOrder): Promise<void> {
  const onProgress = (part: number): void => say({ progress: part });
  const core = new CoreOverWasm(await createIsoskin({ wasmBinary, onProgress }));
  core.restore(work);
  say({ file: core.export(kind) });
}

onmessage = (event: MessageEvent<ExportOrder>): void => {
  make(event.data).catch((error: unknown) => {
    const kind = error instanceof CoreError ? error.kind : 'internal';
    say({ error: { kind, message: error instanceof Error ? error.message : String(error) } });
  });
};
