// Motions of the deformable octree as the program under test writes them, and where it puts their vertices itself.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "./subjects.mjs";

const soft = {
  isoskin_lattice: 1,
  build: { from: "points", depth: 4 },
  simulate: { height: 0.1, soft: [[0, 0.45, -0.2, 0.6]] },
};

const pointsOfObj = (path) =>
  readFileSync(path, "utf8").split("\n").filter((line) => line.startsWith("v ")).map((line) => line.split(" ").slice(1, 4).map(Number));

/// Three moments of the first clip of a file, with the places of all vertices.
const moments = (program, file, scratch, duration) =>
  [0, 0.4 * duration, 0.9 * duration].map((time) => {
    const posed = join(scratch, "posed.obj");
    run(program, "pose", file, "--clip", "0", "--time", String(time), "--volume", "none", "-o", posed, "--quiet", "--force");
    return { time, points: pointsOfObj(posed) };
  });

/// The demos that are motions, and what `lattice --simulate` writes: name, file, name of the clip, moments.
export const motions = (program, scratch) => {
  const made = ["jelly", "belly", "cloth"].map((name) => {
    const file = join(scratch, `${name}.glb`);
    run(program, "demo", name, "-o", file, "--quiet");
    return { name, file };
  });
  const creature = join(scratch, "creature.glb");
  const edits = join(scratch, "soft.json");
  run(program, "demo", "creature", "-o", creature, "--quiet");
  writeFileSync(edits, JSON.stringify(soft));
  for (const [name, ...words] of [["swing", "--drive", "walk"], ["drop"]]) {
    const file = join(scratch, `${name}.glb`);
    run(program, "lattice", creature, "-o", file, "--edit", edits, "--simulate", "0.6", ...words, "--quiet", "--force");
    made.push({ name: `lattice --simulate, ${name}`, file });
  }
  return made.map(({ name, file }) => {
    const [clip] = JSON.parse(run(program, "info", file, "--json")).clips;
    return { name, file, clip: clip.name, moments: moments(program, file, scratch, clip.duration) };
  });
};

/// How far points are from where they should be at most, over the size of the shape; and how far apart the moments are.
export const compare = (expected, actual) => {
  const all = expected.flatMap(({ points }) => points);
  const size = Math.hypot(...[0, 1, 2].map((axis) => {
    const values = all.map((point) => point[axis]);
    return values.reduce((a, b) => Math.max(a, b)) - values.reduce((a, b) => Math.min(a, b));
  }));
  const largest = (a, b) => a.reduce((worst, p, i) => Math.max(worst, Math.hypot(p[0] - b[i][0], p[1] - b[i][1], p[2] - b[i][2])), 0);
  const counts = expected.every(({ points }, k) => points.length === actual[k].length);
  return {
    error: counts ? Math.max(...expected.map(({ points }, k) => largest(points, actual[k]))) / size : Infinity,
    motion: Math.max(...expected.map(({ points }) => largest(points, expected[0].points))) / size,
  };
};
