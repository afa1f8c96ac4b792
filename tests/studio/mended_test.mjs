// What was broken once: the page that died, edits that got lost, files that said nothing.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { smallBiped } from './small_biped.mjs';
import { isoskin, sceneFile, scratch } from './studio_page.mjs';

export function mendedTests(studio) {
  test('memory that grows in any change of state leaves no dark view', async () => {
    await studio.visit();
    const { page } = studio;
    await studio.drop([sceneFile('creature', 16_000)]);
    await studio.until((s) => s.findings.vertices >= 16_000, null, 'the dense creature is open');
    await studio.pause();
    const memory = () => studio.ask((s) => s.core.memory());
    const before = await memory();
    for (const keys of ['Control+4', 'h', 'Control+1', 'z', 'Control+4', 'h', 'z', 'Control+2']) {
      await page.keyboard.press(keys);
      await studio.settle();
      assert.equal(await page.locator('.complaint').count(), 0, `after ${keys}`);
      assert.ok((await brightest(studio)) > 60, `after ${keys} something is drawn`);
    }
    assert.ok((await memory()) > before, 'memory has grown meanwhile');
    assert.deepEqual(studio.errors, []);
  });

  test('views that do not fit into memory are refused beforehand, and the document stays', async () => {
    const { page } = studio;
    const hash = await studio.hash();
    await studio.ask((s) => (s.room.limit = s.core.memory() + 0.5 * s.room.needed(['axes'])));
    await page.keyboard.press('Control+1');
    await studio.ask((s) => s.setMethods(['linear', 'dual', 'axes', 'free']));
    const complaint = page.locator('.complaint', { hasText: 'more than the page has' });
    assert.match(await complaint.innerText(), /vertices in 4 views would take \d\.\d GB/);
    await studio.settle();
    assert.deepEqual(await studio.ask((s) => s.preferences.methods), ['linear', 'dual']);
    assert.equal(await page.locator('.pane').count(), 2);
    assert.equal(await studio.hash(), hash);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+2');
  });

  test('what is thrown while drawing is said, with a way on', async () => {
    const { page } = studio;
    await studio.ask((s) => {
      const { update } = s.stage;
      s.stage.update = () => {
        s.stage.update = update;
        throw new Error('a card that gave up');
      };
      s.touch();
    });
    const complaint = page.locator('.complaint', { hasText: 'a card that gave up' });
    await complaint.waitFor();
    await complaint.getByText('Draw again').click();
    await studio.ask((s) => s.setPlaying(true));
    await moves(studio);
  });

  test('a graphics context that is lost comes back with the picture', async () => {
    await studio.pause();
    const lose = (word) =>
      studio.ask((s, call) => {
        window.loser ??= s.stage.renderer.getContext().getExtension('WEBGL_lose_context');
        window.loser[call]();
      }, word);
    const hash = await studio.hash();
    await lose('loseContext');
    await studio.page.locator('.saying', { hasText: 'graphics card is gone' }).waitFor();
    await lose('restoreContext');
    await studio.until((s) => !s.held, null, 'the card is back');
    await studio.settle();
    assert.ok((await brightest(studio)) > 60, 'something is drawn');
    await studio.picture('10-context');
    assert.equal(await studio.hash(), hash);
    studio.errors.length = 0; // the renderer says that its context was lost
    await studio.ask((s) => s.setPlaying(true));
    await moves(studio);
  });

  test('what a studio baked is shown as it is, and the correction can be taken out', async () => {
    await studio.visit();
    const { page } = studio;
    await studio.drop([sceneFile('arm')]);
    await studio.until((s) => s.name === 'arm', null, 'the arm is open');
    const inPage = await bakeInPage(studio);
    const byProgram = join(scratch, 'arm-by-program.glb');
    isoskin('bake', sceneFile('arm').path, '-o', byProgram, '--quiet');
    const offerFor = async (bytes) => {
      await studio.drop([{ name: 'arm-baked.glb', bytes }]);
      const offer = page.locator('.complaint', { hasText: 'was baked' });
      await offer.waitFor();
      assert.equal(await studio.ask((s) => s.core.settings().method), 'none', 'it is not corrected twice');
      return offer;
    };
    await (await offerFor(inPage)).getByText('Show it as it is').click();
    assert.deepEqual(await studio.ask((s) => s.preferences.methods), ['linear']);
    await studio.ask((s) => s.setMethods(['linear', 'isoskin']));
    await (await offerFor(readFileSync(byProgram))).getByText('Take the correction out').click();
    await studio.until((s) => s.findings.baked === '', null, 'the correction is out');
    assert.equal(await studio.ask((s) => s.name), 'arm-baked', 'it keeps its name');
    await studio.settle();
    assert.equal(await studio.text('[data-testid=error-1]'), '0.0000 %');
    assert.deepEqual(studio.errors, []);
  });

  test('several files at once: none is dropped without a word', async () => {
    await studio.visit();
    const { page } = studio;
    const nod = { keys: [0, 1].map((time) => ({ time, joints: { head: { rotate: [40 * time, 0, 0] } } })) };
    const motion = { name: 'nod.json', bytes: Buffer.from(JSON.stringify(nod)) };
    await studio.drop([motion, smallBiped(), sceneFile('tube')]);
    await studio.until((s) => s.core.clips()[s.core.clip()]?.name === 'nod', null, 'the motion plays');
    assert.match(await page.locator('.complaint', { hasText: 'left out' }).innerText(), /tube\.glb/);
    assert.equal(await studio.ask((s) => s.name), 'walker', 'it is called after its file');
    await studio.drop([smallBiped()]);
    await answer(studio, 'discard');
    await page.locator('.complaint').waitFor({ state: 'detached' });
    assert.deepEqual(studio.errors, []);
  });

  test('knees do not fold backwards when a foot is pulled, and bend to their pole', async () => {
    const { page } = studio;
    await studio.until((s) => s.name === 'walker', null, 'the walker is open');
    await page.selectOption('[aria-label="Clip"]', { label: 'no clip' });
    await page.keyboard.press('q');
    const foot = await jointOf(studio, 'foot.L');
    const knee = async () => (await places(studio))[await jointOf(studio, 'shin.L')];
    for (const target of [
      [0.2, 0.4, 0],
      [0.2, 0.4, 0.3],
      [0.2, 0.3, -0.4],
    ]) {
      await studio.ask((s, [joint, to]) => s.run(() => s.poser.pull(joint, to)), [foot, target]);
      const [hip, bend] = [(await places(studio))[await jointOf(studio, 'thigh.L')], await knee()];
      const middle = (hip[2] + target[2]) / 2;
      assert.ok(bend[2] > middle + 0.02, `pulled to ${target} the knee is before the leg, at ${bend}`);
    }
    await polePull(studio, foot, knee);
    assert.deepEqual(studio.errors, []);
  });

  test('pinned feet stay while the hips move, and joints keep to their limits', async () => {
    const { page } = studio;
    await studio.ask((s) => s.run(() => s.core.resetPose()));
    const feet = [await jointOf(studio, 'foot.L'), await jointOf(studio, 'foot.R')];
    for (const foot of feet) {
      await studio.ask((s, joint) => s.select(joint), foot);
      await page.locator('.pane').first().focus();
      await page.keyboard.press('p');
    }
    assert.equal(await page.locator('.joints .pinned').count(), 2);
    const before = await places(studio);
    await studio.ask((s, joint) => s.select(joint), await jointOf(studio, 'hips'));
    await page.getByText('Translation and scale').click();
    await page.fill('[aria-label="translation y"]', '0.8');
    await page.keyboard.press('Enter');
    await studio.settle();
    const after = await places(studio);
    for (const foot of feet) assert.ok(distance(before[foot], after[foot]) < 1e-3, 'the foot stays');
    const shin = await jointOf(studio, 'shin.L');
    assert.ok(after[shin][2] > before[shin][2] + 0.1, 'the knees bend forward instead');
    await studio.picture('10-pinned');

    const head = await jointOf(studio, 'head');
    await studio.ask((s, joint) => s.select(joint), head);
    await page.getByRole('button', { name: 'Limit', exact: true }).click();
    await page.fill('[aria-label="Turns at most"]', '30');
    await page.keyboard.press('Enter');
    await page.fill('[aria-label="rotation x"]', '80');
    await page.keyboard.press('Enter');
    await studio.settle();
    const [turned] = await studio.ask((s, joint) => s.core.jointAngles(joint), head);
    assert.ok(Math.abs(turned - 30) < 1e-3, `it turned by ${turned} of 30 degrees`);
    assert.deepEqual(studio.errors, []);
  });

  test('opening asks before edits are thrown away, and Recent brings them back with undo', async () => {
    await studio.visit('');
    const { page } = studio;
    await page.keyboard.press('Escape'); // the tour
    await studio.drop([smallBiped()]);
    await studio.until((s) => s.name === 'walker', null, 'the walker is open');
    assert.doesNotMatch(await page.title(), /•/);
    await studio.ask((s, joint) => s.select(joint), await jointOf(studio, 'head'));
    await page.fill('[aria-label="rotation y"]', '33');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.title.startsWith('•'));
    const hash = await studio.hash();
    await studio.drop([sceneFile('arm')]);
    await answer(studio, 'cancel');
    assert.equal(await studio.hash(), hash, 'cancelled: nothing is lost');
    await studio.drop([sceneFile('arm')]);
    await studio.page.waitForSelector('[data-testid=save-question][open]');
    await studio.picture('10-question');
    const saved = await studio.download(() => page.click('[data-answer=save]'));
    assert.equal(saved.name, 'walker.glb');
    await studio.until((s) => s.name === 'arm', null, 'the arm is open');

    await page.click('#tab-file');
    await page.locator('.recent-work', { hasText: 'walker' }).waitFor();
    assert.ok((await page.getAttribute('.recent-work img', 'src')).startsWith('data:image/jpeg'));
    await studio.picture('10-recent');
    await page.locator('.recent-work', { hasText: 'walker' }).click();
    await studio.until((s) => s.name === 'walker', null, 'the walker is back');
    assert.equal(await studio.hash(), hash);
    await page.waitForSelector('.kept.shown');
    await studio.load('');
    assert.equal(await studio.hash(), hash, 'and after a reload too');
    await page.keyboard.press('Control+z');
    const [, turned] = await studio.ask((s) =>
      s.core.jointAngles(s.joints.findIndex((i) => i.name === 'head')),
    );
    assert.ok(Math.abs(turned) < 1e-6, 'undo survives the reload');
    assert.deepEqual(studio.errors, []);
  });

  test('Ctrl+S writes to the file it came from', async () => {
    const { page } = studio;
    await page.keyboard.press('Control+Shift+Z');
    await page.evaluate(async () => {
      const folder = await window.navigator.storage.getDirectory();
      window.isoskinStudio.work.handle = await folder.getFileHandle('walker.glb', { create: true });
    });
    await page.keyboard.press('Control+s');
    await page.locator('.saying', { hasText: 'walker.glb is saved' }).waitFor();
    const head = await page.evaluate(async () => {
      const file = await window.isoskinStudio.work.handle.getFile();
      return new window.TextDecoder().decode((await file.arrayBuffer()).slice(0, 4));
    });
    assert.equal(head, 'glTF');
    assert.doesNotMatch(await page.title(), /•/, 'nothing is unsaved');
  });
}

