// The run-time in the example page: at random poses the vertices read back from three.js' own GPU path
// enclose the volume of rest.
// usage: node runtime_volume.mjs PROGRAM SHARED_DATA SCRATCH PACKAGE   exit: 0 · 1 · 77 something is not there
// PACKAGE is the folder that the wasm build fills: build/wasm/isoskin-runtime.
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { missing, withPage } from "./browser.mjs";
import { run, subjects } from "./subjects.mjs";

const [program, data, scratch, folder] = process.argv.slice(2);
const module = join(folder, "isoskin_runtime.wasm");
const why = missing() || (existsSync(module) ? "" : "the run-time is not built; run: tools/build_studio.sh");
if (why) {
  console.log(`skipped: ${why}`);
  process.exit(77);
}
mkdirSync(scratch, { recursive: true });
const limit = 1e-4;
const slowest = 500; // µs; the aim is 100 for 50 joints, but the machine of a test is rarely alone
const kilobytes = ["isoskin_runtime.wasm", "index.js", "three.js"].reduce((sum, file) => sum + gzipSync(readFileSync(join(folder, file))).length, 0) / 1000;
console.log(`the package has ${kilobytes.toFixed(1)} kB, gzipped`);
let failures = kilobytes <= 60 ? 0 : 1;

// Same poses each time.
let state = 1;
const random = () => ((state = (state * 48271) % 2147483647) / 2147483647) * 2 - 1;

for (const { name, file } of subjects(program, data, scratch)) {
  run(program, "bake", file, "-o", join(scratch, `${name}.live.glb`), "--runtime", "--quiet");
  await withPage({ runtime: folder, files: scratch }, `/runtime/example.html?file=/files/${name}.live.glb`, async (page) => {
    const count = await page.evaluate(() => window.bones.length);
    let worst = 0;
    let plain = 0;
    for (let pose = 0; pose < 10; ++pose) {
      const angles = Array.from({ length: count }, () => [0.6 * random(), 0.6 * random(), 0.6 * random()]);
      const [kept, skinned] = await page.evaluate((turns) => {
        turns.forEach((turn, bone) => window.turn(bone, turn));
        const keep = document.getElementById("keep");
        keep.checked = false;
        const before = window.draw() / window.rest - 1;
        keep.checked = true;
        return [window.draw() / window.rest - 1, before];
      }, angles);
      worst = Math.max(worst, Math.abs(kept));
      plain = Math.max(plain, Math.abs(skinned));
    }
    const microseconds = await page.evaluate(() => (window.microseconds(20), window.microseconds(200)));
    console.log(`${name}: ${count} joints, plain skinning ${plain.toExponential(2)}, with the run-time ${worst.toExponential(2)}, ${microseconds.toFixed(0)} µs`);
    if (!(worst <= limit) || !(microseconds <= slowest)) failures += 1;
    if (process.env.ISOSKIN_PICTURES) await page.screenshot({ path: join(process.env.ISOSKIN_PICTURES, `live_${name}.png`) });
  });
}
process.exit(failures > 0 ? 1 : 0);
