import type { AstroIntegration } from 'astro';

declare module 'astro' {
  interface AstroClientDirectives {
    /** Hydrates the island as soon as its script has loaded, each island in a separate task. */
    'client:turn'?: boolean;
  }
}

/** `client:turn`: like `client:load`, except that each island of a page is hydrated in a separate task. */
export function hydrateInTurn(): AstroIntegration {
  return {
    name: 'cairn-hydrate-in-turn',
    hooks: {
      'astro:config:setup': ({ addClientDirective }) => {
        addClientDirective({ name: 'turn', entrypoint: './src/frame/turn.ts' });
      },
    },
  };
}
