// What a person who works with it would miss: the tree, the camera, before and after, words that help.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { smallBiped } from './small_biped.mjs';
import { isoskin, sceneFile, scratch } from './studio_page.mjs';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export function pageTests(studio) {
  test('the hierarchy is a tree: order, folding, search, sums, helpers', async () => {
    await open(studio);
    const { page } = studio;
    const shown = () => page.locator('.joints li:visible .name').allInnerTexts();
    const leg = ['thigh.L', 'shin.L', 'foot.L', 'toe.L'];
    const names = await shown();
    const first = names.indexOf('thigh.L');
    assert.deepEqual(names.slice(first, first + 4), leg, 'a leg stands together');
    assert.ok(!names.includes('handle'), 'a joint without flesh is hidden');
    await page.click('[aria-label^="List helper joints"]');
    assert.ok((await shown()).includes('handle'), 'and can be listed');
    await page.click('[aria-label^="List helper joints"]');

    await studio.ask((s) => {
      for (const name of ['shin.L', 'foot.L'])
        s.run(() =>
          s.core.rotateJoint(
            s.joints.findIndex((info) => info.name === name),
            [50, 0, 0],
          ),
        );
    });
    await studio.settle();
    const losses = await studio.ask((s) => s.report.joints);
    const row = page.locator('.joints li', { hasText: 'thigh.L' });
    await row.locator('.fold').click();
    assert.ok(!(await shown()).includes('shin.L'), 'a folded branch is hidden');
    const indices = await studio.ask(
      (s, wanted) => wanted.map((n) => s.joints.findIndex((i) => i.name === n)),
      leg,
    );
    const sum = losses
      .filter(({ joint }) => indices.includes(joint))
      .reduce((all, { loss }) => all + loss, 0);
    const told = (await row.locator('.loss').innerText()).replace('Σ ', '').replace('\u2212', '-');
    assert.ok(Math.abs(Number.parseFloat(told) - 100 * sum) < 0.006, `${told} stands for ${100 * sum}`);
    await page.fill('.search', 'toe');
    assert.deepEqual(await page.locator('.joints .found .name').allInnerTexts(), ['toe.R', 'toe.L']);
    assert.ok((await shown()).includes('shin.L'), 'what is found is shown under all above it');
    await page.fill('.search', '');
    await studio.picture('11-tree');
  });

  test('X poses both sides', async () => {
    const { page } = studio;
    await studio.ask((s) => s.run(() => s.core.resetPose()));
    await page.locator('.pane').first().focus();
    await page.keyboard.press('x');
    await select(studio, 'thigh.L');
    assert.equal(await page.locator('.joints .mirrored .name').innerText(), 'thigh.R');
    await page.fill('[aria-label="rotation z"]', '25');
    await page.keyboard.press('Enter');
    await page.fill('[aria-label="rotation x"]', '-40');
    await page.keyboard.press('Enter');
    await studio.settle();
    const [left, right] = await studio.ask((s) =>
      ['foot.L', 'foot.R'].map((name) => {
        const joint = s.joints.findIndex((info) => info.name === name);
        return Array.from(s.core.jointPositions().slice(3 * joint, 3 * joint + 3));
      }),
    );
    assert.ok(Math.abs(left[0]) > 0.25, 'the leg went out');
    const apart = Math.hypot(left[0] + right[0], left[1] - right[1], left[2] - right[2]);
    assert.ok(apart < 1e-4, `${left} against ${right}`);
    await studio.picture('11-mirror');
    await page.locator('.pane').first().focus();
    await page.keyboard.press('x');
    await page.keyboard.press('Escape');
  });

  test('a gallery of poses, by limbs and not by names', async () => {
    const { page } = studio;
    await studio.ask((s) => s.run(() => s.core.resetPose()));
    await studio.settle();
    const place = (name) =>
      studio.ask((s, wanted) => {
        const joint = s.joints.findIndex((info) => info.name === wanted);
        return Array.from(s.core.jointPositions().slice(3 * joint, 3 * joint + 3));
      }, name);
    const before = { hips: await place('hips'), foot: await place('foot.L'), hash: await studio.hash() };
    assert.equal(await page.getByRole('button', { name: 'T pose' }).isDisabled(), true, 'it has no arms');
    assert.match(await page.getByRole('button', { name: 'T pose' }).getAttribute('title'), /arms/);
    await page.getByRole('button', { name: 'Squat' }).click();
    await studio.settle();
    const after = { hips: await place('hips'), foot: await place('foot.L'), knee: await place('shin.L') };
    assert.ok(after.hips[1] < before.hips[1] - 0.3, 'the hips came down');
    assert.ok(Math.hypot(...after.foot.map((x, i) => x - before.foot[i])) < 1e-3, 'the feet stand');
    assert.ok(after.knee[2] > 0.2, 'the knees went forward');
    assert.equal(await studio.text('[data-testid=error-1]'), '0.0000 %');
    await studio.picture('11-squat');
    await page.locator('.pane').first().focus();
    await page.keyboard.press('Control+z');
    await studio.settle();
    assert.equal(await studio.hash(), before.hash, 'one step of undo');
    await select(studio, 'head');
    await page.getByRole('button', { name: 'Range' }).click();
    await studio.until((s) => s.core.clips()[s.core.clip()].name === 'range of head', null, 'its clip plays');
    const { duration, keys } = await studio.ask((s) => s.core.clips()[s.core.clip()]);
    assert.ok(duration === 6 && keys.length === 13, `${duration} s, ${keys.length} keys`);
    await studio.pause();
  });

  test('the camera follows, stays, or the character walks in place', async () => {
    await open(studio);
    const { page } = studio;
    for (const mode of ['follow', 'in-place', 'stay']) {
      await page.selectOption('[aria-label="Camera"]', mode);
      await studio.ask((s) => s.run(() => s.core.setTime(0)));
      await studio.settle();
      const before = await studio.jointPlace('hips');
      await studio.ask((s) => s.run(() => s.core.setTime(3)));
      await studio.settle();
      const after = await studio.jointPlace('hips');
      const moved = Math.hypot(after.x - before.x, after.y - before.y);
      if (mode === 'stay') assert.ok(!(moved < 300), `it walked out of the view, ${moved} pixels`);
      else assert.ok(moved < 40, `${mode}: it is still in the middle, ${moved} pixels away`);
    }
    await page.selectOption('[aria-label="Camera"]', 'follow');
    await studio.picture('11-follow');
  });

  test('F frames the pose, the joint, and the joint close by; the wheel keeps what it points at', async () => {
    const { page } = studio;
    const eye = () => studio.ask((s) => s.stage.rig.camera.position.distanceTo(s.stage.rig.center));
    const press = async () => {
      await page.locator('.pane').first().focus();
      await page.keyboard.press('f');
      await studio.ask((s) => s.stage.rig.jump());
      await studio.settle();
    };
    await studio.ask((s) => s.select(-1));
    await press();
    const far = await eye();
    const box = await page.locator('.pane').first().boundingBox();
    const head = await studio.jointPlace('head');
    assert.ok(
      head.y > box.y && head.y < box.y + box.height,
      'all of it is in the picture, though it walked away',
    );
    await select(studio, 'foot.L');
    await press();
    const near = await eye();
    const foot = await studio.jointPlace('foot.L');
    assert.ok(Math.abs(foot.x - box.x - box.width / 2) < 20, 'the joint is in the middle');
    await press();
    const close = await eye();
    assert.ok(near < 0.6 * far && close < 0.6 * near, `from ${far} to ${near} to ${close}`);
    await press();
    assert.ok(Math.abs((await eye()) - far) < 0.05 * far, 'and back');

    const before = await studio.jointPlace('head');
    await page.mouse.move(before.x, before.y);
    await page.mouse.wheel(0, -400);
    await studio.ask((s) => s.stage.rig.jump());
    await studio.settle();
    const after = await studio.jointPlace('head');
    assert.ok((await eye()) < 0.8 * far, 'it came nearer');
    const slip = Math.hypot(after.x - before.x, after.y - before.y);
    assert.ok(slip < 15, `what is under the pointer stays there, within ${slip} pixels`);
  });

  test('a new character gets a fresh camera, and a click on the body its panel', async () => {
    const { page } = studio;
    await page.keyboard.press('7');
    await studio.ask((s) => s.stage.rig.jump());
    await studio.drop([sceneFile('arm')]);
    await studio.until((s) => s.name === 'arm', null, 'the arm is open');
    const { x, y, z } = await studio.ask((s) => s.stage.rig.camera.position.clone().sub(s.stage.rig.center));
    assert.ok(Math.abs(y) < 0.5 * Math.hypot(x, y, z), 'no longer from above');
    await page.click('#tab-volume');
    await studio.pause();
    const pane = await page.locator('.pane').first().boundingBox();
    const [u, v] = await studio.ask((s) => {
      const { positions } = s.core.buffers(0, 0);
      const at = s.stage.rig.camera.position.clone().set(0, 0, 0);
      const seen = Array.from({ length: positions.length / 3 }, (_, i) =>
        at.clone().fromArray(positions, 3 * i),
      );
      const middle = seen.reduce((sum, point) => sum.add(point), at).divideScalar(seen.length);
      const nearest = seen.sort((a, b) => a.distanceTo(middle) - b.distanceTo(middle))[0];
      return nearest.project(s.stage.rig.camera).toArray();
    });
    await page.mouse.click(pane.x + (u * 0.5 + 0.5) * pane.width, pane.y + (0.5 - v * 0.5) * pane.height);
    await studio.until((s) => s.selected >= 0 && s.tab === 'joint', null, 'the panel of what was clicked');
  });

  test('before and after in one view, parted by a handle', async () => {
    const { page } = studio;
    await studio.ask((s) => s.run(() => s.core.setTime(1)));
    await page.keyboard.press('Control+3');
    await studio.settle();
    const boxes = await Promise.all([0, 1].map((pane) => page.locator('.pane').nth(pane).boundingBox()));
    assert.deepEqual(boxes[0], boxes[1], 'both lie on one another');
    assert.equal(await studio.text('[data-testid=error-1]'), '0.0000 %');
    assert.ok((await studio.error(0)) < -1e-3);
    const box = boxes[0];
    const picture = () => page.evaluate(() => document.querySelector('canvas').toDataURL());
    const middle = await picture();
    const grip = { x: box.x + box.width / 2, y: box.y + box.height - 40 };
    await studio.drag(grip, { x: box.x + box.width * 0.3, y: grip.y });
    assert.equal(await page.getAttribute('.wipe', 'aria-valuenow'), '30');
    assert.notEqual(await picture(), middle, 'another part is drawn');
    await studio.picture('11-wipe');
    await page.keyboard.press('Control+2');
    assert.equal(await page.isVisible('.wipe'), false);
  });

  test('notes are grouped by reason, counted and marked as what they are', async () => {
    const { page } = studio;
    await studio.drop([sheets(12)]);
    await page.click('[data-testid=dress-question] [data-answer=open]'); // they might be clothes
    await studio.until((s) => s.name === 'sheets', null, 'the sheets are open');
    assert.equal(await page.locator('.complaint').count(), 0, 'nothing covers the view');
    await page.click('#tab-file');
    const line = page.locator('.findings > li[data-kind="left out"]');
    assert.equal(await line.count(), 1, 'one line for one reason');
    assert.match(await line.locator('summary').innerText(), /^12 parts left as skinned, .* % of the surface/);
    await line.locator('summary').click();
    assert.equal(await line.locator('li').count(), 12, 'unfolded: which');
    await studio.picture('11-notes');
    assert.ok((await page.locator('.findings > li[data-kind=information]').count()) >= 1);
  });

  test('the error graph does not show rounding', async () => {
    await open(studio);
    const { page } = studio;
    await studio.until(
      (s) => s.core.errorGraph()?.skinned.every(Number.isFinite),
      null,
      'the graph is measured',
    );
    await page.locator('[data-testid=worst]', { hasText: 'nothing is lost: below 0.001 %' }).waitFor();
    const heights = await page.getAttribute('.graph-plain', 'd');
    const ys = [...heights.matchAll(/ ([\d.]+)/g)].map(([, y]) => Number(y));
    assert.ok(Math.max(...ys) - Math.min(...ys) < 20, 'the curve is all but flat');
    assert.match(await page.getAttribute('[data-testid=error-1]', 'title'), /e[+-]\d+ of the volume/);
    await studio.picture('11-flat');
  });

  test('the base can be chosen, and what does nothing is greyed with the reason', async () => {
    const { page } = studio;
    await studio.drop([sceneFile('arm')]);
    await studio.until((s) => s.name === 'arm', null, 'the arm is open');
    await studio.pause();
    await studio.ask((s) => s.run(() => s.core.setTime(1)));
    await page.click('#tab-volume');
    await studio.settle();
    const shape = () => studio.ask((s) => Array.from(s.core.buffers(1, 0).positions));
    const linear = await shape();
    await page.selectOption('[aria-label=Base]', 'dual');
    await studio.settle();
    const dual = await shape();
    assert.ok(
      dual.some((x, i) => Math.abs(x - linear[i]) > 1e-3),
      'another shape',
    );
    assert.equal(await studio.text('[data-testid=error-1]'), '0.0000 %', 'of the same volume');
    assert.equal(await page.isDisabled('[aria-label=Passes]'), true);
    assert.match(await studio.text('[data-testid=idle]'), /linearised/);
    await page.selectOption('[aria-label=Method]', 'linear-normal');
    await studio.settle();
    assert.equal(await page.isDisabled('[aria-label=Passes]'), false);
    await studio.picture('11-volume');
    await page.locator('.pane').first().focus();
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    await studio.settle();
    assert.deepEqual(await shape(), linear, 'undone bit for bit');
    assert.equal(await page.getByLabel('Simulated flesh').isVisible(), false, 'it carries none');
  });

  test('the flesh a file carries is switched off and on', async () => {
    const { page } = studio;
    const path = join(scratch, 'tube-flesh.glb');
    if (!existsSync(path))
      isoskin('flesh', sceneFile('tube').path, '-o', path, '--quality', 'draft', '--quiet');
    await studio.drop([{ name: 'tube-flesh.glb', bytes: readFileSync(path) }]);
    await studio.until((s) => s.name === 'tube-flesh', null, 'the tube is open');
    await studio.pause();
    await studio.ask((s) => s.run(() => s.core.setTime(1)));
    await page.click('#tab-volume');
    await studio.settle();
    const shape = () => studio.ask((s) => Array.from(s.core.buffers(1, 0).positions));
    const simulated = await shape();
    await page.click('[aria-label="Simulated flesh"] [data-value=normal]');
    await studio.settle();
    const without = await shape();
    assert.ok(
      without.some((x, i) => Math.abs(x - simulated[i]) > 1e-4),
      'off: another shape',
    );
    assert.equal(await studio.text('[data-testid=error-1]'), '0.0000 %');
    await page.click('[aria-label="Simulated flesh"] [data-value=flesh]');
    await studio.settle();
    assert.deepEqual(await shape(), simulated, 'on: as before');
    await studio.picture('11-flesh');
    assert.deepEqual(studio.errors, []);
  });
}