/** The brightest place of the middle pane's picture, 0…255. */
function brightest(studio) {
  return studio.page.evaluate(() => {
    const canvas = document.querySelector('canvas');
    const small = document.createElement('canvas');
    small.width = small.height = 64;
    const context = small.getContext('2d');
    context.drawImage(canvas, 0, 0, 64, 64);
    const { data } = context.getImageData(0, 0, 64, 64);
    return Math.max(...data.filter((_, i) => i % 4 !== 3));
  });
}

async function moves(studio) {
  const time = await studio.ask((s) => s.core.time());
  await studio.until((s, before) => s.core.time() !== before, time, 'the clip goes on');
}

async function bakeInPage(studio) {
  await studio.page.click('.topbar .accent');
  await studio.page.click('[data-export=baked-glb]');
  const { bytes } = await studio.download(() => studio.page.click('[data-take]'));
  await studio.page.waitForFunction(() => !document.querySelector('dialog[open]'));
  return bytes;
}

async function answer(studio, word) {
  await studio.page.click(`[data-testid=save-question] [data-answer=${word}]`);
  await studio.page.waitForFunction(() => !document.querySelector('dialog[open]'));
  await studio.settle();
}

function jointOf(studio, name) {
  return studio.ask((s, wanted) => s.joints.findIndex((info) => info.name === wanted), name);
}

