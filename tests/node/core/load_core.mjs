// The studio's core under Node: its TypeScript wrapper, compiled on the fly, over the module in
// build/wasm. Run with the build folder as ISOSKIN_WASM, or from the default place.
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import ts from 'typescript';

const here = dirname(fileURLToPath(import.meta.url));
const root = resolve(here, '../../..');
export const wasmFolder = process.env.ISOSKIN_WASM ?? join(root, 'build/wasm');

function compileWrapper() {
  const source = join(root, 'apps/studio/src/core');
  const target = join(wasmFolder, 'core');
  mkdirSync(target, { recursive: true });
  writeFileSync(join(target, 'package.json'), '{"type":"module"}');
  const names = readdirSync(source).filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts'));
  for (const name of names) {
    if (name === 'wasm_core.ts' || name === 'makers.ts') continue; // fetch, as pages do
    const text = readFileSync(join(source, name), 'utf8');
    const { outputText } = ts.transpileModule(text, {
      compilerOptions: { target: 'ES2022', module: 'ESNext', verbatimModuleSyntax: false },
    });
    const linked = outputText.replace(/from '(\.\/\w+)'/g, "from '$1.js'");
    writeFileSync(join(target, name.replace(/\.ts$/, '.js')), linked);
  }
  return target;
}

const at = (path) => import(pathToFileURL(path).href);

async function moduleOf(name) {
  writeFileSync(join(wasmFolder, 'package.json'), '{"type":"module"}');
  const { default: create } = await at(join(wasmFolder, `${name}.js`));
  return { create, wasmBinary: readFileSync(join(wasmFolder, `${name}.wasm`)) };
}

/** Makes cores: `{ createCore, CoreError }`. */
export async function loadCore() {
  const folder = compileWrapper();
  const { CoreOverWasm } = await at(join(folder, 'core_over_wasm.js'));
  const { CoreError } = await at(join(folder, 'core.js'));
  const { create, wasmBinary } = await moduleOf('isoskin');
  const createCore = async () => new CoreOverWasm(await create({ wasmBinary }));
  return { createCore, CoreError };
}

/** Makes the makers, which pages load on demand; `told` as options of the module. After `loadCore`. */
export async function loadMakers() {
  const { MakersOverWasm } = await at(join(wasmFolder, 'core/makers_over_wasm.js'));
  const { create, wasmBinary } = await moduleOf('isoskin_makers');
  return async (told = {}) => new MakersOverWasm(await create({ wasmBinary, ...told }));
}
