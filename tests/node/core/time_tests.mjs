// One frame in WebAssembly beside the same frame natively, in one run.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from './expect.mjs';

const slowest = 2.5; // times the native frame
const longest = 8; // ms for 13 k vertices

function medianFrame(core) {
  const duration = core.clip() >= 0 ? core.clips()[core.clip()].duration : 0;
  const skinned = core.joints().flatMap((joint, index) => (joint.skinned ? [index] : []));
  const joint = skinned[Math.floor(skinned.length / 2)];
  const times = [];
  for (let frame = 0; frame < 80; frame += 1) {
    if (duration > 0) core.setTime((duration * (frame % 60)) / 60);
    else core.rotateJoint(joint, [0.57 * frame, 0, 0]);
    times.push(core.frame().milliseconds);
  }
  return times.sort((a, b) => a - b)[40];
}

/** Machines are noisy: the better of three runs of each counts. */
function compare(core, program, subject, label) {
  core.setPanes(['isoskin']);
  const here = Math.min(...[0, 1, 2].map(() => medianFrame(core)));
  const native = Math.min(...[0, 1, 2].map(() => Number(execFileSync(program, [subject]).toString())));
  const ratio = here / native;
  console.log(`    ${label}: ${here.toFixed(2)} ms in WebAssembly, ${native.toFixed(2)} ms natively, ${ratio.toFixed(2)} times`);
  expect(ratio <= slowest, `${label}: ${ratio.toFixed(2)} times the native frame`);
  return here;
}

export async function runTimeTests(core, program, data) {
  if (!existsSync(program)) return;
  await test('one frame of the creature in WebAssembly and natively', () => {
    core.openScene('creature');
    compare(core, program, 'creature', 'creature');
  });
  const body = join(data, 'makehuman/makehuman_body.glb');
  if (!existsSync(body)) return;
  await test('one frame of 13 k vertices and 163 joints', () => {
    core.open([{ name: 'body.glb', bytes: readFileSync(body) }]);
    const here = compare(core, program, body, 'body');
    expect(here <= longest, `13 k vertices take ${here.toFixed(2)} ms`);
  });
}
