// A core of its own beside the page's: long work is done here, so that the page stays alive and can end it.
import createIsoskin from '../../../../build/wasm/isoskin.js';
import type { Answer, Job, NextStage, Order } from './beside';
import { CoreError, reasonOf, type Core } from './core';
import { CoreOverWasm } from './core_over_wasm';

const say = (answer: Answer, given: Transferable[] = []): void => postMessage(answer, { transfer: given });

async function carryOut({ wasmBinary, job }: Order): Promise<void> {
  const onProgress = (part: number): void => say({ progress: part });
  const core = new CoreOverWasm(await createIsoskin({ wasmBinary, onProgress }));
  if (job.kind === 'export') {
    core.restore(job.work);
    say({ result: core.export(job.what, job.options) });
    return;
  }
  if (job.kind === 'build' || job.kind === 'stage') core.goOnFrom(job.image);
  const start = performance.now();
  if (job.kind === 'open') open(core, job);
  if (job.kind === 'stage') goTo(core, job.to);
  const wanted = Math.max(core.buildsWanted(), 1);
  if (job.kind === 'build')
    core.findings(); // tells how far it is with what the rest is measured by
  else core.setPanes(job.panes);
  core.frame(); // the page's first will find everything built
  const milliseconds = (performance.now() - start) / wanted;
  const image = core.memoryImage();
  say({ result: { image, milliseconds } }, [image.buffer]);
}

function open(core: Core, job: Extract<Job, { kind: 'open' }>): void {
  const { source } = job;
  if ('files' in source) core.open(source.files);
  else if ('scene' in source) core.openScene(source.scene);
  else core.restore(source.work);
}

function goTo(core: Core, to: NextStage): void {
  if (to === 'undo') core.undo();
  else if (to === 'redo') core.redo();
  else core.stages.advance(to.step, to.file);
}

onmessage = (event: MessageEvent<Order>): void => {
  carryOut(event.data).catch((error: unknown) => {
    const kind = error instanceof CoreError ? error.kind : 'internal';
    say({ error: { kind, message: reasonOf(error) } });
  });
};
