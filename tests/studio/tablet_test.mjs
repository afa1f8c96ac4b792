// A small laptop and a tablet: everything can be reached, and fingers have room.
import assert from 'node:assert/strict';
import { test } from 'node:test';

const size = { width: 1024, height: 768 };
const leastForFingers = 36; // pixels

/** In the page: controls of the open panel that cannot be seen after scrolling to them. */
function unreachable() {
  const panel = document.querySelector('.panel:not([hidden])');
  const controls = [...panel.querySelectorAll('button, input, select, [role=slider]')];
  return controls
    .filter((control) => control.checkVisibility())
    .filter((control) => {
      control.scrollIntoView({ block: 'center' });
      const { left, right, top, bottom } = control.getBoundingClientRect();
      return (
        left < 0 || right > window.innerWidth || top < 0 || bottom > window.innerHeight || right - left < 8
      );
    })
    .map((control) => control.getAttribute('aria-label') ?? control.textContent);
}

/** In the page: controls of the open panel that are too low for a finger. */
function tooLow(least) {
  const panel = document.querySelector('.panel:not([hidden])');
  return [...panel.querySelectorAll('button, .number, .select-box, .search, [role=treeitem]')]
    .filter((control) => control.checkVisibility() && control.getBoundingClientRect().height < least)
    .map((control) => `${control.className} ${control.getAttribute('aria-label') ?? control.textContent}`);
}

export function tabletTests(studio) {
  test('on 1024 × 768 every control of every panel can be scrolled to', async () => {
    await studio.visit('fresh', size);
    const { page } = studio;
    await studio.pause();
    await studio.ask((s) => s.select(s.joints.findIndex((info) => info.name === 'leg_fl_lower')));
    await studio.picture('14-small');
    for (const tab of ['joint', 'volume', 'paint', 'lattice', 'file']) {
      await page.click(`#tab-${tab}`);
      await studio.settle();
      assert.deepEqual(await page.evaluate(unreachable), [], tab);
    }
    await page.click('#tab-joint');
    const { whole, seen, fades } = await page.evaluate(() => {
      const panel = document.querySelector('#panel-joint');
      panel.scrollTop = 0;
      const style = window.getComputedStyle(panel);
      return { whole: panel.scrollHeight, seen: panel.clientHeight, fades: style.maskImage };
    });
    assert.ok(whole > seen, 'the panel scrolls as a whole');
    assert.match(fades, /gradient/, 'and shows that there is more below');
    const wide = await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
    assert.ok(wide, 'the page itself does not scroll');
    assert.deepEqual(studio.errors, []);
  });

  test('on a tablet controls have room for fingers', async () => {
    await studio.visit('fresh', size, undefined, { hasTouch: true, isMobile: true });
    const { page } = studio;
    await studio.pause();
    await studio.ask((s) => s.select(s.joints.findIndex((info) => info.name === 'leg_fl_lower')));
    await studio.settle();
    await studio.picture('14-tablet');
    for (const tab of ['joint', 'volume']) {
      await page.tap(`#tab-${tab}`);
      await studio.settle();
      assert.deepEqual(await page.evaluate(tooLow, leastForFingers), [], tab);
    }
    assert.deepEqual(studio.errors, []);
  });
}
