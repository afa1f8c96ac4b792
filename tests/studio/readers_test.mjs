// Files that only the program reads, dropped on the page that it serves and on the page alone.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { columnAsCollada, columnAsFbx } from './native_files.mjs';
import { program, root } from './studio_page.mjs';

const dist = process.env.STUDIO_DIST ?? join(root, 'apps/studio/dist');

/** `isoskin studio`, and how to end it. */
async function startProgram(...words) {
  const child = spawn(program, ['studio', '--quiet', '--page', dist, ...words]);
  const address = await new Promise((resolve, reject) => {
    child.stdout.once('data', (text) => resolve(String(text).trim()));
    child.once('exit', () => reject(new Error('the program ended')));
  });
  const ended = new Promise((done) => child.once('exit', done));
  return { address, end: () => (child.kill('SIGTERM'), ended) };
}

async function expectColumn(studio, name) {
  await studio.until((s, wanted) => s.name === wanted, name, `${name} is open`);
  const { joints, vertices, closed } = await studio.ask((s) => s.findings);
  assert.deepEqual([joints, vertices, closed], [2, 206, true]);
  const notes = await studio.ask((s) => JSON.stringify(s.findings.lines));
  assert.match(notes, /sum|normalised/i, 'what the reader mended is said');
}

export function readerTests(studio) {
  test('FBX and Collada dropped on the served page are read by the program', async () => {
    const served = await startProgram();
    try {
      await studio.visit('fresh', undefined, served.address);
      const { page } = studio;
      for (const file of [columnAsFbx('hero.fbx'), columnAsCollada('Pillar.DAE')]) {
        await studio.drop([file]);
        await expectColumn(studio, file.name.replace(/\..*/, ''));
      }
      const high = await studio.ask((s) => s.joints.findIndex((info) => info.name === 'high'));
      await studio.ask((s, joint) => s.select(joint), high);
      await page.fill('[aria-label="rotation z"]', '90');
      await page.keyboard.press('Enter');
      await studio.settle();
      assert.ok(Math.abs(await studio.error(0)) > 0.01, 'plain skinning loses volume');
      assert.equal(await studio.text('[data-testid=error-1]'), '0.0000 %');
      await studio.picture('11-collada');
      assert.deepEqual(studio.errors, []);

      await studio.drop([{ name: 'broken.fbx', bytes: Buffer.from('no FBX at all') }]);
      await page.click('[data-testid=save-question] [data-answer=discard]');
      const complaint = page.locator('.complaint', { hasText: 'broken.fbx could not be opened' });
      assert.doesNotMatch(await complaint.innerText(), /\/tmp|isoskin-/, 'no folders of ours');
      assert.equal(await studio.ask((s) => s.name), 'Pillar', 'what was open stays');
      studio.errors.length = 0; // the browser reports the refusal by itself
    } finally {
      await served.end();
    }
  });

  test('a character that the program opens for the page comes with its notes', async () => {
    const served = await startProgram(studio.keep(columnAsFbx('given.fbx')));
    try {
      await studio.visit('fresh', undefined, served.address);
      await expectColumn(studio, 'given');
      assert.deepEqual(studio.errors, []);
    } finally {
      await served.end();
    }
  });

  test('only the page itself may hand files over, one at a time and of a bounded size', async () => {
    const served = await startProgram();
    try {
      const send = (headers, files = [columnAsFbx()]) => {
        const body = new globalThis.FormData();
        for (const { name, bytes } of files) body.append('file', new globalThis.Blob([bytes]), name);
        return globalThis.fetch(new URL('/convert', served.address), { method: 'POST', body, headers });
      };
      const own = { Origin: served.address.replace(/\/$/, '') };
      assert.equal((await send({})).status, 403, 'without an origin');
      assert.equal((await send({ Origin: 'https://elsewhere.example' })).status, 403, 'of another site');
      assert.equal((await send(own, [])).status, 400, 'nothing');
      assert.equal((await send(own, [{ name: '../../up.fbx', bytes: columnAsFbx().bytes }])).status, 200);
      assert.equal((await send(own, [{ name: 'some.txt', bytes: 'text' }])).status, 415);
      const both = await Promise.all(Array.from({ length: 6 }, () => send(own)));
      const states = new Set(both.map(({ status }) => status));
      assert.ok(states.has(200) && [...states].every((status) => [200, 503].includes(status)));
      const large = { name: 'large.fbx', bytes: new Uint8Array(257 * 2 ** 20) };
      const refused = await send(own, [large]).then(
        ({ status }) => status,
        () => 413, // the program hangs up before all of it is sent
      );
      assert.equal(refused, 413);
      assert.equal((await send(own)).status, 200, 'the program goes on');
    } finally {
      await served.end();
    }
  });

  test('the page alone says which command converts a file', async () => {
    await studio.visit();
    await studio.drop([columnAsFbx('hero.fbx')]);
    const complaint = studio.page.locator('.complaint', { hasText: 'hero.fbx could not be opened' });
    assert.match(await complaint.innerText(), /isoskin convert hero\.fbx -o hero\.glb/);
    studio.errors.length = 0; // the browser reports that nobody answered
  });
}
