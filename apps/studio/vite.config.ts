import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { defineConfig, type Plugin } from 'vite';

/** The loaders would name their modules a second time; page and workers hand them over themselves. */
function handedCore(): Plugin {
  const named = /new URL\(["']isoskin(_makers)?\.wasm["'], *import\.meta\.url\)\.\w+(\(\))?/g;
  return {
    name: 'handed-core',
    enforce: 'pre',
    transform: (code, id) =>
      /\/isoskin(_makers)?\.js$/.test(id)
        ? code.replaceAll(named, '""').replace('import.meta.url', '""')
        : null,
  };
}

/** What is loaded on demand has no place beside a single file: it travels inside, compressed. */
function embeddedMakers(): Plugin {
  const module = /isoskin_makers\.wasm\?url$/;
  return {
    name: 'embedded-makers',
    enforce: 'pre',
    resolveId(source, importer) {
      if (source.endsWith('/makers_worker?worker')) return this.resolve(`${source}&inline`, importer);
      return module.test(source) && importer ? resolve(dirname(importer), source) : null;
    },
    load(id) {
      if (!module.test(id)) return null;
      const bytes = gzipSync(readFileSync(id.replace('?url', '')), { level: 9 });
      return `export default 'data:application/gzip;base64,${bytes.toString('base64')}'`;
    },
  };
}

/** Puts script and style into the page itself: one file that opens from disk. */
function singleFile(): Plugin {
  return {
    name: 'single-file',
    enforce: 'post',
    generateBundle(_, bundle) {
      const files = Object.values(bundle);
      const page = files.find((file) => file.fileName.endsWith('.html'));
      if (page?.type !== 'asset') return;
      let html = String(page.source);
      for (const file of files) {
        const name = file.fileName;
        const script = file.type === 'chunk' ? file.code.replaceAll('</script', '<\\/script') : null;
        const style = file.type === 'asset' && name.endsWith('.css') ? String(file.source) : null;
        if (script !== null) html = html.replace(tagOf('script', name), () => '') + module(script);
        if (style !== null) html = html.replace(tagOf('link', name), () => `<style>${style}</style>`);
        if (script !== null || style !== null) Reflect.deleteProperty(bundle, name);
      }
      page.source = html.replace(/<link rel="modulepreload"[^>]*>/g, '');
      page.fileName = 'studio.html';
    },
  };
}

function tagOf(tag: string, name: string): RegExp {
  const file = name.replaceAll('.', '\\.');
  return new RegExp(tag === 'script' ? `<script[^>]*${file}[^>]*></script>` : `<link[^>]*${file}[^>]*>`);
}

function module(script: string): string {
  return `<script type="module">${script}</script>`;
}

export default defineConfig(({ mode }) => {
  const single = mode === 'single';
  return {
    base: './',
    plugins: single ? [handedCore(), embeddedMakers(), singleFile()] : [handedCore()],
    worker: { plugins: () => [handedCore()] },
    build: {
      target: 'es2022',
      outDir: 'dist',
      emptyOutDir: !single,
      assetsInlineLimit: single ? Number.MAX_SAFE_INTEGER : 0,
      modulePreload: false,
      chunkSizeWarningLimit: 2000,
    },
  };
});
