import { fileURLToPath } from 'node:url';
import { getContainerRenderer } from '@astrojs/preact/container-renderer';
import type { AstroIntegration } from 'astro';

declare module 'astro' {
  interface AstroClientDirectives {
    /**
     * Hydrates the islands of a page one after another, each in its own task once its script has loaded; in a page that
     * the browser prerenders (speculation rules), only after the user opens it.
     */
    'client:queued'?: boolean;
  }
}

/**
 * Renders islands with `src/site/island-renderer.ts`, hydrates them by `client:queued`, and compiles JSX for Preact with Vite. The
 * adapter's own integration compiles each module with Babel before, which took two fifths of a build's CPU time.
 */
export function islands(): AstroIntegration {
  return {
    name: 'cairn-islands',
    hooks: {
      'astro:config:setup': ({ addClientDirective, addRenderer, updateConfig }) => {
        addClientDirective({ name: 'queued', entrypoint: './src/site/queued-hydration.ts' });
        addRenderer({
          ...getContainerRenderer(),
          name: 'cairn-islands',
          clientEntrypoint: fileURLToPath(new URL('../src/site/island-hydrator.ts', import.meta.url)),
          serverEntrypoint: new URL('../src/site/island-renderer.ts', import.meta.url),
        });
        const jsx = { runtime: 'automatic', importSource: 'preact' } as const;
        updateConfig({ vite: { oxc: { jsx }, plugins: [RENDERER_OPTIONS] } });
      },
    },
  };
}

const RENDERER_OPTIONS_ID = 'astro:preact:opts';

/** The module with the adapter's options, of which this site has none. */
const RENDERER_OPTIONS = {
  name: 'cairn-renderer-options',
  resolveId: (id: string) => (id === RENDERER_OPTIONS_ID ? `\0${id}` : undefined),
  load: (id: string) => (id === `\0${RENDERER_OPTIONS_ID}` ? 'export default {};' : undefined),
};
