// What the page weighs and how long it takes to show something.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { root } from './studio_page.mjs';

const dist = process.env.STUDIO_DIST ?? join(root, 'apps/studio/dist');
const most = 1.5e6; // bytes, gzipped, with the core
const mostOnDemand = 0.8e6; // of what makes skeletons, weights and flesh, and is fetched when that is asked for
const longest = 2000; // milliseconds to the first picture

export function budgetTests(studio) {
  test('the page weighs at most 1.5 MB gzipped with the core, what is fetched on demand 0.8 MB', () => {
    const files = readdirSync(dist, { recursive: true }).map((name) => join(dist, name));
    const parts = files.filter((file) => statSync(file).isFile() && !file.endsWith('studio.html'));
    const weigh = (list) => list.reduce((sum, file) => sum + gzipSync(readFileSync(file)).length, 0);
    const onDemand = parts.filter((file) => /makers/.test(file));
    const weight = weigh(parts) - weigh(onDemand);
    console.log(`# ${Math.round(weight / 1000)} kB gzipped in ${parts.length - onDemand.length} files`);
    console.log(`# on demand ${Math.round(weigh(onDemand) / 1000)} kB in ${onDemand.length} files`);
    assert.ok(weight <= most, `${weight} bytes`);
    assert.ok(weigh(onDemand) <= mostOnDemand, `${weigh(onDemand)} bytes on demand`);
    assert.equal(onDemand.length, 2, 'what makes rigs and flesh, and its worker, are files of their own');
  });

  test('what is loaded on demand is not loaded before', async () => {
    await studio.visit();
    const loaded = await studio.page.evaluate(() =>
      performance.getEntriesByType('resource').map(({ name }) => name),
    );
    assert.ok(
      loaded.some((name) => name.includes('isoskin')) && !loaded.some((name) => name.includes('makers')),
    );
  });

  test('the first picture is there within 2 s', async () => {
    // The clock also counts what other programs do; the page's own work is the processor time of its
    // process, all threads together. A visit is quick enough by either.
    const visits = [];
    for (let i = 0; i < 3 && !visits.some(isQuick); ++i) {
      await studio.visit();
      const clock = await studio.page.evaluate(
        () => performance.getEntriesByName('first picture')[0].startTime,
      );
      visits.push({ clock: Math.round(clock), work: Math.round(await processorTime(studio)) });
    }
    const words = visits.map(({ clock, work }) => `${clock} ms, of work ${work} ms`).join('; ');
    console.log(`# first picture after ${words}`);
    assert.ok(visits.some(isQuick), words);
  });

  test('the single file opens from disk', async () => {
    const address = pathToFileURL(join(dist, 'studio.html')).href;
    await studio.visit();
    await studio.page.goto(`${address}?fresh`);
    await studio.page.waitForSelector('html[data-ready]');
    await studio.settle();
    assert.equal(await studio.text('[data-testid=error-1]'), '0.0000 %');
  });
}

const isQuick = ({ clock, work }) => Math.min(clock, work) <= longest;

/** Milliseconds of processor that the page's process has taken since it was started. */
async function processorTime(studio) {
  const channel = await studio.context.newCDPSession(studio.page);
  await channel.send('Performance.enable');
  const { metrics } = await channel.send('Performance.getMetrics');
  return 1000 * metrics.find(({ name }) => name === 'ProcessTime').value;
}
