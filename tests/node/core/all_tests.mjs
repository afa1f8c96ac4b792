// All tests of the core in WebAssembly. Usage: node all_tests.mjs BINARIES DATA [SECONDS]
// BINARIES holds `isoskin` and `frame_time`; exit code 77: the core is not built here.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { runActionTests } from './action_tests.mjs';
import { runDroppedTests } from './dropped_tests.mjs';
import { finish } from './expect.mjs';
import { runFleshTests } from './flesh_tests.mjs';
import { runHostileTests } from './hostile_tests.mjs';
import { runLawTests } from './law_tests.mjs';
import { runMakerTests } from './maker_tests.mjs';
import { runMemoryTests } from './memory_tests.mjs';
import { runNativeTests } from './native_tests.mjs';
import { runServerTests } from './server_tests.mjs';
import { runTimeTests } from './time_tests.mjs';

const [binaries, data, seconds = process.env.ISOSKIN_LONG ? '600' : '6'] = process.argv.slice(2);
const { loadCore, loadMakers, wasmFolder } = await import('./load_core.mjs').catch(() => ({}));
if (!loadCore || !existsSync(join(wasmFolder, 'isoskin.wasm'))) {
  console.log('skipped: the core is not built for WebAssembly, or TypeScript is not installed');
  process.exit(77);
}

const { createCore, CoreError } = await loadCore();
const core = await createCore();
await runDroppedTests(join(wasmFolder, 'core'));
await runLawTests(core);
await runNativeTests(core, join(binaries, 'isoskin'), data);
await runMakerTests(await createCore(), await loadMakers(), join(binaries, 'isoskin'), data);
await runServerTests(join(binaries, 'isoskin'));
await runFleshTests(core, CoreError, await loadMakers(), join(binaries, 'isoskin'));
await runHostileTests(core, CoreError, data);
await runActionTests(core, Number(seconds));
await runTimeTests(await createCore(), join(binaries, 'frame_time'), data);
await runMemoryTests(await createCore(), CoreError);
finish();
