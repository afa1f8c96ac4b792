// A visitor who tries everything, and takes it all back.
import { dice, expect, test } from './expect.mjs';

const fewest = 100; // actions, however slow the machine

function pick(random, list) {
  return list[Math.floor(random() * list.length)];
}

/** What the state of things does not allow is refused in words; anything else is a fault. */
function attempt(command) {
  try {
    command();
  } catch (error) {
    expect(error.kind === 'usage' && error.message.length > 20, `refused by "${error.message}"`);
  }
}

/** One thing done to the lattice, which is made first. */
function shapeLattice({ lattice }, random) {
  const info = lattice.info();
  if (!info) return lattice.make('surface', 2, 64);
  const level = Math.floor(random() * info.levels.length);
  lattice.draw(level);
  const handles = lattice.handles();
  if (handles.length === 0) return;
  const { place } = pick(random, handles);
  const offset = [0.2 * random(), 0.2 * random(), -0.2 * random()];
  pick(random, [
    () => lattice.setOffset(level, place, offset),
    () => lattice.setOffset(level, place, offset),
    () => lattice.resetVertex(level, place),
    () => attempt(() => lattice.subdivide(level, place)),
    () => attempt(() => lattice.simplify(level, place)),
    () => lattice.setSwing({ on: random() < 0.5, stiffness: 20, damping: 0.01, returnRate: 15 }),
    () => lattice.advance(0.05),
    () => lattice.remove(),
  ])();
}

/** Everything a visitor can do, one thing at a time. */
function actionsOf(core, random) {
  const joints = core.joints().flatMap((joint, index) => (joint.skinned ? [index] : []));
  const joint = () => pick(random, joints);
  const angle = () => (random() - 0.5) * 120;
  const number = () => random() - 0.5;
  const paint = (target) => () => {
    core.frame();
    const p = core.buffers(0, 0).positions;
    core.beginStroke({
      target,
      joint: joint(),
      mode: pick(random, ['add', 'subtract', 'replace', 'smooth']),
      value: random(),
      strength: random(),
      radius: 0.1 + random(),
      falloff: 'smooth',
      mirror: pick(random, ['none', 'x']),
    });
    for (let i = 0; i < 3; i += 1) {
      const v = 3 * Math.floor((random() * p.length) / 3);
      core.dab(0, [p[v], p[v + 1], p[v + 2]], 1);
    }
    core.endStroke();
  };
  return [
    () => core.setTime(random() * 2),
    () => core.setClip(pick(random, [-1, 0])),
    () => core.rotateJoint(joint(), [angle(), angle(), angle()]),
    () => core.pull(joint(), [number(), number(), number()]),
    () => core.resetPose(),
    () => core.keyPose(),
    () => core.removeKey(core.time()),
    () => core.newClip('another'),
    () => core.setSettings({ effect: pick(random, ['rubber', 'organic', 'muscle', 'folds']) }),
    () => core.setJointSettings(joint(), { profile: [{ place: -0.3, amount: random() }, { place: 0.3, amount: random() }] }),
    () => core.setJointSettings(joint(), { flexor: random(), profile: null }),
    () => core.setLock(joint(), random() < 0.5),
    () => core.weightsCommand({ kind: 'limit', influences: 3 }),
    () => core.weightsCommand({ kind: 'prune', below: 0.05 }),
    () => core.weightsCommand({ kind: 'smooth', joint: joint(), rounds: 2 }),
    () => core.weightsCommand({ kind: 'mirror', axis: 'x', from: 'positive' }),
    paint('weights'),
    paint('map'),
    () => shapeLattice(core, random),
    () => shapeLattice(core, random),
    () => core.frame(),
    () => core.undo(),
    () => core.redo(),
  ];
}

function wander(core, seed, milliseconds) {
  const random = dice(seed);
  const actions = actionsOf(core, random);
  const end = performance.now() + milliseconds;
  let count = 0;
  while (performance.now() < end || count < fewest) {
    pick(random, actions)();
    count += 1;
  }
  return count;
}

function undoAll(core) {
  while (core.undo() !== null);
}

