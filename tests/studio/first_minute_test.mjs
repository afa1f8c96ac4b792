// What a visitor can do in the first minute: points 1 to 4.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { isoskin, sceneFile, scratch } from './studio_page.mjs';

const plainFigure = /^[+\u2212]\d+\.\d{3} %$/;

export function firstMinuteTests(studio) {
  test('1. the creature walks at once, and the read-out holds', async () => {
    await studio.visit();
    for (let i = 0; i < 3; ++i) {
      const figure = await studio.text('[data-testid=error-0]');
      assert.match(figure, plainFigure);
      assert.equal(await studio.text('[data-testid=error-1]'), '0.0000 %');
      await studio.page.waitForFunction(
        (last) => document.querySelector('[data-testid=error-0]').innerText !== last,
        figure,
      ); // the error of plain skinning moves
    }
    await studio.picture('1-walking');
  });

  test('1. the read-out is what the program measures for the same pose', async () => {
    const { path } = sceneFile('creature');
    const json = join(scratch, 'creature_report.json');
    isoskin('report', path, '--clip', 'walk', '--json', json, '--quiet');
    const { default: report } = await import(json, { with: { type: 'json' } });
    await studio.pause();
    for (const frame of [report.frames[3], report.frames[17], report.frames.at(-5)]) {
      await studio.page.fill('[aria-label="Time in seconds"]', String(frame.time));
      await studio.page.keyboard.press('Enter');
      await studio.settle();
      const panes = await studio.ask((page) => page.report.panes.map((pane) => pane.error));
      assert.ok(Math.abs(panes[0] - frame.skinned.error) < 1e-5, `plain skinning at ${frame.time} s`);
      assert.ok(Math.abs(panes[1] - frame.corrected.error) < 1e-5, `isoskin at ${frame.time} s`);
      assert.ok(Math.abs((await studio.error(0)) - frame.skinned.error) < 1.1e-5, 'and so says the page');
    }
  });

  test('2. a click on the body picks a joint, a handle turns it', async () => {
    const { page } = studio;
    await studio.pause();
    await studio.ask((s) => s.run(() => s.core.setTime(0.5)));
    await studio.settle();
    await page.keyboard.press('Escape');
    const knee = await studio.jointPlace('leg_fl_lower', 1);
    await page.mouse.click(knee.x, knee.y);
    const picked = await studio.ask((s) => s.core.joints()[s.selected]?.name);
    assert.match(picked ?? 'nothing', /^leg_/, 'the click picked the leg');
    const before = await studio.ask((s) => s.core.jointAngles(s.selected));
    const handle = await findHandle(studio, picked);
    await studio.drag(handle, handle.along);
    const after = await studio.ask((s) => s.core.jointAngles(s.selected));
    const turned = Math.hypot(...after.map((angle, i) => angle - before[i]));
    assert.ok(turned > 2, `turned by ${turned} degrees`);
    const shown = Number.parseFloat(await page.inputValue('[aria-label="rotation x"]'));
    assert.ok(Math.abs(shown - after[0]) < 0.06, 'the number in the panel is the angle');
    assert.equal(await studio.text('[data-testid=error-1]'), '0.0000 %');
    await studio.picture('2-turned');
  });

  test('2. a foot can be pulled', async () => {
    const { page } = studio;
    await page.keyboard.press('Escape');
    await page.keyboard.press('q');
    const name = 'trunk_3';
    const from = await studio.jointPlace(name, 1);
    await studio.drag(from, { x: from.x + 30, y: from.y - 60 });
    const joint = await studio.ask((s) => s.core.joints()[s.selected].name);
    const now = await studio.jointPlace(joint, 1);
    assert.match(joint, /^trunk/);
    assert.ok(Math.hypot(now.x - from.x, now.y - from.y) > 15, 'the trunk came along');
    assert.equal(await studio.text('[data-testid=error-1]'), '0.0000 %');
    await studio.picture('2-pulled');
    const { undo } = await studio.ask((s) => s.core.history());
    assert.match(undo[0], /^pull /);
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    await page.keyboard.press('e');
  });

  test('3. two and four methods side by side, with a heat map', async () => {
    const { page } = studio;
    await page.click('[aria-label="Four views"]');
    await page.click('[aria-label="Heat map of lost flesh"]');
    await studio.settle();
    assert.equal(await page.locator('.pane').count(), 4);
    await page.selectOption('[aria-label="Method of view 3"]', 'axes');
    await studio.settle();
    const panes = await studio.ask((s) => s.report.panes);
    assert.deepEqual(
      panes.map((pane) => pane.method),
      ['linear', 'dual', 'axes', 'isoskin'],
    );
    for (const [index, pane] of panes.entries()) {
      assert.ok(Math.abs((await studio.error(index)) - pane.error) < 1.1e-5, `read-out of ${pane.method}`);
    }
    assert.ok(Math.abs(panes[1].error) > 1e-5 && Math.abs(panes[3].error) < 5e-7);
    assert.ok(await page.isVisible('[data-testid=legend]'));
    const heat = await studio.ask((s) =>
      [0, 3].map((pane) => Math.max(...s.core.buffers(pane, 0).scalars.map(Math.abs))),
    );
    assert.ok(heat[0] > 0.01, 'plain skinning lost flesh somewhere');
    assert.ok(heat[1] < 1e-3, 'isoskin against itself is white');
    await studio.picture('3-four-views');
    await page.click('[aria-label="Heat map of lost flesh"]');
    await page.click('[aria-label="Two views"]');
  });

  test('4. the profile curve is drawn, and the bulge follows', async () => {
    const { page } = studio;
    const knee = await studio.ask((s) => {
      const joint = s.core.joints().findIndex((info) => info.name === 'leg_fl_lower');
      s.select(joint);
      return joint;
    });
    await page.fill('[aria-label="rotation x"]', '70');
    await page.keyboard.press('Enter');
    await studio.settle();
    const shape = () => studio.ask((s) => Array.from(s.core.buffers(1, 0).positions));
    const start = { shape: await shape(), hash: await studio.hash() };
    const knots = page.locator('.curve .knot');
    const count = await knots.count();
    const box = await page.locator('[data-testid=curve]').boundingBox();
    const at = (place, amount) => ({
      x: box.x + box.width * (0.5 + 0.46 * place),
      y: box.y + box.height * (0.84 - 0.75 * amount),
    });

    await page.mouse.click(at(-0.62, 0.9).x, at(-0.62, 0.9).y);
    await studio.settle();
    assert.equal(await knots.count(), count + 1, 'a click adds a knot');
    await page.mouse.move(at(-0.62, 0.9).x, at(-0.62, 0.9).y);
    await page.mouse.down();
    const held = { shape: await shape() };
    for (const amount of [0.8, 0.6, 0.4]) {
      await page.mouse.move(at(-0.5, amount).x, at(-0.5, amount).y);
      await studio.settle();
      const now = await shape();
      assert.ok(farthest(held.shape, now) > 1e-6, 'the skin follows while the knot is held');
      held.shape = now;
    }
    await page.mouse.up();
    await studio.settle();
    const moved = await studio.ask((s, joint) => s.core.profile(joint), knee);
    assert.ok(
      moved.some((knot) => Math.abs(knot.place + 0.5) < 0.06 && Math.abs(knot.amount - 0.4) < 0.08),
      'the knot moved',
    );
    assert.ok(farthest(start.shape, await shape()) > 1e-5, 'the skin followed');
    assert.equal(await studio.text('[data-testid=error-1]'), '0.0000 %');
    await page.fill('[aria-label="amount of the knot"]', '0.75');
    await page.keyboard.press('Enter');
    const typed = await studio.ask((s, joint) => s.core.profile(joint), knee);
    assert.ok(
      typed.some((knot) => Math.abs(knot.amount - 0.75) < 1e-6),
      'a knot can be typed',
    );
    await page.locator('.pane').first().focus();
    await page.keyboard.press('Control+z');
    await studio.picture('4-curve');
    Object.assign(box, await page.locator('[data-testid=curve]').boundingBox()); // typing scrolled the panel
    await page.mouse.dblclick(at(-0.5, 0.4).x, at(-0.5, 0.4).y);
    await studio.settle();
    assert.equal(await knots.count(), count, 'a double click removes it');
    await page.click('.panel [data-value=muscle]');
    await studio.settle();
    assert.equal(await studio.ask((s, joint) => s.core.jointSettings(joint).effect, knee), 'muscle');
    await shareTriangle(studio, knee);
    while (await studio.ask((s) => s.core.history().undo[0] !== 'rotation'))
      await page.keyboard.press('Control+z');
    assert.equal(await studio.hash(), start.hash, 'undone bit for bit');
  });
}

