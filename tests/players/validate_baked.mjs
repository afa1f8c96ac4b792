// Khronos' validator on baked files: no errors, and no warnings that the input did not have.
// usage: node validate_baked.mjs PROGRAM SHARED_DATA SCRATCH    exit: 0 · 1 · 77 validator not installed
import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { run, subjects } from "./subjects.mjs";

const require = createRequire(new URL("../node/package.json", import.meta.url));
let validator;
try {
  validator = require("gltf-validator");
} catch {
  console.log("skipped: gltf-validator is not installed; run: npm ci --prefix tests/node");
  process.exit(77);
}
const [program, data, scratch] = process.argv.slice(2);
mkdirSync(scratch, { recursive: true });

const count = (counts, key) => counts.set(key, (counts.get(key) ?? 0) + 1);

// Errors and warnings, counted by what they say.
const complaints = async (file) => {
  const report = await validator.validateBytes(new Uint8Array(readFileSync(file)), { maxIssues: 0 });
  const counts = new Map();
  for (const { severity, code } of report.issues.messages)
    if (severity <= 1) count(counts, `${severity === 0 ? "error" : "warning"} ${code}`);
  return counts;
};

let failures = 0;
for (const { name, file } of subjects(program, data, scratch)) {
  const baked = join(scratch, `${name}.baked.glb`);
  run(program, "bake", file, "-o", baked, "--quiet");
  const before = await complaints(file);
  for (const [complaint, count] of await complaints(baked)) {
    const old = before.get(complaint) ?? 0;
    if (complaint.startsWith("warning") && count <= old) continue;
    failures += 1;
    console.log(`${name}: ${count} times ${complaint}, before ${old}`);
  }
}
console.log(`${failures} new complaints`);
process.exit(failures > 0 ? 1 : 0);
