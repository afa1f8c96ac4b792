// From a bare mesh to a posable character, and clothes for it.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { boxOf, garmentOver } from './bare_meshes.mjs';
import { isoskin, root, sceneFile, scratch } from './studio_page.mjs';

const dist = process.env.STUDIO_DIST ?? join(root, 'apps/studio/dist');
const shared = join(root, '../shared/data');
const person = join(shared, 'smpl-man/human_man.obj');
const panel = '[data-testid=rig-panel]';

/** The mesh of a scene, without its skeleton. */
function bareScene(name) {
  const path = join(scratch, `${name}-bare.obj`);
  isoskin('pose', sceneFile(name).path, '-o', path, '--quiet', '--force');
  return { name: `${name}-bare.obj`, bytes: readFileSync(path) };
}

async function openBare(studio, file) {
  await studio.drop([file]);
  const name = file.name.replace(/\..*/, '');
  await studio.until((s, wanted) => s.name === wanted, name, `${name} is open`);
  await studio.settle();
}

async function rigIt(studio) {
  await studio.page.click(`${panel} .accent`);
  await studio.page.waitForSelector('[data-testid=rig-confidence]');
}

async function bind(studio) {
  await studio.page.click(`${panel} .accent`);
  await studio.page.waitForSelector('[data-testid=rig-bound]');
}

/** Where a joint of the sketch is on the first pane, in pixels of the page. */
async function sketchPlace(studio, name) {
  const at = await studio.ask((s, wanted) => {
    const rig = JSON.parse(s.core.stages.rigSketch());
    const joint = rig.joints.find((one) => one.name === wanted);
    const { camera } = s.stage.rig;
    return {
      seen: camera.position
        .clone()
        .fromArray(joint.moved ?? joint.place)
        .project(camera)
        .toArray(),
      place: joint.moved ?? joint.place,
    };
  }, name);
  const box = await studio.page.locator('.pane').first().boundingBox();
  return {
    place: at.place,
    x: box.x + (at.seen[0] * 0.5 + 0.5) * box.width,
    y: box.y + (0.5 - at.seen[1] * 0.5) * box.height,
  };
}

/** Presses Cancel as soon as the makers are at work. */
function cancelOnTheWay() {
  const look = () => {
    const dialog = document.querySelector('dialog.opening[open]');
    const part = dialog?.querySelector('progress').value ?? 0;
    if (part <= 0.15) return requestAnimationFrame(look);
    window.cancelledAt = part;
    dialog.querySelector('button').click();
  };
  look();
}

const joints = (studio) => studio.ask((s) => s.findings.joints);
const history = (studio) => studio.ask((s) => s.core.history());

async function undo(studio, steps) {
  await studio.page.keyboard.press('Control+z');
  await studio.until((s, left) => s.core.history().undo.length === left, steps, `${steps} steps are left`);
  await studio.settle();
}

