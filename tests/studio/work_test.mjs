// What a visitor comes back for: points 5 to 8.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pictures, root, sceneFile } from './studio_page.mjs';

const shared = join(root, '../shared/data');

export function workTests(studio) {
  test('5. a dropped character opens, says what it is, and plays', async () => {
    await studio.visit();
    const { name, bytes } = sceneFile('arm');
    await studio.page.evaluate(noteOpeningWords);
    await studio.drop([{ name, bytes }]);
    await studio.page.waitForFunction(() => document.querySelector('.file-name').textContent !== 'creature');
    const said = await studio.page.evaluate(() => window.openingWords);
    assert.ok(
      said.some((sentence) => sentence.includes(`Opening ${name}`)),
      `while it opens: ${said.join(', ')}`,
    );
    assert.equal(await studio.page.locator('[data-testid=opening]').isVisible(), false);
    assert.equal(await studio.ask((s) => s.tab), 'joint', 'what can be done with it is shown first');
    await studio.page.click('#tab-file');
    const found = await studio.ask((s) => s.core.findings());
    const words = await studio.text('#panel-file');
    assert.ok(words.includes(found.vertices.toLocaleString('en')), 'the panel tells the vertices');
    assert.match(words, /Closed\s+yes/i);
    await studio.picture('5-dropped');
  });

  test('5. opening can be cancelled, and the page goes on meanwhile', async () => {
    await studio.visit();
    const before = await studio.ask((s) => s.core.stateHash());
    await studio.page.evaluate(cancelAtOnce);
    const { name, bytes } = sceneFile('arm');
    await studio.drop([{ name, bytes }]);
    await studio.page.waitForFunction(() =>
      document.querySelector('.saying').textContent.includes('not opened'),
    );
    assert.equal(await studio.ask((s) => s.core.stateHash()), before, 'the old document is as it was');

    await studio.page.evaluate(watchOpening);
    await studio.drop([sceneFile('creature', 60_000)]);
    await studio.page.waitForFunction(() => window.opened, null, { timeout: 60_000 });
    const { frames, parts } = await studio.page.evaluate(() => window.opened);
    assert.ok(frames >= 5, `${frames} frames were drawn while it opened`);
    assert.ok(parts.length >= 2 && parts.every((part, i) => i === 0 || part >= parts[i - 1]), String(parts));
  });

  test('5. real files of all kinds open, or are refused in words', async (context) => {
    if (!existsSync(shared)) return context.skip('needs ../shared/data');
    const find = (folder, file) => ({
      name: file,
      bytes: readFileSync(join(shared, folder, file)),
    });
    await studio.drop([find('fox-khronos', 'Fox.glb')]);
    await studio.page.waitForFunction(() => document.querySelector('.file-name').textContent.includes('Fox'));
    assert.equal(await studio.ask((s) => s.playing), true, 'its clip plays');
    await studio.settle();
    await studio.picture('5-fox');
    await studio.drop([find('smpl-man', 'human_man.obj')]);
    await studio.page.waitForFunction(() =>
      document.querySelector('.file-name').textContent.includes('human_man'),
    );
    await studio.page.click('#tab-file');
    assert.match(await studio.text('#panel-file'), /Joints\s+0/i);
  });

  test('5. hostile files are refused in words, and the page lives', async () => {
    const { bytes } = sceneFile('arm');
    const hostile = [
      { name: 'cut.glb', bytes: bytes.subarray(0, bytes.length / 2) },
      {
        name: 'noise.glb',
        bytes: Buffer.from(Array.from({ length: 5000 }, (_, i) => (i * 7919) % 256)),
      },
      { name: 'empty.glb', bytes: Buffer.alloc(0) },
      {
        name: 'lies.gltf',
        bytes: Buffer.from(
          '{"asset":{"version":"2.0"},"meshes":[{"primitives":[{"attributes":{"POSITION":9}}]}]}',
        ),
      },
      { name: 'deep.gltf', bytes: Buffer.from('['.repeat(100_000)) },
      { name: 'words.obj', bytes: Buffer.from('f 1 2 3\nv nan inf x\n') },
      { name: 'motion.bvh', bytes: Buffer.from('HIERARCHY\nROOT\n{') },
      { name: 'settings.json', bytes: Buffer.from('{"isoskin_volume": 99}') },
      { name: 'letter.docx', bytes: Buffer.from('PK') },
    ];
    const before = await studio.hash();
    for (const file of hostile) {
      await studio.page.keyboard.press('Escape');
      await studio.drop([file]);
      const complaint = studio.page.locator('.complaint p').first();
      await complaint.waitFor();
      assert.ok((await complaint.innerText()).length > 20, `${file.name}: a sentence`);
    }
    await studio.picture('5-refused');
    await studio.page.keyboard.press('Escape');
    assert.equal(await studio.hash(), before, 'what was open is untouched');
    assert.deepEqual(studio.errors, []);
  });

  test('6. the timeline plays, scrubs, steps, loops and keys', async () => {
    await studio.visit();
    const { page } = studio;
    const time = () => studio.ask((s) => s.core.time());
    await page.keyboard.press('Space');
    assert.equal(await studio.ask((s) => s.playing), false);
    const lane = await page.locator('[data-testid=lane]').boundingBox();
    const length = await studio.ask((s) => s.core.clips()[s.core.clip()].duration);
    await studio.drag({ x: lane.x + 20, y: lane.y + 20 }, { x: lane.x + lane.width / 2, y: lane.y + 20 });
    assert.ok(Math.abs((await time()) - length / 2) < 0.02 * length, 'scrubbed to the middle');
    const middle = await time();
    await page.keyboard.press('.');
    assert.ok(Math.abs((await time()) - middle - 1 / 30) < 1e-6, 'one frame on');
    await page.keyboard.press(',');
    await page.selectOption('[aria-label="Clip"]', { label: 'graze' });
    assert.equal(await studio.ask((s) => s.core.clips()[s.core.clip()].name), 'graze');
    await page.selectOption('[aria-label="Clip"]', { label: 'walk' });
    await worstFrame(studio, time);
    await keyPose(studio);
    const still = await time();
    await page.keyboard.press('Space');
    await studio.until((s, from) => s.playing && s.core.time() !== from, still, 'it plays again');
  });

  test('7. weights are painted, live and undoable', async () => {
    await studio.visit();
    const { page } = studio;
    await studio.pause();
    await page.keyboard.press('b');
    await studio.ask((s) => s.select(s.joints.findIndex((info) => info.name === 'head')));
    await studio.settle();
    const weights = () => studio.ask((s) => Array.from(s.core.buffers(1, 0).scalars));
    const before = { weights: await weights(), hash: await studio.hash() };
    const chest = await studio.jointPlace('chest', 1);
    await studio.drag({ x: chest.x - 20, y: chest.y }, { x: chest.x + 20, y: chest.y + 10 }, 6);
    const after = await weights();
    const gained = after.filter((weight, i) => weight > before.weights[i] + 0.02).length;
    const lost = after.filter((weight, i) => weight < before.weights[i] - 1e-4).length;
    assert.ok(gained > 5 && lost === 0, `${gained} vertices gained weight, ${lost} lost some`);
    assert.equal(await studio.text('[data-testid=error-1]'), '0.0000 %');
    await studio.picture('7-painted');
    await page.keyboard.press('Control+z');
    await studio.settle();
    assert.equal(await studio.hash(), before.hash, 'one stroke, one step');
    await page.click('[data-value=map]');
    await page.click('.panel [data-value=subtract]');
    await studio.drag({ x: chest.x - 20, y: chest.y }, { x: chest.x + 20, y: chest.y + 10 }, 6);
    assert.notEqual(await studio.hash(), before.hash, 'the map is painted too');
    await page.keyboard.press('Control+z');
    await page.click('text=Lock this joint');
    assert.equal(await studio.ask((s) => s.core.locks().length), 1);
    await page.keyboard.press('Control+z');
    assert.equal(await studio.hash(), before.hash);
  });

  test('8. everything can be taken home', async () => {
    await studio.visit();
    await studio.pause();
    await studio.ask((s) => {
      const joint = s.joints.findIndex((info) => info.name === 'leg_fl_lower');
      s.step('profile', () => s.core.setJointSettings(joint, { effect: 'muscle', flexor: 0.5 }));
    });
    const settings = await studio.ask((s) => s.core.settingsJson());
    const home = await takeAll(studio);
    for (const kind of ['posed-glb', 'character-glb']) {
      assert.equal(home[kind].bytes.toString('latin1', 0, 4), 'glTF', kind);
    }
    assert.deepEqual(JSON.parse(home['settings-json'].bytes), JSON.parse(settings));
    if (home['report-html']) assert.match(home['report-html'].bytes.toString(), /<html|<!doctype/i);
    if (home['baked-glb']) assert.equal(home['baked-glb'].bytes.toString('latin1', 0, 4), 'glTF');
    assert.equal(home.picture.bytes.readUInt32BE(0), 0x89504e47, 'a PNG');
    assert.equal(home.film.bytes.readUInt32BE(0), 0x1a45dfa3, 'a WebM');
    await studio.drop([{ name: 'again.glb', bytes: home['character-glb'].bytes }]);
    await studio.page.click('[data-answer=discard]'); // the creature's own edits
    await studio.page.waitForFunction(() => window.isoskinStudio.core.history().undo.length === 0);
    assert.deepEqual(
      JSON.parse(await studio.ask((s) => s.core.settingsJson())),
      JSON.parse(settings),
      'opens as it was',
    );
    assert.ok(existsSync(join(pictures, '8-home.png')));
  });

  test('8. long work tells how far it is, can be ended, and leaves the page alive', async () => {
    const { page } = studio;
    await page.click('.topbar .accent');
    const part = await cancelOnProgress(studio, 'report-html');
    assert.ok(part !== null && part > 0 && part < 1, `it said ${part}`);
    await page.waitForFunction(() => !document.querySelector('dialog[open]'));
    await page.locator('.saying', { hasText: 'Cancelled' }).waitFor();
    await page.keyboard.press('Escape');
    assert.equal(await studio.ask((s) => s.busy), false);
    assert.deepEqual(studio.errors, []);
  });
}