/** Where joints are, in model space. */
async function places(studio) {
  const flat = await studio.ask((s) => Array.from(s.core.jointPositions()));
  return Array.from({ length: flat.length / 3 }, (_, joint) => flat.slice(3 * joint, 3 * joint + 3));
}

function distance(a, b) {
  return Math.hypot(...a.map((x, i) => x - b[i]));
}

/** Drags the handle before the knee to the side: the foot stays, the knee goes there. */
async function polePull(studio, foot, knee) {
  const { page } = studio;
  await studio.ask((s, joint) => s.select(joint), foot);
  await page.keyboard.press('1');
  await page.keyboard.press('Control+1');
  await studio.ask((s) => s.stage.rig.jump());
  await studio.settle();
  const before = { knee: await knee(), foot: (await places(studio))[foot] };
  const handle = await studio.ask((s) => {
    const ball = s.stage.tools.getObjectByName('pole');
    return ball.position.clone().project(s.stage.rig.camera).toArray();
  });
  const box = await page.locator('.pane').first().boundingBox();
  const at = {
    x: box.x + (handle[0] * 0.5 + 0.5) * box.width,
    y: box.y + (0.5 - handle[1] * 0.5) * box.height,
  };
  await studio.drag(at, { x: at.x + 160, y: at.y });
  const after = { knee: await knee(), foot: (await places(studio))[foot] };
  assert.ok(after.knee[0] > before.knee[0] + 0.05, `the knee went from ${before.knee} to ${after.knee}`);
  assert.ok(distance(before.foot, after.foot) < 1e-3, 'the foot is where it was');
  await studio.picture('10-pole');
  await page.keyboard.press('Control+2');
}
