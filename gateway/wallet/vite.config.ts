import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';
import { bundledPackages } from '../../scripts/lib/bundled-packages.ts';

const THEME_BOOT = fileURLToPath(import.meta.resolve('@cairn/ui/theme-boot.js'));

/**
 * Preloads the text's font, and loads the design system's theme script as a classic script in the head, so that the
 * stored theme applies before the first paint. It is a separate file because the page's policy forbids inline scripts.
 */
function themeBoot(): Plugin {
  let reference = '';
  return {
    name: 'cairn-theme-boot',
    apply: 'build',
    buildStart() {
      reference = this.emitFile({
        type: 'asset',
        name: 'theme-boot.js',
        source: readFileSync(THEME_BOOT, 'utf8'),
      });
    },
    transformIndexHtml: {
      order: 'post',
      handler: (_html, context) => {
        const file = Object.values(context.bundle ?? {}).find((asset) =>
          asset.fileName.includes('theme-boot'),
        );
        if (file === undefined) throw new Error(`theme-boot.js (${reference}) is missing from the bundle`);
        const font = Object.keys(context.bundle ?? {}).find((name) => /inter.*\.woff2$/.test(name));
        const preload = { rel: 'preload', href: `/${font}`, as: 'font', type: 'font/woff2', crossorigin: '' };
        return [
          { tag: 'script', attrs: { src: `/${file.fileName}` }, injectTo: 'head-prepend' },
          { tag: 'link', attrs: preload, injectTo: 'head' },
        ];
      },
    },
  };
}

/** Builds `dist`, which the gateway serves: one page, everything from its own origin, nothing inline. */
export default defineConfig({
  plugins: [themeBoot(), bundledPackages()],
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    target: ['chrome123', 'edge123', 'firefox121', 'safari17.5'],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: true,
  },
});
