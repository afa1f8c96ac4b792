// Motions of the deformable octree in three.js: its morphing puts vertices where we do.
// usage: node three_motion.mjs PROGRAM SCRATCH    exit: 0 · 1 a vertex is elsewhere · 77 no browser
import { mkdirSync } from "node:fs";
import { basename } from "node:path";
import { missing, withPage } from "./browser.mjs";
import { compare, motions } from "./motions.mjs";

const [program, scratch] = process.argv.slice(2);
if (missing()) {
  console.log(`skipped: ${missing()}`);
  process.exit(77);
}
mkdirSync(scratch, { recursive: true });
const limit = 1e-5;
let failures = 0;

await withPage({ files: scratch }, "/players/page.html", async (page) => {
  for (const { name, file, moments } of motions(program, scratch)) {
    await page.evaluate((url) => window.load(url), `/files/${basename(file)}`);
    const played = [];
    for (const { time } of moments)
      played.push(await page.evaluate((at) => {
        window.goTo(0, at);
        return window.points();
      }, time));
    const { error, motion } = compare(moments, played);
    if (!(error <= limit) || !(motion > 0.01)) failures += 1;
    console.log(`${name}: moves by ${motion.toFixed(2)} of its size, three.js off by ${error.toExponential(2)}`);
  }
});
process.exit(failures > 0 ? 1 : 0);
