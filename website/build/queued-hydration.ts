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
 * Adds the directive `client:queued`: like `client:load`, but islands are hydrated one after another, each in its own task,
 * and in a page that the browser prerenders (speculation rules) only after the user opens it.
 */
export function queuedHydration(): AstroIntegration {
  return {
    name: 'cairn-queued-hydration',
    hooks: {
      'astro:config:setup': ({ addClientDirective }) => {
        addClientDirective({ name: 'queued', entrypoint: './src/site/queued-hydration.ts' });
      },
    },
  };
}
