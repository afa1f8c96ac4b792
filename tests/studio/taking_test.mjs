// What is taken home: films frame by frame, pictures of any size, baked files whose size is known before.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { isoskin, pictures, sceneFile } from './studio_page.mjs';

/** What ffprobe says of a film; its frames are decoded and counted. */
function probe(path) {
  const run = spawnSync(
    'ffprobe',
    [...'-v error -count_frames -select_streams v -of json -show_streams -show_format'.split(' '), path],
    { encoding: 'utf8' },
  );
  assert.equal(run.status, 0, run.stderr);
  assert.equal(run.stderr, '', 'the decoder has nothing to complain of');
  const { streams, format } = JSON.parse(run.stdout);
  return { ...streams[0], seconds: Number(format.duration) };
}

async function openCard(studio, kind) {
  await studio.page.click('.topbar .accent');
  await studio.page.click(`[data-export=${kind}]`);
}

/** The size that is told once the file is there. */
async function told(studio) {
  await studio.page.waitForSelector('[data-take]:enabled');
  return studio.text('[data-testid=bake-told]');
}

/** The JSON of a GLB. */
function gltfOf(bytes) {
  return JSON.parse(bytes.toString('utf8', 20, 20 + bytes.readUInt32LE(12)));
}

export function takingTests(studio) {
  test('a film has every frame of the clip at the chosen size, with names and percentages', async () => {
    await studio.visit();
    const { page } = studio;
    const clip = await studio.ask((s) => s.core.clips()[s.core.clip()]);
    await openCard(studio, 'film');
    await page.selectOption('[aria-label="Size of the film"]', '640 × 360');
    await page.selectOption('[aria-label="Frames per second"]', '12');
    const frames = Math.round(12 * clip.duration);
    assert.match(await studio.text('[data-testid=film-told]'), new RegExp(`^${frames} frames`));
    await studio.picture('12-film-form');
    const film = await studio.download(() => page.click('[data-take]'));
    assert.equal(film.name, 'creature.webm');
    const path = join(pictures, '12-film.webm');
    writeFileSync(path, film.bytes);
    const found = probe(path);
    assert.deepEqual([found.width, found.height, Number(found.nb_read_frames)], [640, 360, frames]);
    assert.ok(Math.abs(found.seconds - frames / 12) < 0.01, `it lasts ${found.seconds} s`);
    await studio.until((s) => !s.held, null, 'the page goes on');
    await studio.picture('12-after-film');
    assert.ok(await studio.ask((s) => s.stage.canvas.clientWidth > 700), 'its canvas is as before');
    assert.deepEqual(studio.errors, []);
  });

  test('a browser that encodes no film gives its pictures in a ZIP', async () => {
    const { page } = studio;
    await page.evaluate(() => delete window.VideoEncoder);
    await openCard(studio, 'film');
    await page.selectOption('[aria-label="Size of the film"]', '640 × 360');
    await page.selectOption('[aria-label="Frames per second"]', '12');
    assert.match(await studio.text('[data-testid=film-told]'), /ZIP/);
    const film = await studio.download(() => page.click('[data-take]'));
    assert.equal(film.name, 'creature-frames.zip');
    const path = join(pictures, '12-frames.zip');
    writeFileSync(path, film.bytes);
    const listed = spawnSync('python3', ['-m', 'zipfile', '-t', path], { encoding: 'utf8' });
    assert.match(listed.stdout, /Done testing/);
    assert.doesNotMatch(listed.stdout, /bad/);
  });

  test('a picture has the chosen size', async () => {
    const { page } = studio;
    await openCard(studio, 'picture');
    await page.selectOption('[aria-label="Size of the picture"]', '1080 × 1080');
    const picture = await studio.download(() => page.click('[data-take]'));
    writeFileSync(join(pictures, '12-picture.png'), picture.bytes);
    assert.deepEqual([picture.bytes.readUInt32BE(16), picture.bytes.readUInt32BE(20)], [1080, 1080]);
  });

  test('a bake says its size beforehand, and takes fewer targets and chosen clips', async () => {
    await studio.visit();
    const { page } = studio;
    await studio.drop([sceneFile('creature')]);
    await studio.until((s) => s.work.isFile, null, 'the creature is open');
    await openCard(studio, 'baked-glb');
    const whole = await told(studio);
    assert.match(whole, /creature-baked\.glb: \d\.\d\d MB, \d+ morph targets at most on a mesh, 2 clips/);
    assert.match(whole, /three\.js and Blender/, 'with its limits');
    await studio.picture('12-bake-form');
    await page.selectOption('[aria-label="Morph targets"]', '8');
    await page.locator('.checks input').nth(1).uncheck();
    const few = await told(studio);
    assert.match(few, /8 morph targets at most on a mesh, 1 clip\./);
    const baked = await studio.download(() => page.click('[data-take]'));
    const size = Number(/([\d.]+) (kB|MB)/.exec(few)[1]) * (/ MB/.test(few) ? 1e6 : 1e3);
    assert.ok(Math.abs(baked.bytes.length - size) <= 6000, `${baked.bytes.length} bytes, ${size} told`);
    const gltf = gltfOf(baked.bytes);
    assert.equal(gltf.animations.length, 1);
    assert.ok(gltf.meshes.every((mesh) => (mesh.primitives[0].targets ?? []).length <= 8));
    const info = JSON.parse(isoskin('info', studio.keep({ name: 'few.glb', bytes: baked.bytes }), '--json'));
    assert.equal(info.clips.length, 1, 'the program reads it');
    assert.deepEqual(studio.errors, []);
  });
}
