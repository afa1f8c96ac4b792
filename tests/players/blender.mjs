// Blender without a window, asked by blender_volume.py.
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const hasBlender = () => {
  try {
    execFileSync("blender", ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
};

/// One answer per job; what jobs are stands in the script.
export const blenderAnswers = (jobs, scratch) => {
  const list = join(scratch, "blender_job.json");
  writeFileSync(list, JSON.stringify(jobs));
  const script = fileURLToPath(new URL("blender_volume.py", import.meta.url));
  const out = execFileSync("blender", ["--background", "--factory-startup", "--python-exit-code", "1", "--python", script, "--", list],
    { encoding: "utf8", maxBuffer: 1 << 28, stdio: ["ignore", "pipe", "inherit"] });
  return JSON.parse(out.trim().split("\n").findLast((line) => line.startsWith("[")));
};
