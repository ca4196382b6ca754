import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { DEFAULT_LOCALE, LOCALES, localizedPath } from '../src/site/locale.ts';

const PAGES = fileURLToPath(new URL('../src/pages', import.meta.url));

/** Error pages have no prefix: they serve every language. */
const ERROR_PAGES = /^\d{3}\.astro$/;

/** Pages, and the endpoints that exist in every language. */
const LOCALIZED = '**/{*.astro,opensearch.xml.ts,*.svg.ts}';

/** Former paths (without the language), and where each leads now. */
const FORMER_PATHS = {
  '/charts': '/statistics',
  '/supply': '/statistics#supply',
  '/miners': '/statistics#miners',
  '/miners/[address]': '/addresses/[address]?direction=mined',
  '/stale-blocks': '/network#stale',
} as const;

/** Former paths in every language, and where they lead. */
export const formerPaths = (): [from: string, to: string][] =>
  LOCALES.flatMap((locale) =>
    Object.entries(FORMER_PATHS).map(([from, to]): [string, string] => [
      localizedPath(locale, from),
      localizedPath(locale, to),
    ]),
  );

/** Adds a route with the prefix of each other language to each page of `src/pages`: `/de/blocks` beside `/blocks`; former paths lead on. */
export function localizedRoutes(): AstroIntegration {
  return {
    name: 'cairn-localized-routes',
    hooks: {
      'astro:config:setup': ({ injectRoute, updateConfig }) => {
        updateConfig({ redirects: Object.fromEntries(formerPaths()) });
        for (const file of globSync(LOCALIZED, { cwd: PAGES })) {
          if (ERROR_PAGES.test(file)) continue;
          for (const locale of LOCALES) {
            if (locale === DEFAULT_LOCALE) continue;
            const path = file.replace(/\.(astro|ts)$/, '').replace(/(^|\/)index$/, '');
            injectRoute({
              pattern: `/${locale}/${path}`.replace(/\/$/, ''),
              entrypoint: `./src/pages/${file}`,
            });
          }
        }
      },
    },
  };
}
