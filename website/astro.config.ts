import node from '@astrojs/node';
import { defineConfig } from 'astro/config';
import { BOOT_SCRIPT_HASHES, bootScripts } from './build/boot-scripts.ts';
import { islands } from './build/islands.ts';
import { oneStylesheet } from './build/one-stylesheet.ts';
import { localizedRoutes } from './build/localized-routes.ts';
import { plotWithoutFormats } from './build/plot-without-formats.ts';
import { sameBytes } from './build/same-bytes.ts';
import { RECOMPUTE_FOLDER, scriptPolicy } from './build/script-policy.ts';
import { wasmModules } from './build/wasm-modules.ts';
import { bundledPackages } from '../scripts/lib/bundled-packages.ts';
import { checkSettings } from './src/site/base-url.ts';

// Read only to check them: an invalid setting fails the build and not each page. `src/site/config.ts` uses them.
checkSettings(process.env);
const parts = bundledPackages();
const outDir = process.env['CAIRN_WEBSITE_OUT_DIR'] ?? './dist';

export default defineConfig({
  output: 'server',
  outDir,
  adapter: node({ mode: 'middleware' }),
  integrations: [islands(), oneStylesheet(), localizedRoutes(), scriptPolicy(), sameBytes()],
  session: false,
  markdown: { syntaxHighlight: false },
  trailingSlash: 'ignore',
  devToolbar: { enabled: false },
  build: { inlineStylesheets: 'never' },
  vite: {
    // No asset is inlined: the policy allows files of this site only.
    build: { assetsInlineLimit: 0 },
    // Packages are bundled into the pages' code, so that the output folder can be outside the checkout.
    ssr: { noExternal: true },
    // In modules, so that the check of an address is a file of its own, which only its page loads.
    worker: {
      format: 'es',
      plugins: () => [wasmModules(), parts],
      rolldownOptions: {
        output: {
          entryFileNames: ({ name }) =>
            `${name === 'recompute-worker' ? RECOMPUTE_FOLDER : '_astro'}/[name].[hash].js`,
        },
      },
    },
    plugins: [bootScripts(), plotWithoutFormats(), parts],
    // One file instead of thirty for code that most pages share: fewer requests and better compression.
    environments: {
      client: {
        build: {
          rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'shared', minShareCount: 8 }] } } },
        },
      },
    },
  },
  security: {
    csp: {
      scriptDirective: { hashes: BOOT_SCRIPT_HASHES },
      directives: [
        "default-src 'none'",
        "img-src 'self'",
        "font-src 'self'",
        "worker-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
        // The Trusted Types policy of the two workers (`src/features/verify/open-worker.ts`), which allows their URLs alone.
        'trusted-types cairn',
      ],
    },
  },
});
