import { getContainerRenderer } from '@astrojs/preact/container-renderer';
import type { AstroIntegration } from 'astro';

/**
 * Renders islands with `src/site/island-renderer.ts`, and compiles JSX for Preact with Vite. The adapter's own integration
 * compiles each module with Babel before, which took two fifths of a build's CPU time.
 */
export function islandRenderer(): AstroIntegration {
  return {
    name: 'cairn-island-renderer',
    hooks: {
      'astro:config:setup': ({ addRenderer, updateConfig }) => {
        addRenderer({
          ...getContainerRenderer(),
          name: 'cairn-island-renderer',
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
