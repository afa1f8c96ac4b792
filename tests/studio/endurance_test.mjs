// Random actions of a person who cannot sit still; then everything is undone.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { smallBiped } from './small_biped.mjs';
import { root, sceneFile } from './studio_page.mjs';

const long = Boolean(process.env.ISOSKIN_LONG);
const duration = long ? 600_000 : 30_000; // milliseconds
const rounds = 2; // the first one also fills caches, the rest must find all as it left it

/** Numerical Recipes' generator: the same actions on every run. */
function makeRandom(seed) {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

export function enduranceTests(studio) {
  test(`memory after opening and closing ${openings} files returns to within 10 %`, async () => {
    await studio.visit();
    const open = async (file, name) => {
      await studio.drop([file]);
      await studio.until((s, wanted) => s.name === wanted, name, `${name} is open`);
      await studio.settle();
    };
    const files = [sceneFile('arm'), smallBiped()];
    const names = ['arm', 'walker'];
    for (let i = 0; i < 2; ++i) await open(files[i], names[i]); // caches are filled by the first of each
    await open(files[0], names[0]);
    await studio.pause();
    const before = await bytesHeld(studio);
    for (let i = 1; i <= openings; ++i) await open(files[i % 2], names[i % 2]);
    await studio.pause();
    const after = await bytesHeld(studio);
    console.log(`# ${before} bytes before, ${after} after ${openings} files`);
    assert.ok(Math.abs(after / before - 1) < 0.1, `${before} bytes before, ${after} after`);
    assert.deepEqual(studio.errors, []);
  });

  const robot = join(root, '../shared/data/robot-raylib/robot.glb'); // 63 parts
  endure(studio, 'the creature', 'head', () => studio.visit());
  if (long && existsSync(robot))
    endure(studio, 'a robot of many parts', 'Head', async () => {
      await studio.visit();
      await studio.drop([{ name: 'robot.glb', bytes: readFileSync(robot) }]);
      await studio.until((s) => s.name === 'robot', null, 'the robot is open');
    });
}

function endure(studio, who, joint, open) {
  test(`${duration / 1000} s of random actions on ${who} come undone bit for bit and leak nothing`, async () => {
    await open();
    await studio.pause();
    await takeEveryTool(studio, joint);
    await studio.ask((s) => s.core.setTime(0));
    const start = await studio.hash();
    const random = makeRandom(20261);
    const left = [];
    for (let round = 0; round < rounds; ++round) {
      const end = Date.now() + duration / rounds;
      let done = 0;
      for (; Date.now() < end; ++done) await act(studio, random);
      await undoAll(studio);
      assert.equal(await studio.hash(), start, `after ${done} actions and their undoing`);
      left.push(await holdings(studio));
      const { owners, ...numbers } = left.at(-1);
      console.log(
        `# ${done} actions undone; left: ${JSON.stringify(numbers)}, ${owners.length} buffers in use`,
      );
    }
    const [first, last] = [left[0], left.at(-1)];
    // Tables that were drafted keep room to grow: which of them are depends on what was done last.
    assert.ok(last.core <= first.core + 2e6, `the core held ${first.core} bytes, then ${last.core}`);
    assert.ok(last.script <= 1.5 * first.script, `scripts held ${first.script} bytes, then ${last.script}`);
    assert.ok(last.nodes <= 1.2 * first.nodes, `the page had ${first.nodes} nodes, then ${last.nodes}`);
    assert.equal(last.orphans, first.orphans, 'buffers of the graphics card that nothing drawn owns');
    assert.deepEqual(without(last.owners, first.owners).filter(isNoHandle), [], 'things drawn anew');
    assert.equal(last.textures, first.textures, 'textures of the graphics card');
    assert.deepEqual(studio.errors, []);
  });
}

const openings = 20;

/** Bytes that the core and the scripts of the page hold, garbage swept. */
async function bytesHeld(studio) {
  const { core, script } = await holdings(studio);
  return core + script;
}

/** What is made when it is first shown is made now: no leak, but more than before. */
async function takeEveryTool(studio, joint) {
  const { page } = studio;
  await studio.ask((s, wanted) => s.select(s.joints.findIndex((info) => info.name === wanted)), joint);
  for (const tool of ['move', 'scale', 'pull', 'paint', 'rotate']) {
    await studio.ask((s, name) => s.setTool(name), tool);
    const head = await studio.jointPlace(joint, 1);
    await page.mouse.move(head.x, head.y);
    await studio.settle();
  }
  await page.keyboard.press('Escape');
}

/** Takes back every step, then makes one more and takes it back, so that nothing is left to be redone. */
async function undoAll(studio) {
  await studio.page.keyboard.press('Escape');
  await studio.ask((s) => {
    s.setPlaying(false);
    const undo = () => {
      while (s.run(() => s.core.undo()) !== null);
    };
    undo();
    s.step('turn', () => s.core.rotateJoint(1, [1, 0, 0]));
    undo();
    s.core.setClip(0);
    s.core.setTime(0);
  });
  await studio.settle();
  await studio.until(
    (s) => s.core.errorGraph()?.skinned.every(Number.isFinite),
    null,
    'the graph is measured',
  );
}

/** What the core, the scripts, the page and the graphics card hold on to. */
async function holdings(studio) {
  const channel = await studio.context.newCDPSession(studio.page);
  await channel.send('HeapProfiler.collectGarbage');
  const { usedSize: script } = await channel.send('Runtime.getHeapUsage');
  const { nodes } = await channel.send('Memory.getDOMCounters');
  await channel.detach();
  const core = await studio.ask((s) => s.core.memory());
  return { core, script, nodes, ...(await studio.ask(cardHoldings)) };
}

/**
 * A geometry is on the card from the first time it is drawn until it is disposed of, and hears of
 * that; one that is no longer in the scene and was not disposed of is an orphan. Some always are:
 * what the renderer keeps for itself.
 */
function cardHoldings(s) {
  const owners = new Map();
  s.stage.tools.parent.traverse((object) => {
    if (!object.geometry?._listeners?.dispose?.length) return;
    const above = [];
    for (let o = object; o; o = o.parent) above.unshift(o.name || o.type);
    owners.set(object.geometry.uuid, above.join('/'));
  });
  const { geometries, textures } = s.stage.renderer.info.memory;
  return { textures, orphans: geometries - owners.size, owners: [...owners.values()].sort() };
}

const without = (list, others) => {
  const left = [...others];
  return list.filter((name) => {
    const index = left.indexOf(name);
    if (index >= 0) left.splice(index, 1);
    return index < 0;
  });
};

/** Handles are drawn for the first time when the pointer first comes near their axis. */
const isNoHandle = (name) => !name.includes('TransformControls');

const keys = 'e w q b r k . , Home ] [ Control+z Control+Shift+z h j f Space Space'.split(' ');
const presets = ['rubber', 'organic', 'muscle', 'folds'];

async function act(studio, random) {
  const { page } = studio;
  const box = await page.locator('.pane').last().boundingBox();
  const place = () => ({
    x: box.x + 40 + random(box.width - 80),
    y: box.y + 150 + random(box.height - 200),
  });
  const key = () => page.keyboard.press(keys[random(keys.length)]);
  const drag = () => studio.drag(place(), place(), 3);
  const shape = (s, [joint, effect]) =>
    s.selected >= 0 &&
    s.step('preset', () => s.core.setJointSettings(s.selected, { effect, flexor: (joint % 10) / 10 }));
  const turn = (s, angle) =>
    s.selected >= 0 && s.step('turn', () => s.core.rotateJoint(s.selected, [angle, 20, -angle / 2]));
  const actions = [
    key,
    key,
    () => page.mouse.click(place().x, place().y),
    drag,
    drag,
    () => studio.ask((s, joint) => s.select(joint % s.joints.length), random(1000)),
    () => studio.ask(shape, [random(100), presets[random(4)]]),
    () => studio.ask(turn, random(90)),
    () => studio.ask((s, time) => s.run(() => s.core.setTime(time / 100)), random(120)),
  ];
  await actions[random(actions.length)]();
}
