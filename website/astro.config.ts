import node from '@astrojs/node';
import preact from '@astrojs/preact';
import { defineConfig } from 'astro/config';
import { hydrateInTurn } from './build/hydrate-in-turn.ts';
import { localizedRoutes } from './build/localized-routes.ts';
import { scriptPolicy } from './build/script-policy.ts';
import { withoutDescriptions } from './build/without-descriptions.ts';
import { readBaseUrl } from './src/lib/base-url.ts';

// The one place that reads the build's environment.
const apiBaseUrl = readBaseUrl('PUBLIC_EXPLORER_API_URL', process.env['PUBLIC_EXPLORER_API_URL']);
// A setting that cannot be used ends the build here, not each page later.
readBaseUrl('PUBLIC_WALLET_URL', process.env['PUBLIC_WALLET_URL']);
const apiOrigin = apiBaseUrl === undefined ? undefined : new URL(apiBaseUrl).origin;
const outDir = process.env['CAIRN_WEBSITE_OUT_DIR'] ?? './dist';

export default defineConfig({
  output: 'server',
  outDir,
  adapter: node({ mode: 'middleware' }),
  integrations: [preact(), localizedRoutes(), hydrateInTurn(), scriptPolicy(apiOrigin)],
  session: false,
  markdown: { syntaxHighlight: false },
  trailingSlash: 'ignore',
  devToolbar: { enabled: false },
  build: { inlineStylesheets: 'never' },
  // Nothing is inlined: every script and style is a file of ours, or has its hash in the policy.
  // Packages are bundled into the pages' code, so that the output folder may be outside the checkout.
  vite: {
    build: { assetsInlineLimit: 0 },
    ssr: { noExternal: true },
    plugins: [withoutDescriptions()],
    worker: { plugins: () => [withoutDescriptions()] },
    // Code that most pages share is one file instead of thirty: fewer requests, and it compresses better.
    environments: {
      client: {
        build: {
          rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'shared', minShareCount: 7 }] } } },
        },
      },
    },
  },
  security: {
    csp: {
      directives: [
        "default-src 'none'",
        // Our own origin is for those who look at a page in its place, as Lighthouse does at robots.txt.
        `connect-src ${apiOrigin === undefined ? "'none'" : `'self' ${apiOrigin}`}`,
        "img-src 'self'",
        "worker-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
        // The one policy, of `src/frame/trusted-url.ts`, lets only workers of our own origin start.
        'trusted-types cairn',
      ],
    },
  },
});
