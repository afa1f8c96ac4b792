// The page as a person meets it: opened in Debian's chromium, clicked, dragged, read.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serve } from './server.mjs';

const here = dirname(fileURLToPath(import.meta.url));
export const root = resolve(here, '../..');
const studio = join(root, 'apps/studio');
const { chromium } = createRequire(join(studio, 'package.json'))('playwright-core');

export const pictures = join(root, 'build/studio-pictures');
export const scratch = join(root, 'build/studio-scratch');
export const program = process.env.ISOSKIN ?? join(root, 'build/release/bin/isoskin');

// Software rendering, and no connection to anywhere but the page's own server.
const browserFlags = [
  '--no-sandbox',
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--ignore-gpu-blocklist',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** The program, run to its end; its standard output. */
export function isoskin(...parameters) {
  const run = spawnSync(program, parameters, {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  if (run.status !== 0) throw new Error(`isoskin ${parameters.join(' ')}: ${run.stderr || run.error}`);
  return run.stdout;
}

/** The bytes of a scene as the program writes it. */
export function sceneFile(name, vertices = 0) {
  mkdirSync(scratch, { recursive: true });
  const path = join(scratch, `${name}${vertices || ''}.glb`);
  const size = vertices ? ['--vertices', vertices] : [];
  if (!existsSync(path)) isoskin('demo', name, '-o', path, '--quiet', ...size);
  return { name: `${name}.glb`, path, bytes: readFileSync(path) };
}

export class StudioPage {
  static async launch() {
    mkdirSync(pictures, { recursive: true });
    const server = await serve(process.env.STUDIO_DIST ?? join(studio, 'dist'));
    const browser = await chromium.launch({
      executablePath: '/usr/bin/chromium',
      args: browserFlags,
    });
    return new StudioPage(server, browser);
  }

  constructor(server, browser) {
    this.server = server;
    this.browser = browser;
    this.errors = [];
  }

  /** A fresh visit; `query` as "fresh&quality=low". */
  async visit(
    query = 'fresh',
    size = { width: 1280, height: 720 },
    address = this.server.address,
    more = {},
  ) {
    this.address = address;
    await this.context?.close();
    this.context = await this.browser.newContext({
      viewport: size,
      acceptDownloads: true,
      ...more,
    });
    this.page = await this.context.newPage();
    this.page.setDefaultTimeout(60_000);
    this.page.on('pageerror', (error) => this.errors.push(error.message));
    this.page.on('console', (message) => message.type() === 'error' && this.errors.push(message.text()));
    await this.load(query);
  }

  async load(query) {
    // Fewer pixels: without a graphics card every one of them costs.
    await this.page.goto(`${this.address}${this.address.includes('?') ? '&' : '?'}ratio=0.6&${query}`);
    await this.page.waitForSelector('html[data-ready]');
  }

  async close() {
    await this.browser.close();
    await this.server.close();
  }

  /** Evaluates a function of the page's studio object. */
  ask(question, argument) {
    return this.page.evaluate(
      ([text, value]) =>
        Function('studio', 'value', `return (${text})(studio, value)`)(window.isoskinStudio, value),
      [question.toString(), argument],
    );
  }

  /** Waits until a question about the page's studio object is answered by yes; `words` say what was awaited. */
  async until(question, argument, words) {
    await this.page
      .waitForFunction(
        ([text, value]) =>
          Function('studio', 'value', `return (${text})(studio, value)`)(window.isoskinStudio, value),
        [question.toString(), argument],
      )
      .catch(() => {
        throw new Error(`in vain for a minute: ${words}`);
      });
  }

  /** Waits until all that was asked for is drawn, also what is built beside the page. */
  async settle() {
    await this.page.evaluate(() => new Promise((done) => requestAnimationFrame(done)));
    await this.page.waitForFunction(() => !window.isoskinStudio.rebuilding.waiting);
    await this.page.evaluate(
      () =>
        new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 0)))),
    );
  }

  async pause() {
    await this.ask((studio) => studio.setPlaying(false));
    await this.settle();
  }

  async picture(name) {
    await this.settle();
    await this.page.screenshot({ path: join(pictures, `${name}.png`) });
  }

  text(selector) {
    return this.page.locator(selector).innerText();
  }

  /** The read-out of a pane as a relative error. */
  async error(pane) {
    const text = await this.text(`[data-testid=error-${pane}]`);
    return Number.parseFloat(text.replace('\u2212', '-')) / 100;
  }

  hash() {
    return this.ask((studio) => studio.core.stateHash());
  }

  /** Where a joint is on a pane, in pixels of the page. */
  async jointPlace(name, pane = 0) {
    const point = await this.ask((studio, joint) => {
      const index = studio.core.joints().findIndex((info) => info.name === joint);
      const at = studio.stage.rig.camera.position.clone().fromArray(studio.core.jointPositions(), 3 * index);
      return at.project(studio.stage.rig.camera).toArray();
    }, name);
    const box = await this.page.locator('.pane').nth(pane).boundingBox();
    return {
      x: box.x + (point[0] * 0.5 + 0.5) * box.width,
      y: box.y + (0.5 - point[1] * 0.5) * box.height,
    };
  }

  async drag(from, to, steps = 5) {
    await this.page.mouse.move(from.x, from.y);
    await this.page.mouse.down();
    await this.page.mouse.move(to.x, to.y, { steps });
    await this.page.mouse.up();
    await this.settle();
  }

  /** Drops files on the window, as a file manager does. */
  async drop(files) {
    const plain = files.map(({ name, bytes }) => ({
      name,
      text: Buffer.from(bytes).toString('base64'),
    }));
    await this.page.evaluate((list) => {
      const transfer = new DataTransfer();
      for (const { name, text } of list) {
        const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
        transfer.items.add(new File([bytes], name));
      }
      for (const kind of ['dragenter', 'dragover', 'drop']) {
        window.dispatchEvent(
          new DragEvent(kind, {
            dataTransfer: transfer,
            bubbles: true,
            cancelable: true,
          }),
        );
      }
    }, plain);
  }

  /** Lays a file down for the program; its path. */
  keep({ name, bytes }) {
    mkdirSync(scratch, { recursive: true });
    writeFileSync(join(scratch, name), bytes);
    return join(scratch, name);
  }

  /** Presses what starts a download and returns its name and bytes. */
  async download(start) {
    const [download] = await Promise.all([this.page.waitForEvent('download', { timeout: 180_000 }), start()]);
    return {
      name: download.suggestedFilename(),
      bytes: readFileSync(await download.path()),
    };
  }
}
