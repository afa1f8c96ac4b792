// Baked files in Blender: the volume of its evaluated meshes is the one the report states.
// usage: node blender_volume.mjs PROGRAM SHARED_DATA SCRATCH    exit: 0 · 1 a volume is off · 77 no Blender
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { run, statedVolumes, subjects } from "./subjects.mjs";

const [program, data, scratch] = process.argv.slice(2);
try {
  execFileSync("blender", ["--version"], { stdio: "ignore" });
} catch {
  console.log("skipped: Blender is not installed; ./test --long installs it");
  process.exit(77);
}
mkdirSync(scratch, { recursive: true });
const limit = 1e-4;

const jobs = subjects(program, data, scratch).map(({ name, file }) => {
  const baked = join(scratch, `${name}.baked.glb`);
  run(program, "bake", file, "-o", baked, "--quiet");
  const stated = statedVolumes(program, file);
  return { name, file: baked, stated, clips: stated.map((clip) => [clip.name, clip.moments.map((m) => m.time)]) };
}).filter((job) => job.stated.length > 0);
const list = join(scratch, "blender_job.json");
writeFileSync(list, JSON.stringify(jobs.map(({ file, clips }) => ({ file, clips }))));
const script = fileURLToPath(new URL("blender_volume.py", import.meta.url));
const out = execFileSync("blender", ["--background", "--factory-startup", "--python-exit-code", "1", "--python", script, "--", list],
  { encoding: "utf8", maxBuffer: 1 << 28, stdio: ["ignore", "pipe", "inherit"] });
const answers = JSON.parse(out.trim().split("\n").findLast((line) => line.startsWith("[")));

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
  console.log(`${job.name}: ${job.stated.length} clips, Blender ${worst.toExponential(2)}`);
});
process.exit(failures > 0 ? 1 : 0);