export async function runActionTests(core, seconds) {
  await test(`${seconds} s of random actions are taken back bit for bit`, () => {
    core.openScene('chain');
    core.setPanes(['isoskin', 'linear']);
    const first = core.stateHash();
    const count = wander(core, 1, 1000 * seconds);
    while (core.redo() !== null); // some may have been undone last
    const last = core.stateHash();
    undoAll(core);
    expect(core.stateHash() === first, 'undo leads back to the first state');
    while (core.redo() !== null);
    expect(core.stateHash() === last, 'redo leads forth to the last');
    console.log(`    ${count} actions`);
  });
  await test('the same again leaves no more memory in use', () => {
    const used = [];
    for (let round = 0; round < 4; round += 1) {
      core.openScene('chain');
      core.setPanes(['isoskin', 'linear']);
      core.setScalars({ kind: 'heat' });
      const random = dice(7);
      const actions = actionsOf(core, random);
      for (let i = 0; i < 120; i += 1) pick(random, actions)();
      core.serialise();
      core.openScene('tube');
      core.frame();
      used.push(core.memory());
    }
    const grown = used[3] - used[1];
    console.log(`    ${used.map((bytes) => (bytes / 1e6).toFixed(2)).join(', ')} MB in use`);
    expect(grown <= 65536, `two more rounds leave ${grown} bytes more in use`);
  });
  await test('a lattice is taken home in every file', () => {
    core.openScene('creature');
    core.setPanes(['isoskin']);
    core.setClip(0);
    core.setTime(0.4);
    core.frame();
    const plain = Float32Array.from(core.buffers(0, 0).positions);
    core.lattice.make('surface', 2, 64);
    core.lattice.draw(1);
    core.lattice.handles().forEach(({ place }, i) => core.lattice.setOffset(1, place, [0, 0.01 * (i % 9), 0.02]));
    const report = core.frame();
    expect(Math.abs(report.panes[0].error) < 1e-6, `the volume is off by ${report.panes[0].error}`);
    const bent = Float32Array.from(core.buffers(0, 0).positions);
    const away = (positions) => bent.reduce((most, x, i) => Math.max(most, Math.abs(x - positions[i])), 0);
    const bentBy = away(plain);
    expect(bentBy > 0.01, 'the lattice bends the body');
    const files = ['character-glb', 'baked-glb'].map((kind) => [kind, core.export(kind)]);
    for (const [kind, file] of files) {
      core.open([file]);
      core.setPanes([kind === 'baked-glb' ? 'linear' : 'isoskin']); // baked: as any player shows it
      core.setClip(0);
      core.setTime(0.4);
      core.frame();
      expect((core.lattice.info() !== null) === (kind === 'character-glb'), `${kind} carries it or its shape`);
      const off = away(core.buffers(0, 0).positions);
      // Maps of volume are made anew for the shape that is baked, so its bulges are its own.
      const allowed = kind === 'character-glb' ? 1e-5 : 0.25 * bentBy;
      expect(off < allowed, `${kind} is off by ${off} of ${bentBy}`);
    }
  });
  await test('saved work opens again as it was', () => {
    core.openScene('creature');
    core.setTime(0.5);
    core.setSettings({ effect: 'rubber' });
    core.rotateJoint(3, [30, 10, -20]);
    core.lattice.make('surface', 3, 64);
    core.lattice.draw(2);
    core.lattice.setOffset(2, core.lattice.handles()[7].place, [0.1, 0, 0.1]);
    core.setPanes(['isoskin']);
    core.frame();
    const hash = core.stateHash();
    const positions = Float32Array.from(core.buffers(0, 0).positions);
    const saved = core.serialise();
    core.openScene('tube');
    core.restore(saved);
    core.frame();
    expect(core.stateHash() === hash, 'the document is the same, bit for bit');
    const same = core.buffers(0, 0).positions.every((x, i) => x === positions[i]);
    expect(same, 'and so is its shape');
    expect(core.settings().effect === 'rubber' && core.time() === 0.5, 'settings and time are back');
  });
}
