// Bakes characters with the program under test and tells what its report states of them.
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";

export const run = (program, ...words) => {
  try {
    return execFileSync(program, words, { encoding: "utf8", maxBuffer: 1 << 28, stdio: ["ignore", "pipe", "pipe"] });
  } catch (failure) {
    throw new Error(`${program} ${words.join(" ")}: ${failure.stderr || failure.message}`);
  }
};

/// Name and file of the characters that are there: the demo creature always, others where shared.
export const subjects = (program, data, scratch) => {
  const creature = join(scratch, "creature.glb");
  run(program, "demo", "creature", "-o", creature, "--quiet");
  const shared = {
    fox: "fox-khronos/Fox.glb",
    "cesium-man": "cesium-man/CesiumMan.glb",
    horse: "horse-quaternius/Horse.glb",
    hand: "hand-webxr/left.glb",
  };
  const list = [{ name: "creature", file: creature }];
  for (const [name, file] of Object.entries(shared))
    if (existsSync(join(data, file))) list.push({ name, file: join(data, file) });
  return list;
};

/// Every clip of a file with the volumes the report states, at ten moments; without clips none.
export const statedVolumes = (program, file) => {
  const clips = JSON.parse(run(program, "info", file, "--json")).clips;
  return clips.map((clip, index) => {
    const report = JSON.parse(run(program, "report", file, "--clip", String(index), "--json", "-", "--quiet"));
    const frames = report.frames;
    const moments = Array.from({ length: Math.min(10, frames.length) }, (_, k, n = Math.min(10, frames.length)) =>
      frames[n > 1 ? Math.round((k * (frames.length - 1)) / (n - 1)) : 0]);
    return {
      name: clip.name,
      moments: moments.map((frame) => ({ time: frame.time, volume: frame.corrected.volume, skinned: frame.skinned.volume })),
    };
  });
};
