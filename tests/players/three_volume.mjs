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
    const stated = statedVolumes(program, subject);
    const played = async (url) => {
      const clips = await page.evaluate((at) => window.load(at), url);
      if (clips.length !== stated.length) throw new Error(`${name}: ${clips.length} clips instead of ${stated.length}`);
      let worst = 0;
      for (const [index, clip] of stated.entries())
        for (const moment of clip.moments) {
          await page.evaluate(([at, time]) => window.goTo(at, time), [index, moment.time]);
          const error = Math.abs((await page.evaluate(() => window.volume())) / moment.volume - 1);
          worst = Math.max(worst, error);
          if (error <= limit) continue;
          failures += 1;
          console.log(`${url}, ${clip.name} at ${moment.time} s: off by ${error.toExponential(2)}`);
        }
      return worst.toExponential(2);
    };
    run(program, "bake", file, ...motion, "-o", join(scratch, `${name}.packed.glb`), "--compress", "--quiet");
    const plain = Math.max(...stated.flatMap(({ moments }) => moments.map((m) => Math.abs(m.skinned / m.volume - 1))));
    console.log(
      `${name}: ${stated.length} clips, ${report.targets.length} targets, plain skinning ${plain.toExponential(2)}, ` +
        `three.js ${await played(`/files/${name}.baked.glb`)}, packed ${await played(`/files/${name}.packed.glb`)}`,
    );
  }
});
process.exit(failures > 0 ? 1 : 0);
