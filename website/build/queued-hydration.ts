import type { AstroIntegration } from 'astro';

declare module 'astro' {
  interface AstroClientDirectives {
    /**
     * Hydrates the islands of a page one after another, each in its own task once its script has loaded; on a prerendered page,
     * not before it is opened.
     */
    'client:queued'?: boolean;
  }
}

/**
 * `client:queued`: like `client:load`, with two differences. Islands are hydrated one after another, each in its own task, and on
 * a prerendered page only after it is opened.
 */
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
