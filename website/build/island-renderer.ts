import { getContainerRenderer } from '@astrojs/preact/container-renderer';
import type { AstroIntegration } from 'astro';

/** Renders islands with `src/site/island-renderer.ts`. Before `preact()`, because Astro takes the first renderer that accepts. */
export function islandRenderer(): AstroIntegration {
  return {
    name: 'cairn-island-renderer',
    hooks: {
      'astro:config:setup': ({ addRenderer }) => {
        addRenderer({
          ...getContainerRenderer(),
          name: 'cairn-island-renderer',
          serverEntrypoint: new URL('../src/site/island-renderer.ts', import.meta.url),
        });
      },
    },
  };
}
