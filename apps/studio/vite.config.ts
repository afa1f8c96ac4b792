import { defineConfig, type Plugin } from 'vite';

/** The loader would name the core a second time; page and worker hand it over themselves. */
function handedCore(): Plugin {
  const named = /new URL\(["']isoskin\.wasm["'], *import\.meta\.url\)\.\w+(\(\))?/g;
  return {
    name: 'handed-core',
    enforce: 'pre',
    transform: (code, id) =>
      id.endsWith('/isoskin.js') ? code.replaceAll(named, '""').replace('import.meta.url', '""') : null,
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
    plugins: single ? [handedCore(), singleFile()] : [handedCore()],
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
