// Flesh: simulated beside the page, joint by joint; looked at with and without; kept, undone, taken home.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { isoskin, pictures, sceneFile } from './studio_page.mjs';

/** What a GLB says of itself. */
function jsonOf(bytes) {
  const buffer = Buffer.from(bytes);
  return JSON.parse(buffer.subarray(20, 20 + buffer.readUInt32LE(12)).toString());
}

const shape = (studio) => studio.ask((s) => Array.from(s.core.buffers(1, 0).positions));
const same = (a, b) => a.every((x, i) => x === b[i]);

export function fleshTests(studio) {
  test('the flesh of a joint is simulated while the page goes on, and mends its crook', async () => {
    const { page } = await openArm(studio);
    const panel = page.locator('#panel-joint');
    assert.match(await studio.text('[data-testid=joint-flesh]'), /Not simulated/);
    await page.keyboard.press('Control+2');
    await studio.ask((s) => s.crossings.toggle());
    await crossingsFound(studio);
    const before = await shape(studio);
    assert.ok((await crossingsOf(studio, 0)) > 20, 'plain skinning crosses itself');
    assert.ok((await crossingsOf(studio, 1)) > 20, 'so does the correction along normals');
    assert.match(await studio.text('[data-testid=crossings-1]'), /pairs cross/);
    await studio.picture('20-flesh-before');

    await panel.getByRole('button', { name: 'Simulate' }).click();
    await panel.getByRole('button', { name: 'Cancel' }).waitFor();
    await studio.until((s) => s.simulating.phase === 'runs', null, 'it is being simulated');
    await studio.until((s) => s.simulating.progress > 0.1, null, 'it gets on');
    assert.match(await panel.locator('.flesh-run').innerText(), /elbow: .* left/i);
    await studio.picture('20-flesh-runs');
    await studio.ask((s) => s.run(() => s.core.rotateJoint(s.selected, [0, 0, 60])));
    await studio.settle();
    await done(studio);

    await bend(studio, 125);
    await crossingsFound(studio);
    assert.equal(await crossingsOf(studio, 1), 0, 'nothing crosses with flesh');
    assert.equal(await studio.text('[data-testid=error-1]'), '0.0000 %', 'of the same volume');
    assert.match(await studio.text('[data-testid=joint-flesh]'), /Simulated through .* 0 now/s);
    assert.ok(!same(await shape(studio), before), 'the crook has changed');
    assert.equal(await studio.ask((s) => s.core.settings().method), 'flesh');
    await studio.picture('20-flesh-after');
  });

  test('held, it is shown without its flesh; nothing of the document changes', async () => {
    const { page } = studio;
    const hash = await studio.hash();
    const fleshed = await shape(studio);
    await page.locator('.pane').first().focus();
    await page.keyboard.down('v');
    await studio.settle();
    assert.match(await page.locator('.pane').nth(1).locator('select').inputValue(), /normal/);
    assert.ok(!same(await shape(studio), fleshed), 'another shape');
    await crossingsFound(studio);
    assert.ok((await crossingsOf(studio, 1)) > 20, 'that crosses itself');
    await page.keyboard.up('v');
    await studio.settle();
    assert.ok(same(await shape(studio), fleshed), 'as before');
    const button = page.locator('#panel-joint').getByRole('button', { name: 'Hold: without' });
    await button.scrollIntoViewIfNeeded();
    await button.hover();
    await page.mouse.down();
    await studio.settle();
    assert.ok(!same(await shape(studio), fleshed), 'the button does the same');
    await page.mouse.up();
    await studio.settle();
    assert.ok(same(await shape(studio), fleshed), 'as before');
    assert.equal(await studio.hash(), hash);
  });

  test('flesh is one step of undo, is kept with the work, and undone after a reload', async () => {
    const fleshed = await shape(studio);
    const carried = () => studio.ask((s) => s.core.flesh.carried().length);
    await studio.until((s) => s.savedRevision === s.core.revision(), null, 'the browser keeps it');
    await studio.load('');
    await studio.settle();
    assert.equal(await carried(), 1);
    assert.ok(same(await shape(studio), fleshed), 'the same bits after a reload');
    await studio.ask((s) => s.setTab('volume'));
    const undone = await studio.ask((s) => {
      const names = [];
      while (s.core.flesh.carried().length > 0) names.push(s.core.undo());
      return names;
    });
    assert.equal(undone.at(-1), 'flesh of elbow');
    await studio.ask((s) => s.redo());
    await studio.settle();
    assert.equal(await carried(), 1);
    assert.match(await studio.text('[data-testid=flesh]'), /flesh of 1 joint is carried/);
  });

  test('what is taken home has the flesh: the character for the program, the bake for players', async () => {
    const take = (kind) =>
      studio
        .ask((s, what) => Array.from(s.core.export(what, {}).bytes), kind)
        .then((b) => Uint8Array.from(b));
    const path = studio.keep({ name: 'arm-with-flesh.glb', bytes: await take('character-glb') });
    const { scenes } = jsonOf(readFileSync(path));
    assert.equal(scenes[0].extras.isoskin.flesh[0].joint, 'elbow');
    const words = ['--rotate', 'elbow=0,0,125', '-o', studio.keep({ name: 'arm-posed.obj', bytes: '' })];
    const posed = JSON.parse(isoskin('pose', path, ...words, '--json', '--quiet', '--force'));
    assert.ok(Math.abs(posed.corrected_error) < 1e-6);
    const { meshes } = jsonOf(await take('baked-glb'));
    assert.ok(
      meshes[0].extras.targetNames.some((name) => name.includes('flesh')),
      `targets ${meshes[0].extras.targetNames}`,
    );
  });

  test('all joints: planned with their time, simulated one by one, cancelled, taken back', async () => {
    const { page } = await openArm(studio);
    await page.click('#tab-volume');
    const panel = page.locator('#panel-volume');
    assert.equal(await page.getByLabel('Simulated flesh').isVisible(), false, 'it carries none');
    await panel.getByRole('button', { name: 'Which joints?' }).click();
    await done(studio);
    assert.match(
      await studio.text('[data-testid=flesh-plan]'),
      /2 of 2 joints can be simulated: .*(s|seconds)/,
    );
    assert.equal(await panel.locator('.flesh-joints li').count(), 2);
    await panel.getByRole('button', { name: 'Simulate all' }).click();
    await studio.until((s) => s.core.flesh.carried().length === 1, null, 'the first joint has its flesh');
    assert.match(await panel.locator('li[data-joint=elbow]').innerText(), /0 now/);
    await studio.page.screenshot({ path: join(pictures, '21-flesh-all.png') });
    await done(studio);
    await studio.settle();
    assert.equal(await studio.ask((s) => s.core.flesh.carried().length), 2);
    await studio.ask((s) => s.undo());
    assert.equal(await studio.ask((s) => s.core.flesh.carried().length), 0, 'a run is one step of undo');
    await studio.ask((s) => s.redo());
    await studio.settle();
    const fleshed = await shape(studio);
    await panel.getByLabel('amount of flesh').fill('0.5');
    await panel.getByLabel('amount of flesh').press('Enter');
    await studio.settle();
    assert.ok(!same(await shape(studio), fleshed), 'half of it');
    await page.click('[aria-label="Simulated flesh"] [data-value=normal]');
    await studio.settle();
    assert.equal(await studio.ask((s) => s.core.settings().method), 'normal');
    assert.equal(await panel.getByRole('button', { name: 'Hold: without' }).isDisabled(), true);
    await studio.picture('21-flesh-without');
    assert.deepEqual(studio.errors, []);
  });

  test('cancelled, a simulation leaves the document as it was', async () => {
    const { page } = studio;
    const panel = page.locator('#panel-volume');
    const hash = await studio.hash();
    await panel.getByRole('button', { name: 'Fine' }).click(); // takes so long that it cannot end by itself
    await panel.getByRole('button', { name: 'Simulate all' }).click();
    await studio.until((s) => s.simulating.phase === 'runs', null, 'it is being simulated');
    assert.equal(await panel.getByRole('button', { name: 'Simulate all' }).isDisabled(), true);
    await panel.getByRole('button', { name: 'Cancel' }).click();
    await done(studio);
    await page.getByText(/Stopped; joints that were done/).waitFor();
    assert.equal(await studio.hash(), hash);
    await panel.getByRole('button', { name: 'Draft' }).click();
  });

  test('what is missing is simulated alone', async () => {
    const panel = studio.page.locator('#panel-volume');
    const rest = panel.getByRole('button', { name: 'Simulate the rest' });
    assert.equal(await rest.isVisible(), false, 'nothing is missing');
    await studio.ask((s) => s.step('remove', () => s.core.flesh.drop(2)));
    await studio.settle();
    assert.match(await panel.locator('li[data-joint=wrist]').innerText(), /Can be simulated/);
    await rest.click();
    await done(studio);
    await studio.settle();
    assert.match(await panel.locator('li[data-joint=wrist]').innerText(), /0 now/);
    assert.equal(await studio.ask((s) => s.core.flesh.carried().length), 2);
  });

  test('a joint that cannot be simulated is named with its reason', async () => {
    const { page } = studio;
    await studio.ask((s) => s.select(s.joints.findIndex(({ name }) => name === 'shoulder')));
    await page.click('#tab-joint');
    await page.locator('#panel-joint').getByRole('button', { name: 'Simulate' }).click();
    await done(studio);
    await page.getByText(/joint 'shoulder' moves no flesh/).waitFor();
    await page.keyboard.press('Escape');
  });

  test('another file ends a simulation; flesh that comes in a drag waits for its end', async () => {
    await openArm(studio);
    await studio.ask((s) => {
      s.begin('a long drag');
      void s.simulating.simulate(['elbow']);
    });
    await studio.until((s) => s.simulating.states.get('elbow')?.kind === 'done', null, 'it is simulated');
    await done(studio);
    assert.equal(await studio.ask((s) => s.core.flesh.carried().length), 0, 'not within the drag');
    await studio.ask((s) => s.end());
    await studio.until((s) => s.core.flesh.carried().length === 1, null, 'it came in after the drag');
    await studio.ask((s) => void s.simulating.simulate([]));
    await studio.until((s) => s.simulating.phase === 'runs', null, 'it is being simulated');
    await studio.ask((s) => s.loaded(s.core.openScene('tube')));
    assert.equal(await studio.ask((s) => s.simulating.running), false);
    await studio.settle();
    assert.equal(await studio.ask((s) => s.core.flesh.carried().length), 0);
    assert.deepEqual(studio.errors, []);
  });

  test('without the makers the page says so and goes on', async () => {
    await studio.visit();
    const { page } = studio;
    await page.route(/isoskin_makers.*\.wasm$/, (route) => route.abort());
    await studio.ask((s) => s.loaded(s.core.openScene('arm')));
    await studio.ask((s) => void s.simulating.simulate([]));
    await done(studio);
    await page.getByText(/Flesh could not be simulated/).waitFor();
    assert.equal(await studio.ask((s) => s.core.flesh.carried().length), 0);
    studio.errors.splice(0); // the browser's own word on what did not come
  });
}

async function openArm(studio) {
  await studio.visit();
  await studio.drop([sceneFile('arm')]);
  await studio.until((s) => s.name === 'arm', null, 'the arm is open');
  await studio.pause();
  await studio.ask((s) => s.select(s.joints.findIndex(({ name }) => name === 'elbow')));
  await bend(studio, 125);
  return studio;
}

async function bend(studio, degrees) {
  await studio.ask((s, angle) => {
    s.core.setClip(-1);
    s.step('bend', () => s.core.rotateJoint(s.selected, [0, 0, angle]));
  }, degrees);
  await studio.settle();
}

const done = (studio) => studio.until((s) => !s.simulating.running, null, 'it is done');
const crossingsFound = (studio) =>
  studio.until((s) => s.crossings.of(1) !== null, null, 'crossings are found');
const crossingsOf = (studio, pane) => studio.ask((s, index) => s.crossings.of(index)?.pairs ?? -1, pane);
