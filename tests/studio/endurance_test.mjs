// Random actions of a person who cannot sit still; then everything is undone.
import assert from 'node:assert/strict';
import { test } from 'node:test';

const duration = process.env.ISOSKIN_LONG ? 600_000 : 20_000; // milliseconds

// Fails, and is reported, without failing the run: docs/studio.md, "What is not proven".
const unproven = { todo: 'not yet held' };

/** Numerical Recipes' generator: the same actions on every run. */
function makeRandom(seed) {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

export function enduranceTests(studio) {
  test(
    `${duration / 1000} s of random actions come undone bit for bit and leak nothing`,
    unproven,
    async () => {
      await studio.visit();
      await studio.pause();
      await studio.ask((s) => s.core.setTime(0));
      const start = await studio.hash();
      const random = makeRandom(20261);
      const end = Date.now() + duration;
      let done = 0;
      let memory = 0;
      while (Date.now() < end) {
        await act(studio, random);
        if (++done === 60) memory = await studio.ask((s) => s.core.memory());
      }
      const left = await studio.ask((s) => s.core.memory());
      await studio.page.keyboard.press('Escape');
      for (let i = 0; i < 5000; ++i) {
        if ((await studio.ask((s) => s.run(() => s.core.undo()))) === null) break;
      }
      await studio.ask((s) => {
        s.setPlaying(false);
        s.core.setClip(0);
        s.core.setTime(0);
      });
      assert.equal(await studio.hash(), start, `after ${done} actions and their undoing`);
      assert.ok(memory === 0 || left <= memory * 1.5, `memory ${memory} grew to ${left}`);
      assert.deepEqual(studio.errors, []);
      console.log(`# ${done} actions, ${Math.round(left / 1e6)} MB in the core`);
    },
  );
}

async function act(studio, random) {
  const { page } = studio;
  const box = await page.locator('.pane').last().boundingBox();
  const place = () => ({
    x: box.x + 40 + random(box.width - 80),
    y: box.y + 150 + random(box.height - 200),
  });
  const keys = [
    'e',
    'w',
    'q',
    'b',
    'r',
    'k',
    '.',
    ',',
    'Home',
    ']',
    '[',
    'Control+z',
    'Control+Shift+z',
    'h',
    'j',
    'f',
    'Space',
    'Space',
  ];
  const presets = ['rubber', 'organic', 'muscle', 'folds'];
  const actions = [
    () => page.keyboard.press(keys[random(keys.length)]),
    () => page.keyboard.press(keys[random(keys.length)]),
    () => page.mouse.click(place().x, place().y),
    () => studio.drag(place(), place(), 3),
    () => studio.drag(place(), place(), 3),
    () => studio.ask((s, joint) => s.select(joint % s.joints.length), random(1000)),
    () =>
      studio.ask(
        (s, [joint, effect]) =>
          s.selected >= 0 &&
          s.step('preset', () =>
            s.core.setJointSettings(s.selected, {
              effect,
              flexor: (joint % 10) / 10,
            }),
          ),
        [random(100), presets[random(4)]],
      ),
    () =>
      studio.ask(
        (s, angle) =>
          s.selected >= 0 && s.step('turn', () => s.core.rotateJoint(s.selected, [angle, 20, -angle / 2])),
        random(90),
      ),
    () => studio.ask((s, time) => s.run(() => s.core.setTime(time / 100)), random(120)),
  ];
  await actions[random(actions.length)]();
}