/** Waits until a long export says how far it is, ends it at once, and returns what it said. */
function cancelOnProgress(studio, kind) {
  return studio.page.evaluate((name) => {
    const dialog = document.querySelector('dialog.exports');
    return new Promise((resolve) => {
      new window.MutationObserver((_, observer) => {
        const bar = dialog.querySelector('progress[value]');
        if (!bar && dialog.open) return;
        observer.disconnect();
        resolve(bar ? bar.value : null);
        dialog.querySelector('.text-button')?.click();
      }).observe(dialog, { attributes: true, childList: true, subtree: true });
      dialog.querySelector(`[data-export=${name}]`).click();
    });
  }, kind);
}

async function worstFrame(studio, time) {
  await studio.page.waitForFunction(
    () => window.isoskinStudio.core.errorGraph()?.skinned.every(Number.isFinite),
    null,
    { timeout: 60_000 },
  );
  const worst = await studio.ask((s) => s.core.errorGraph().worst);
  await studio.page.click('[data-testid=worst]');
  await studio.settle();
  assert.ok(Math.abs((await time()) - worst.time) < 1e-6, 'went to the worst frame');
  assert.ok(Math.abs((await studio.error(0)) - worst.skinned) < 1.1e-5, 'whose error the graph tells');
  await studio.picture('6-timeline');
}

