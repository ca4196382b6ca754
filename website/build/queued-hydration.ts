import type { AstroIntegration } from 'astro';

declare module 'astro' {
  interface AstroClientDirectives {
    /** Hydrates the island as soon as its script has loaded, each island in a separate task. */
    'client:queued'?: boolean;
  }
}

/** `client:queued`: like `client:load`, except that each island of a page is hydrated in a separate task. */
export function queuedHydration(): AstroIntegration {
  return {
    name: 'cairn-queued-hydration',
    hooks: {
      'astro:config:setup': ({ addClientDirective }) => {
        addClientDirective({ name: 'queued', entrypoint: './src/runtime/queued-hydration.ts' });
      },
    },
  };
}
