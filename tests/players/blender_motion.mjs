// Motions of the deformable octree in Blender: its evaluated meshes have their vertices where we have them.
// usage: node blender_motion.mjs PROGRAM SCRATCH    exit: 0 · 1 a vertex is elsewhere · 77 no Blender
import { mkdirSync } from "node:fs";
import { blenderAnswers, hasBlender } from "./blender.mjs";
import { compare, motions } from "./motions.mjs";

const [program, scratch] = process.argv.slice(2);
if (!hasBlender()) {
  console.log("skipped: Blender is not installed; ./test --long installs it");
  process.exit(77);
}
mkdirSync(scratch, { recursive: true });
const limit = 1e-5;
let failures = 0;

const all = motions(program, scratch);
const jobs = all.map(({ file, clip, moments }) => ({ file, clips: [[clip, moments.map((m) => m.time)]], ask: "points" }));
const answers = blenderAnswers(jobs, scratch);
all.forEach(({ name, moments }, at) => {
  const { error, motion } = compare(moments, answers[at][0]);
  if (!(error <= limit) || !(motion > 0.01)) failures += 1;
  console.log(`${name}: moves by ${motion.toFixed(2)} of its size, Blender off by ${error.toExponential(2)}`);
});
process.exit(failures > 0 ? 1 : 0);
