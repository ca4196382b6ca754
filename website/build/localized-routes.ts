import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { DEFAULT_LOCALE, LOCALES } from '../src/site/locale.ts';

const PAGES = fileURLToPath(new URL('../src/pages', import.meta.url));

/** Error pages have no prefix: they serve every language. */
const ERROR_PAGES = /^\d{3}\.astro$/;

/** Pages, and the endpoints that exist in every language. */
const LOCALIZED = '**/{*.astro,opensearch.xml.ts,*.svg.ts}';

/** Adds a route with the prefix of each other language to each page of `src/pages`: `/de/blocks` beside `/blocks`. */
export function localizedRoutes(): AstroIntegration {
  return {
    name: 'cairn-localized-routes',
    hooks: {
      'astro:config:setup': ({ injectRoute }) => {
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
