// `isoskin studio`: what it serves, to whom, and how it ends.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from './expect.mjs';

function ask(address, path, headers = {}) {
  return new Promise((resolve, reject) => {
    const call = request(new URL(path, address), { headers }, (answer) => {
      const parts = [];
      answer.on('data', (part) => parts.push(part));
      answer.on('end', () => resolve({ status: answer.statusCode, headers: answer.headers, body: Buffer.concat(parts) }));
    });
    call.on('error', reject);
    call.end();
  });
}

/** Starts the program and waits for the address it prints. */
function serve(program, words) {
  const child = spawn(program, ['studio', '--quiet', ...words]);
  const address = new Promise((resolve, reject) => {
    child.stdout.once('data', (text) => resolve(String(text).trim()));
    child.once('exit', () => reject(new Error('the program ended')));
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  return { child, address, ended };
}

async function checkServer(program, folder) {
  const character = join(folder, 'tube.glb');
  spawnSync(program, ['demo', 'tube', '-o', character, '--quiet']);
  const { child, address, ended } = serve(program, [character, '--page', folder]);
  try {
    const at = await address;
    expect(/^http:\/\/127\.0\.0\.1:\d+\/\?open=tube\.glb$/.test(at), `the address is ${at}`);
    const page = await ask(at, '/');
    expect(page.body.toString() === '<p>page</p>', 'the page is served');
    expect(page.headers['cross-origin-opener-policy'] === 'same-origin', 'it is isolated (COOP)');
    expect(page.headers['cross-origin-embedder-policy'] === 'require-corp', 'it is isolated (COEP)');
    const wasm = await ask(at, '/core.wasm');
    expect(wasm.headers['content-type'] === 'application/wasm', 'the core has its type');
    const glb = await ask(at, '/character.glb');
    expect(glb.body.subarray(0, 4).toString() === 'glTF', 'the character is there');
    expect((await ask(at, '/../secret.txt')).status === 404, 'nothing above the page is');
    expect((await ask(at, '/%2e%2e/secret.txt')).status === 404, 'however it is written');
    expect((await ask(at, '/', { Host: 'elsewhere.example' })).status === 403, 'others get nothing');
  } finally {
    child.kill('SIGTERM');
  }
  expect((await ended) === 0, 'it ends cleanly when told to');
}

export async function runServerTests(program) {
  const outside = mkdtempSync(join(tmpdir(), 'isoskin-node-'));
  const folder = mkdtempSync(join(outside, 'page-'));
  writeFileSync(join(outside, 'secret.txt'), 'secret');
  writeFileSync(join(folder, 'index.html'), '<p>page</p>');
  writeFileSync(join(folder, 'core.wasm'), 'wasm');
  try {
    await test('isoskin studio serves the page to this machine alone', () => checkServer(program, folder));
    await test('isoskin studio refuses in words what it cannot do', () => {
      const run = (...words) => spawnSync(program, ['studio', ...words], { timeout: 20000 });
      expect(run('--page', outside).status === 3, 'a folder without a page is refused');
      const broken = join(outside, 'secret.txt');
      expect(run(broken, '--page', folder).status === 4, 'a file of no known kind is unsupported');
      expect(run(join(outside, 'none.glb'), '--page', folder).status === 3, 'a missing file is invalid');
    });
  } finally {
    rmSync(outside, { recursive: true, force: true });
  }
}
