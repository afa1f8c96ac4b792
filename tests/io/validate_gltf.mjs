// Runs Khronos' glTF validator over every .glb and .gltf of the folders named.
// usage: node validate_gltf.mjs FOLDER…    exit: 0 no errors · 1 errors · 77 validator not installed
// Install it with: npm ci --prefix tests/node
import { readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const require = createRequire(new URL("../node/package.json", import.meta.url));
let validator;
try {
  validator = require("gltf-validator");
} catch {
  console.log("skipped: gltf-validator is not installed; run: npm ci --prefix tests/node");
  process.exit(77);
}

let files = 0;
let broken = 0;
for (const folder of process.argv.slice(2)) {
  for (const name of readdirSync(folder).sort()) {
    if (!/\.(glb|gltf)$/.test(name)) continue;
    files += 1;
    const bytes = new Uint8Array(readFileSync(join(folder, name)));
    const report = await validator.validateBytes(bytes, { uri: name, maxIssues: 20 });
    const errors = report.issues.messages.filter((message) => message.severity === 0);
    if (errors.length > 0) broken += 1;
    for (const error of errors) console.log(`${name}: ${error.code} ${error.pointer}: ${error.message}`);
  }
}
console.log(`${files} files, ${broken} with errors`);
process.exit(files === 0 || broken > 0 ? 1 : 0);