export function rigTests(studio) {
  test('rig: a bare mesh is offered a skeleton; doubtful joints say why', async () => {
    await studio.visit();
    await openBare(studio, bareScene('creature'));
    assert.match(await studio.text(panel), /creature-bare has no skeleton/);
    await rigIt(studio);
    assert.match(await studio.text(panel), /quadruped, 22 joints/i);
    assert.match(await studio.text('[data-testid=rig-confidence]'), /fits fairly\. \d+ joints are doubtful/);
    const doubts = studio.page.locator('.doubt');
    assert.ok((await doubts.count()) >= 3, 'doubtful joints are listed');
    assert.match(await doubts.first().innerText(), /hidden in the trunk/);
    await doubts.first().click();
    assert.equal(await studio.page.locator('.doubt[aria-pressed=true]').count(), 1, 'and marked by a click');
    const { x, y } = await sketchPlace(studio, 'Tail');
    await studio.page.mouse.move(x, y);
    assert.match(await studio.text('[data-testid=joint-label]'), /Tail\s+hidden/i);
    await studio.picture('20-rig-doubts');
    assert.deepEqual(studio.errors, []);
  });

  test('rig: joints are dragged, both sides alike; every drag is a step of undo', async () => {
    const left = 'LeftFrontUpperLeg';
    const right = 'RightFrontUpperLeg';
    const [before, other] = [await sketchPlace(studio, left), await sketchPlace(studio, right)];
    await studio.drag(before, { x: before.x, y: before.y - 30 });
    const [after, mirrored] = [await sketchPlace(studio, left), await sketchPlace(studio, right)];
    const moves = [
      [after, before],
      [mirrored, other],
    ].map(([now, then]) => now.place.map((x, axis) => x - then.place[axis]));
    assert.ok(Math.hypot(...moves[0]) > 0.01, 'it went with the pointer');
    assert.ok(Math.abs(Math.hypot(...moves[0]) - Math.hypot(...moves[1])) < 1e-6, 'the other side as far');
    assert.ok(Math.abs(moves[0][1] - moves[1][1]) < 1e-6, 'and as high');
    assert.equal((await history(studio)).undo.length, 2);
    await undo(studio, 1);
    assert.deepEqual((await sketchPlace(studio, left)).place, before.place);
    await studio.page.keyboard.press('Control+Shift+z');
    await studio.until((s) => s.core.history().undo.length === 2, null, 'done again');

    await studio.page.click(`${panel} input[type=checkbox]`);
    const alone = await sketchPlace(studio, right);
    await studio.drag(await sketchPlace(studio, left), { x: after.x + 8, y: after.y });
    assert.deepEqual((await sketchPlace(studio, right)).place, alone.place, 'one side alone, if wanted');
    await undo(studio, 2);
  });

  test('rig: bound, it is posed at constant volume, kept by the browser, and undone to the bare mesh', async () => {
    await bind(studio);
    assert.equal(await joints(studio), 22);
    assert.match(await studio.text('[data-testid=rig-bound]'), /by heat/);
    await studio.ask((s) => {
      const joint = s.joints.findIndex(({ name }) => name === 'LeftFrontLowerLeg');
      s.select(joint);
      s.step('bend', () => s.core.rotateJoint(joint, [70, 0, 0]));
    });
    await studio.settle();
    assert.ok(Math.abs(await studio.error(0)) > 0.0001, 'plain skinning changes its volume');
    assert.equal(await studio.text('[data-testid=error-1]'), '0.0000 %');
    await studio.picture('20-rig-bound');
    const steps = (await history(studio)).undo;
    assert.equal(steps[1], 'Bind');

    await studio.until((s) => s.savedRevision === s.core.revision(), null, 'the browser keeps it');
    await studio.load('');
    assert.deepEqual((await history(studio)).undo, steps, 'undo survives a reload');
    await undo(studio, steps.length - 1);
    await undo(studio, steps.length - 2);
    assert.equal(await joints(studio), 0, 'the bare mesh, with its joints as they were put');
    assert.ok(await studio.page.isVisible('[data-testid=rig-confidence]'));
    await undo(studio, 1);
    await undo(studio, 0);
    assert.match(await studio.text(panel), /has no skeleton/);
    assert.deepEqual(studio.errors, []);
  });

  test('rig: a search can be cancelled, and what cannot be rigged says why', async () => {
    await studio.visit();
    await openBare(studio, bareScene('creature'));
    await studio.page.evaluate(cancelOnTheWay);
    await studio.page.click(`${panel} .accent`);
    await studio.page.waitForFunction(() => window.cancelledAt > 0);
    assert.equal(await studio.page.isVisible('[data-testid=opening]'), false);
    await studio.page.waitForTimeout(500);
    assert.match(await studio.text(panel), /has no skeleton/, 'all is as it was');
    assert.deepEqual((await history(studio)).undo, []);

    await studio.visit();
    const sheet = 'v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3 4\n';
    await openBare(studio, { name: 'sheet.obj', bytes: Buffer.from(sheet) });
    await studio.page.click(`${panel} .accent`);
    const complaint = studio.page.locator('.complaint', { hasText: 'could not be rigged' });
    assert.match(await complaint.innerText(), /sheet could not be rigged: the surface is flat/);
    assert.equal(await joints(studio), 0);
    assert.deepEqual(studio.errors, []);
  });

  test('dress: a garment dropped on a character is worn, saved with it, and taken off by undo', async () => {
    await studio.visit();
    const arm = bareScene('arm');
    const { low, high } = boxOf(arm.bytes.toString());
    const size = Math.hypot(...low.map((x, axis) => high[axis] - x));
    const sleeve = {
      name: 'sleeve.obj',
      bytes: Buffer.from(garmentOver(arm.bytes.toString(), 0.012 * size, () => true)),
    };
    await studio.drop([{ name: 'hero.glb', bytes: sceneFile('arm').bytes }]);
    await studio.until((s) => s.name === 'hero', null, 'hero is open');
    await studio.pause();
    await studio.ask((s) => s.step('bend', () => s.core.rotateJoint(1, [20, 0, 0])));
    const edited = await studio.ask((s) => [...s.core.editedJoints()]);

    await studio.drop([sleeve]);
    await studio.page.waitForSelector('[data-testid=dress-question][open]');
    await studio.page.click('[data-testid=dress-question] [data-answer=cancel]');
    assert.equal(await studio.ask((s) => s.core.meshes().length), 1, 'cancelled: nothing happened');
    await studio.drop([sleeve]);
    await studio.page.click('[data-testid=dress-question] [data-answer=dress]');
    await studio.until((s) => s.core.meshes().length === 2, null, 'it is worn');
    assert.equal(await studio.ask((s) => s.name), 'hero');
    assert.deepEqual(await studio.ask((s) => [...s.core.editedJoints()]), edited, 'the pose stays');
    await studio.picture('21-dressed');
    assert.equal(await studio.text('[data-testid=error-1]'), '0.0000 %');

    const saved = await studio.download(() => studio.page.keyboard.press('Control+s'));
    const info = JSON.parse(isoskin('info', studio.keep(saved), '--json'));
    assert.deepEqual(info.meshes.map(({ name }) => name).slice(-1), ['sleeve']);
    await undo(studio, 1);
    assert.equal(await studio.ask((s) => s.core.meshes().length), 1, 'taken off');
    assert.deepEqual(await studio.ask((s) => [...s.core.editedJoints()]), edited);
    assert.deepEqual(studio.errors, []);
  });

  test('dress: what was dropped can be opened instead, and a character of its own is not asked about', async () => {
    await studio.drop([bareScene('creature')]);
    await studio.page.click('[data-testid=dress-question] [data-answer=open]');
    await studio.page.click('[data-testid=save-question] [data-answer=discard]');
    await studio.until((s) => s.name === 'creature-bare', null, 'it is open');
    await studio.drop([{ name: 'hero.glb', bytes: sceneFile('arm').bytes }]);
    await studio.until((s) => s.name === 'hero', null, 'a character with a skeleton is opened at once');
    assert.deepEqual(studio.errors, []);
  });

  test('rig: the single file has it all within', async () => {
    await studio.visit('fresh', undefined, pathToFileURL(join(dist, 'studio.html')).href);
    await openBare(studio, bareScene('creature'));
    await rigIt(studio);
    assert.match(await studio.text(panel), /quadruped, 22 joints/i);
    assert.deepEqual(studio.errors, []);
  });

  test('rig and dress: a scanned person gets a skeleton and a shirt', async (context) => {
    if (!existsSync(person)) return context.skip('needs ../shared/data');
    const body = readFileSync(person, 'utf8');
    const { low, high } = boxOf(body);
    const height = high[1] - low[1];
    const covers = ([x, y]) => {
      const share = (y - low[1]) / height;
      return share > 0.5 && share < 0.84 && Math.abs(x) < 0.25 * height;
    };
    await studio.visit();
    await openBare(studio, { name: 'human_man.obj', bytes: Buffer.from(body) });
    await rigIt(studio);
    assert.match(await studio.text(panel), /biped, 22 joints/i);
    assert.match(await studio.text('[data-testid=rig-confidence]'), /^It fits\.$/);
    await studio.picture('22-person-rigged');
    await bind(studio);
    await studio.drop([{ name: 'shirt.obj', bytes: Buffer.from(garmentOver(body, 0.012 * height, covers)) }]);
    await studio.page.click('[data-testid=dress-question] [data-answer=dress]');
    await studio.until((s) => s.core.meshes().length === 2, null, 'it is worn');
    await studio.ask((s) => {
      const joint = s.joints.findIndex(({ name }) => name === 'LeftArm');
      s.step('lower', () => s.core.rotateJoint(joint, [0, 0, 50]));
    });
    await studio.settle();
    assert.equal(await studio.text('[data-testid=error-1]'), '0.0000 %');
    await studio.picture('22-person-dressed');
    assert.deepEqual(studio.errors, []);
  });
}