async function keyPose(studio) {
  const { page } = studio;
  const keys = () => studio.ask((s) => s.core.clips()[s.core.clip()].keys.length);
  const before = { keys: await keys(), hash: await studio.hash() };
  await page.fill('[aria-label="Time in seconds"]', '0.4321');
  await page.keyboard.press('Enter');
  await studio.ask((s) => s.select(s.joints.findIndex((info) => info.name === 'head')));
  await page.fill('[aria-label="rotation y"]', '25');
  await page.keyboard.press('Enter');
  await page.locator('.pane').first().focus();
  await page.keyboard.press('k');
  await studio.settle();
  assert.equal(await keys(), before.keys + 1, 'a key more');
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  assert.equal(await keys(), before.keys, 'and gone again');
}

async function takeAll(studio) {
  const { page } = studio;
  const home = {};
  await page.click('.topbar .accent');
  await studio.picture('8-home');
  const kinds = await page.$$eval('.card:enabled', (cards) => cards.map((card) => card.dataset.export));
  await page.keyboard.press('Escape');
  for (const kind of kinds) {
    await page.click('.topbar .accent');
    home[kind] = await studio.download(async () => {
      await page.click(`[data-export=${kind}]`);
      if (!['baked-glb', 'picture', 'film'].includes(kind)) return;
      if (kind === 'film') await page.selectOption('[aria-label="Size of the film"]', '640 × 360');
      await page.click('[data-take]');
    });
    await page.waitForFunction(() => !document.querySelector('dialog[open]'));
  }
  return home;
}

/** In the page: presses Cancel before the opened file can be there. */
function cancelAtOnce() {
  const dialog = document.querySelector('[data-testid=opening]');
  const watch = new window.MutationObserver(() => {
    if (!dialog.open) return;
    watch.disconnect();
    dialog.querySelector('button').click();
  });
  watch.observe(dialog, { attributes: true });
}

/** In the page: counts what is drawn and told until the next file is open. */
function watchOpening() {
  const dialog = document.querySelector('[data-testid=opening]');
  const bar = dialog.querySelector('progress');
  const counts = { frames: 0, parts: [] };
  window.opened = null;
  let begun = false;
  window.isoskinStudio.on(['frame'], () => (counts.frames += dialog.open ? 1 : 0));
  const watch = new window.MutationObserver(() => {
    if (dialog.open && bar.hasAttribute('value')) counts.parts.push(bar.value);
    if (begun && !dialog.open) window.opened = counts;
    begun ||= dialog.open;
  });
  watch.observe(dialog, { attributes: true, subtree: true });
}

/** In the page: keeps what is said while a file is being opened. */
function noteOpeningWords() {
  const element = document.querySelector('[data-testid=opening]');
  window.openingWords = [];
  const note = () => element.open && window.openingWords.push(element.textContent);
  new window.MutationObserver(note).observe(element, { attributes: true, childList: true, subtree: true });
}
