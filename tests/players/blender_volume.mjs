// Baked files in Blender: the volume of its evaluated meshes is the one the report states.
// usage: node blender_volume.mjs PROGRAM SHARED_DATA SCRATCH    exit: 0 · 1 a volume is off · 77 no Blender
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { blenderAnswers, hasBlender } from "./blender.mjs";
import { run, statedMotion, statedVolumes, subjects } from "./subjects.mjs";

const [program, data, scratch] = process.argv.slice(2);
if (!hasBlender()) {
  console.log("skipped: Blender is not installed; ./test --long installs it");
  process.exit(77);
}
mkdirSync(scratch, { recursive: true });
const limit = 1e-4;

const jobs = subjects(program, data, scratch).map((subject) => {
  const { name, file, motion } = subject;
  const baked = join(scratch, `${name}.baked.glb`);
  run(program, "bake", file, ...motion, "-o", baked, "--quiet");
  const stated = statedVolumes(program, subject);
  return { name, file: baked, stated, clips: stated.map((clip) => [clip.name, clip.moments.map((m) => m.time)]) };
});

// A point cache through the modifier that plays it. Plain skinning too, because its volume tells the frames apart.
const cacheJob = (name, ...effect) => {
  const fps = 24;
  const file = join(scratch, `${name}.glb`);
  run(program, "demo", name, "-o", file, "--quiet");
  const words = ["--clip", "0", "--fps", String(fps), ...effect];
  const title = [name, ...effect].join(" ");
  const mesh = join(scratch, `${title}.obj`);
  const cache = join(scratch, `${title}.pc2`);
  run(program, "pose", file, "--bind", "-o", mesh, "--volume", "none", "--quiet", "--force");
  run(program, "bake", file, ...words, "-o", cache, "--max-error", "1", "--quiet", "--force");
  const moments = statedMotion(program, file, ...words);
  return { name: `${title} by PC2`, file: mesh, cache, stated: [{ name: "cache", moments }], frames: moments.map((m) => Math.round(m.time * fps)) };
};
jobs.push(cacheJob("arm", "--skinning", "dual"), cacheJob("arm", "--volume", "none"));
const answers = blenderAnswers(jobs.map(({ file, clips, cache, frames }) => ({ file, clips, cache, frames })), scratch);

let failures = 0;
jobs.forEach((job, at) => {
  let worst = 0;
  job.stated.forEach((clip, index) => clip.moments.forEach((moment, k) => {
    const error = Math.abs(answers[at][index][k] / moment.volume - 1);
    worst = Math.max(worst, error);
    if (error <= limit) return;
    failures += 1;
    console.log(`${job.name}, ${clip.name} at ${moment.time} s: off by ${error.toExponential(2)}`);
  }));
  const volumes = job.stated.flatMap((clip) => clip.moments.map((moment) => moment.volume));
  const range = Math.max(...volumes) / Math.min(...volumes) - 1;
  console.log(`${job.name}: ${job.stated.length} clips, volumes apart by ${range.toExponential(2)}, Blender off by ${worst.toExponential(2)}`);
});
process.exit(failures > 0 ? 1 : 0);
