import type { AstroIntegration } from 'astro';

/**
 * One stylesheet for all pages: a dozen kilobytes, which a browser loads once, instead of up to seven files that a page waits for. The
 * server's build has the rules of every page; the islands' build would add a second file, which repeats a part of them.
 */
export function oneStylesheet(): AstroIntegration {
  return {
    name: 'cairn-one-stylesheet',
    hooks: {
      'astro:config:setup': ({ updateConfig }) => {
        updateConfig({ vite: { build: { cssCodeSplit: false }, plugins: [WITHOUT_ISLANDS] } });
      },
    },
  };
}

const WITHOUT_ISLANDS = {
  name: 'cairn-one-stylesheet',
  enforce: 'pre',
  apply: 'build',
  applyToEnvironment: ({ name }: { readonly name: string }) => name === 'client',
  load: (id: string) => (id.endsWith('.css') ? '' : undefined),
} as const;
