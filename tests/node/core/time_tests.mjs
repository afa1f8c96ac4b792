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

const edits = 24;
const drawn = 16; // ms for a move of a gesture and the frame after it

/** The moves of a gesture and the frames that show them, as the page sends them. */
function timeGesture(core, begin, move, end) {
  core.frame();
  const times = [];
  begin();
  for (let k = 0; k < edits; k += 1) {
    const start = performance.now();
    move(k);
    core.frame();
    times.push(performance.now() - start);
  }
  end();
  const start = performance.now();
  core.frame();
  const released = performance.now() - start;
  return { first: times[0], median: times.slice(1).sort((a, b) => a - b)[edits / 2], released };
}

function timeEdits(core, name, label) {
  core.setPanes(['isoskin', 'linear']);
  const joint = core.joints().findIndex((info) => info.name === name);
  core.rotateJoint(joint, [60, 0, 0]);
  const gesture = (move) => timeGesture(core, () => core.beginGesture('draw'), move, () => core.endGesture());
  const curve = (k) => [
    { place: -0.6, amount: 0.2 },
    { place: -0.3 + 0.02 * k, amount: 1 },
    { place: 0.6, amount: 0.02 * k },
  ];
  const brush = { target: 'map', joint, mode: 'subtract', value: 0.1, strength: 1, radius: 0.1, falloff: 'smooth', mirror: 'none' };
  const place = (k) => Array.from(core.buffers(0, 0).positions.subarray(300 * k, 300 * k + 3));
  const times = {
    curve: gesture((k) => core.setJointSettings(joint, { profile: curve(k) })),
    shares: gesture((k) => core.setJointSettings(joint, { shares: [0.5, 0.01 * k, 0.5 - 0.01 * k] })),
    paint: timeGesture(core, () => core.beginStroke(brush), (k) => core.dab(0, place(k), 1), () => core.endStroke()),
  };
  for (const [kind, { first, median, released }] of Object.entries(times)) {
    const words = [first, median, released].map((ms) => ms.toFixed(1));
    console.log(`    ${label}, ${kind}: first move ${words[0]} ms, then ${words[1]} ms, on release ${words[2]} ms`);
  }
  return times;
}

/** The better of three counts, as above. */
function expectLiveEdits(core, joint, label) {
  const runs = [0, 1, 2].map(() => timeEdits(core, joint, label));
  for (const kind of Object.keys(runs[0])) {
    const best = Math.min(...runs.map((times) => times[kind].median));
    expect(best <= drawn, `${label}: a move of the ${kind} takes ${best.toFixed(1)} ms`);
  }
}

export async function runTimeTests(core, program, data) {
  if (!existsSync(program)) return;
  await test('one frame of the creature in WebAssembly and natively', () => {
    core.openScene('creature');
    compare(core, program, 'creature', 'creature');
  });
  await test('a curve, shares and paint of the creature follow the hand', () => {
    core.openScene('creature');
    expectLiveEdits(core, 'leg_fl_lower', 'creature');
  });
  const body = join(data, 'makehuman/makehuman_body.glb');
  if (!existsSync(body)) return;
  await test('one frame of 13 k vertices and 163 joints', () => {
    core.open([{ name: 'body.glb', bytes: readFileSync(body) }]);
    const here = compare(core, program, body, 'body');
    expect(here <= longest, `13 k vertices take ${here.toFixed(2)} ms`);
  });
  await test('a curve, shares and paint of 13 k vertices follow the hand', () => {
    core.open([{ name: 'body.glb', bytes: readFileSync(body) }]);
    expectLiveEdits(core, 'lowerarm01.L', 'body');
  });
}
