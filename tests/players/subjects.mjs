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

/// Name and file of the characters that are there: the demo creature always, others where shared. `motion`: the
/// words that move a character without clips.
export const subjects = (program, data, scratch) => {
  const creature = join(scratch, "creature.glb");
  run(program, "demo", "creature", "-o", creature, "--quiet");
  const shared = {
    fox: { file: "fox-khronos/Fox.glb" },
    "cesium-man": { file: "cesium-man/CesiumMan.glb" },
    horse: { file: "horse-quaternius/Horse.glb" },
    hand: { file: "hand-webxr/left.glb", motion: ["--motion", "range"] },
  };
  const list = [{ name: "creature", file: creature, motion: [] }];
  for (const [name, { file, motion = [] }] of Object.entries(shared))
    if (existsSync(join(data, file))) list.push({ name, file: join(data, file), motion });
  return list;
};

/// Ten moments of a report, the first and the last among them, with the volumes it states.
const tenMoments = (report) => {
  const { frames } = report;
  const count = Math.min(10, frames.length);
  return Array.from({ length: count }, (_, k) => frames[count > 1 ? Math.round((k * (frames.length - 1)) / (count - 1)) : 0])
    .map((frame) => ({ time: frame.time, volume: frame.corrected.volume, skinned: frame.skinned.volume }));
};

/// What the report states of a motion given by words: a clip, a motion, frames a second.
export const statedMotion = (program, file, ...words) =>
  tenMoments(JSON.parse(run(program, "report", file, ...words, "--json", "-", "--quiet")));

/// Every clip of a file, or the one motion it is given, with the volumes the report states at ten moments.
export const statedVolumes = (program, { file, motion }) => {
  if (motion.length > 0) return [{ name: motion.at(-1), moments: statedMotion(program, file, ...motion) }];
  const { clips } = JSON.parse(run(program, "info", file, "--json"));
  return clips.map(({ name }, index) => ({ name, moments: statedMotion(program, file, "--clip", String(index)) }));
};
