// What takes long is built beside the page, which goes on meanwhile.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sceneFile } from './studio_page.mjs';

/** In the page: how long it stood still at most until `window.calm()` is asked. */
function watchStandstill() {
  let last = performance.now();
  let longest = 0;
  let running = true;
  const turn = () => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
    if (running) setTimeout(turn, 0);
  };
  turn();
  window.calm = () => {
    running = false;
    return longest;
  };
}

export function rebuildingTests(studio) {
  test('a change of global settings is built beside the page', async () => {
    await studio.visit();
    const { page } = studio;
    await studio.drop([sceneFile('creature', 12_000)]);
    await studio.until((s) => s.findings.vertices >= 12_000, null, 'the dense creature is open');
    await studio.pause();
    const sharper = async (value) => {
      await page.evaluate(watchStandstill);
      const hash = await studio.ask((s, sharpness) => {
        s.step('sharpness', () => s.core.setSettings({ sharpness }));
        return s.core.stateHash();
      }, value);
      await studio.until((s) => s.rebuilding.waiting, null, 'it is being built');
      await studio.picture('13-rebuilding');
      await studio.settle();
      assert.equal(await studio.hash(), hash, 'the document is the same');
      return page.evaluate(() => window.calm());
    };
    const stood = await sharper(3);
    const built = await studio.ask((s) => s.rebuilding.lastTime);
    console.log(`# built in ${built.toFixed(0)} ms; the page stood still for ${stood.toFixed(0)} ms at most`);
    assert.ok(stood < 0.7 * built, `the page stood still for ${stood} of ${built} ms`);
    const beside = await studio.ask((s) => Array.from(s.core.buffers(1, 0).positions.slice(0, 3000)));

    // The same in the page itself: not a bit differs.
    await studio.ask((s) => {
      s.undo();
      s.rebuilding.lastTime = 0;
    });
    await studio.settle();
    await studio.ask((s) => {
      s.redo();
      s.rebuilding.lastTime = 0;
    });
    await studio.settle();
    const inPage = await studio.ask((s) => Array.from(s.core.buffers(1, 0).positions.slice(0, 3000)));
    assert.deepEqual(inPage, beside);
    assert.deepEqual(studio.errors, []);
  });

  test('edits while something is being built are kept, and undo with it', async () => {
    const { page } = studio;
    await studio.ask((s) => {
      s.rebuilding.lastTime = 1000;
      s.step('sharpness', () => s.core.setSettings({ sharpness: 2.5 }));
    });
    await studio.until((s) => s.rebuilding.waiting, null, 'it is being built');
    await page.keyboard.press('Control+4');
    await studio.ask((s) => s.step('scope', () => s.core.setSettings({ smoothing: 3 })));
    await studio.settle();
    const { sharpness, smoothing } = await studio.ask((s) => s.core.settings());
    assert.deepEqual([sharpness, smoothing], [2.5, 3]);
    assert.equal(await page.locator('.pane').count(), 4);
    assert.equal(await studio.text('[data-testid=error-3]'), '0.0000 %');
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    await studio.settle();
    assert.notEqual(await studio.ask((s) => s.core.settings().sharpness), 2.5);
    await page.keyboard.press('Control+2');
    await studio.settle();
    assert.deepEqual(studio.errors, []);
  });
}
