// The makers beside the page: long work is done here, so that the page stays alive and can end it.
import createIsoskinMakers from '../../../../build/wasm/isoskin_makers.js';
import { CoreError, reasonOf } from './core';
import type { FinishedFlesh, Making, MakingAnswer, MakingOrder } from './makers';
import { MakersOverWasm } from './makers_over_wasm';

const say = (answer: MakingAnswer): void => postMessage(answer);

async function carryOut({ wasmBinary, making }: MakingOrder): Promise<void> {
  const onProgress = (part: number): void => say({ progress: part });
  const onNews = (text: string): void => say({ finished: JSON.parse(text) as FinishedFlesh });
  const makers = new MakersOverWasm(await createIsoskinMakers({ wasmBinary, onProgress, onNews }));
  say({ result: make(makers, making) });
}

function make(makers: MakersOverWasm, making: Making) {
  switch (making.kind) {
    case 'rig':
      return makers.rig(making.files, making.wish);
    case 'bind':
      return makers.bind(making.files, making.joints);
    case 'dress':
      return makers.dress(making.body, making.garment);
    case 'plan-flesh':
      return makers.planFlesh(making.files, making.wish);
    case 'flesh':
      return makers.makeFlesh(making.files, making.wish);
  }
}

onmessage = (event: MessageEvent<MakingOrder>): void => {
  carryOut(event.data).catch((error: unknown) => {
    const kind = error instanceof CoreError ? error.kind : 'internal';
    say({ error: { kind, message: reasonOf(error) } });
  });
};