async function open(studio) {
  await studio.visit();
  await studio.drop([smallBiped()]);
  await studio.until((s) => s.name === 'walker', null, 'the walker is open');
  await studio.pause();
}

function select(studio, name) {
  return studio.ask((s, wanted) => s.select(s.joints.findIndex((info) => info.name === wanted)), name);
}

/** A closed cube and open sheets beside it, as OBJ. */
function sheets(count) {
  const lines = [];
  for (const [x, y, z] of [0, 1, 2, 3, 4, 5, 6, 7].map((i) => [i & 1, (i >> 1) & 1, i >> 2]))
    lines.push(`v ${x} ${y} ${z}`);
  lines.push('f 1 3 4 2', 'f 5 6 8 7', 'f 1 2 6 5', 'f 3 7 8 4', 'f 1 5 7 3', 'f 2 4 8 6');
  for (let i = 0; i < count; ++i) {
    const first = 9 + 4 * i;
    const x = 2 + i / 4;
    lines.push(`v ${x} 0 0`, `v ${x} 1 0`, `v ${x} 1 1`, `v ${x} 0 1`);
    lines.push(`f ${first} ${first + 1} ${first + 2} ${first + 3}`);
  }
  return { name: 'sheets.obj', bytes: Buffer.from(lines.join('\n')) };
}
