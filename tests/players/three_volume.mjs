// Baked files in three.js: the volume its own skinning and morphing gives is the one the report states.
// usage: node three_volume.mjs PROGRAM SHARED_DATA SCRATCH    exit: 0 · 1 a volume is off · 77 no browser
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { missing, withPage } from "./browser.mjs";
import { run, statedVolumes, subjects } from "./subjects.mjs";

const [program, data, scratch] = process.argv.slice(2);
if (missing()) {
  console.log(`skipped: ${missing()}`);
  process.exit(77);
}
mkdirSync(scratch, { recursive: true });
const limit = 1e-4;
let failures = 0;

await withPage({ files: scratch }, "/players/page.html", async (page) => {
  for (const subject of subjects(program, data, scratch)) {
    const { name, file, motion } = subject;
    const baked = join(scratch, `${name}.baked.glb`);
    const report = JSON.parse(run(program, "bake", file, ...motion, "-o", baked, "--json", "--quiet"));
    const clips = await page.evaluate((url) => window.load(url), `/files/${name}.baked.glb`);
    const stated = statedVolumes(program, subject);
    if (clips.length !== stated.length) throw new Error(`${name}: ${clips.length} clips instead of ${stated.length}`);
    let worst = 0;
    let plain = 0;
    for (const [index, clip] of stated.entries())
      for (const moment of clip.moments) {
        await page.evaluate(([at, time]) => window.goTo(at, time), [index, moment.time]);
        const error = Math.abs((await page.evaluate(() => window.volume())) / moment.volume - 1);
        worst = Math.max(worst, error);
        plain = Math.max(plain, Math.abs(moment.skinned / moment.volume - 1));
        if (!(error <= limit)) {
          failures += 1;
          console.log(`${name}, ${clip.name} at ${moment.time} s: off by ${error.toExponential(2)}`);
        }
      }
    console.log(`${name}: ${stated.length} clips, ${report.targets.length} targets, plain skinning ${plain.toExponential(2)}, three.js ${worst.toExponential(2)}`);
  }
});
process.exit(failures > 0 ? 1 : 0);
