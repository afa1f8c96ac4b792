// Point 7, its second half: the lattice is made, shaped, divided, and swings.
import assert from 'node:assert/strict';
import { test } from 'node:test';

export function latticeTests(studio) {
  test('7. a lattice is made and shown by level', async () => {
    await studio.visit();
    const { page } = studio;
    await studio.pause();
    await page.keyboard.press('c');
    assert.equal(await studio.ask((s) => s.tab), 'lattice');
    await studio.picture('7-lattice-none');
    const before = await positions(studio);
    await page.getByRole('button', { name: 'Make a lattice' }).click();
    await studio.settle();
    const levels = await studio.ask((s) => s.core.lattice.info().levels);
    assert.equal(levels.length, 4);
    assert.equal(await page.locator('.level').count(), 4);
    assert.deepEqual(await positions(studio), before, 'a lattice at rest moves nothing');
    for (const level of [0, 3, 1]) {
      await page.click(`.level[data-level="${level}"]`);
      await studio.settle();
      const note = await studio.text('[data-testid=level-note]');
      assert.ok(note.startsWith(`${levels[level].cells} cell`), note);
      const drawn = await studio.ask((s, at) => Math.max(...s.core.lattice.draw(at).levels), level);
      assert.equal(drawn, level, 'cells down to the level are drawn');
      await studio.picture(`7-lattice-level-${level}`);
    }
  });

  test('7. a dragged vertex bends the body, whose volume holds, and comes undone bit for bit', async () => {
    const { page } = studio;
    const before = { positions: await positions(studio), hash: await studio.hash() };
    const handle = await handlePlace(studio);
    await studio.drag(handle, { x: handle.x + 30, y: handle.y - 40 }, 6);
    const moved = largestMove(before.positions, await positions(studio));
    assert.ok(moved > 0.02, `the surface moved by ${moved}`);
    assert.equal(await studio.text('[data-testid=error-1]'), '0.0000 %');
    assert.match(await studio.text('[data-testid=vertex]'), /^Vertex \d+, \d+, \d+ of level 1$/);
    await studio.picture('7-lattice-dragged');
    await page.fill('[aria-label="offset y"]', '0.2');
    await page.keyboard.press('Enter');
    await studio.settle();
    const offset = Number(await page.inputValue('[aria-label="offset y"]'));
    assert.equal(offset, 0.2);
    await page.locator('.pane').first().focus();
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    await studio.settle();
    assert.equal(await studio.hash(), before.hash, 'one drag, one step');
    assert.deepEqual(await positions(studio), before.positions);
    await page.keyboard.press('Control+Shift+z');
    await studio.settle();
  });

  test('7. cells are divided and taken back without a pop', async () => {
    const { page } = studio;
    await page.click('.level[data-level="3"]');
    const handle = await handlePlace(studio);
    await page.mouse.click(handle.x, handle.y);
    const cells = () => studio.ask((s) => s.core.lattice.info().levels.map((level) => level.cells));
    const before = { positions: await positions(studio), cells: await cells() };
    await page.getByRole('button', { name: 'Subdivide' }).click();
    await studio.settle();
    await page.keyboard.press('d');
    await studio.settle();
    const after = await cells();
    assert.ok(after.length > before.cells.length, `levels: ${before.cells} became ${after}`);
    const size = await studio.ask((s) => s.stage.size);
    const pop = largestMove(before.positions, await positions(studio)) / size;
    assert.ok(pop <= 1e-6, `the surface popped by ${pop}`);
    await studio.picture('7-lattice-divided');
    await page.getByRole('button', { name: 'Simplify' }).click();
    await studio.settle();
    assert.ok((await cells()).length < after.length, 'and taken back');
    await page.keyboard.press('Control+z');
    await studio.settle();
    assert.deepEqual(await cells(), after);
    assert.equal(await page.locator('.complaint').count(), 0);
  });

  test('7. the body itself is dragged; vertices of the level follow', async () => {
    const before = await positions(studio);
    await studio.page.click('.level[data-level="2"]');
    await studio.settle();
    const chest = await studio.jointPlace('chest', 1);
    await studio.drag({ x: chest.x + 7, y: chest.y + 15 }, { x: chest.x + 7, y: chest.y - 20 }, 6);
    await studio.settle();
    assert.ok(largestMove(before, await positions(studio)) > 0.02);
    assert.equal(await studio.text('[data-testid=error-1]'), '0.0000 %');
    await studio.picture('7-lattice-surface');
  });

  test('7. flesh swings while the clip plays, at constant volume', async () => {
    const { page } = studio;
    const stillAt = async (time) => {
      await studio.ask((s, at) => s.run(() => s.core.setTime(at)), time);
      await studio.settle();
      return positions(studio);
    };
    await page.getByRole('button', { name: 'Swings' }).click();
    await page.fill('[aria-label="stiffness"]', '8');
    await page.keyboard.press('Enter');
    await page.locator('.pane').first().focus();
    await page.keyboard.press('Space');
    await studio.until((s) => s.core.time() > 0.9, null, 'most of the clip is played');
    for (let i = 0; i < 3; ++i) {
      assert.equal(await studio.text('[data-testid=error-1]'), '0.0000 %');
      await studio.settle();
    }
    const played = await studio.ask((s) => ({
      time: s.core.time(),
      positions: Array.from(s.core.buffers(1, 0).positions),
    }));
    await studio.picture('7-lattice-swing');
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: 'Still' }).click();
    const still = await stillAt(played.time);
    const swung = largestMove(still, played.positions);
    assert.ok(swung > 0.01, `flesh swung by ${swung}`);
    await page.keyboard.press('Shift+D');
    await studio.picture('7-lattice-light');
    await page.keyboard.press('Shift+D');
    assert.deepEqual(studio.errors, []);
  });
}

const positions = (studio) => studio.ask((s) => Array.from(s.core.buffers(1, 0).positions));

function largestMove(a, b) {
  return a.reduce((most, value, i) => Math.max(most, Math.abs(value - b[i])), 0);
}

/** Where the handle of the level in hand that is nearest to the skin is on the second pane. */
async function handlePlace(studio) {
  const point = await studio.ask((s) => {
    const level = Number(document.querySelector('.level[aria-pressed=true]').dataset.level);
    const { handles } = s.core.lattice.draw(level);
    const { camera } = s.stage.rig;
    const body = s.core.buffers(1, 0).positions;
    let best = null;
    for (let i = 0; i < handles.length; i += 3) {
      let near = Infinity;
      for (let v = 0; v < body.length; v += 3)
        near = Math.min(
          near,
          Math.hypot(handles[i] - body[v], handles[i + 1] - body[v + 1], handles[i + 2] - body[v + 2]),
        );
      if (!best || near < best.near) best = { near, i };
    }
    return camera.position.clone().fromArray(handles, best.i).project(camera).toArray();
  });
  const box = await studio.page.locator('.pane').nth(1).boundingBox();
  return { x: box.x + (point[0] * 0.5 + 0.5) * box.width, y: box.y + (0.5 - point[1] * 0.5) * box.height };
}