async function shareTriangle(studio, joint) {
  const triangle = studio.page.locator('[data-testid=shares]');
  assert.equal(
    await studio.page.isDisabled('[aria-label="share axis"]'),
    true,
    'shares do nothing along normals',
  );
  await studio.ask((s) => s.step('method', () => s.core.setSettings({ method: 'axes' })));
  await studio.settle();
  await triangle.scrollIntoViewIfNeeded();
  const box = await triangle.boundingBox();
  await studio.drag({ x: box.x + 66, y: box.y + 70 }, { x: box.x + 66, y: box.y + 30 });
  const shares = await studio.ask((s, index) => s.core.jointSettings(index).shares, joint);
  assert.ok(shares[0] > 0.7, `most of it along the axis: ${shares}`);
  assert.ok(Math.abs(shares[0] + shares[1] + shares[2] - 1) < 1e-9);
  const shown = Number(await studio.page.inputValue('[aria-label="share axis"]'));
  assert.ok(Math.abs(shown - shares[0]) < 0.006, 'the number beside it agrees');
}

/** A place where the pointer is on a ring of the gizmo. */
async function findHandle(studio, joint) {
  const center = await studio.jointPlace(joint, 1);
  for (const radius of [50, 40, 60, 30, 70, 80, 90]) {
    for (let i = 0; i < 12; ++i) {
      const angle = (i / 12) * 2 * Math.PI + 0.2;
      const at = {
        x: center.x + radius * Math.cos(angle),
        y: center.y + radius * Math.sin(angle),
      };
      await studio.page.mouse.move(at.x, at.y);
      if ((await studio.page.locator('.pane.on-handle').count()) === 0) continue;
      // Along the ring, not across it.
      const along = { x: at.x - 60 * Math.sin(angle), y: at.y + 60 * Math.cos(angle) };
      return { ...at, along };
    }
  }
  throw new Error('no handle found round the joint');
}

function farthest(a, b) {
  let most = 0;
  for (let i = 0; i < a.length; ++i) most = Math.max(most, Math.abs(a[i] - b[i]));
  return most;
}
