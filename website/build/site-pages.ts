import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { LOCALES, localizedPath } from '../src/messages/locale.ts';

const PAGES = fileURLToPath(new URL('../src/pages', import.meta.url));
const ERROR_PAGES = /^\d{3}\.astro$/;

/** Stands for a reference that only the browser knows; it shows in titles until then. */
const ANY_REFERENCE = '…';

/** One page of the site as a static host has it. */
export interface SitePage {
  /** Path to render it at: `/de/blocks/…` for every block. */
  readonly path: string;
  /** File of the static site: `de/blocks/_.html`. */
  readonly file: string;
  /** For pages of many addresses, the pattern of `_redirects`: `/de/blocks/:reference`. */
  readonly pattern: string | undefined;
}

/** Every page of `src/pages` in every language, error pages apart. */
export function sitePages(): SitePage[] {
  const routes = globSync('**/*.astro', { cwd: PAGES })
    .filter((file) => !ERROR_PAGES.test(file))
    .map((file) => `/${file.replace(/\.astro$/, '').replace(/(^|\/)index$/, '')}`)
    .toSorted();
  return LOCALES.flatMap((locale) => routes.map((route) => pageOf(localizedPath(locale, route))));
}

function pageOf(route: string): SitePage {
  const dynamic = /^(?<folder>.*)\/\[(?<name>\w+)\]$/.exec(route)?.groups;
  if (dynamic === undefined) {
    return { path: route, file: `${route}/index.html`.replace(/^\/+/, ''), pattern: undefined };
  }
  const { folder = '', name = '' } = dynamic;
  return {
    path: `${folder}/${encodeURIComponent(ANY_REFERENCE)}`,
    file: `${folder.slice(1)}/_.html`,
    pattern: `${folder}/:${name}`,
  };
}
