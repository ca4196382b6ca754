import type { AstroIntegration } from 'astro';

declare module 'astro' {
  interface AstroClientDirectives {
    /** Brings the island to life as soon as its script is there, but each in a task of its own. */
    'client:turn'?: boolean;
  }
}

/** `client:turn`: like `client:load`, except that no two islands of a page are brought to life in one task. */
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
