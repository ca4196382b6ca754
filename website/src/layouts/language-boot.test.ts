import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';

const script = readFileSync(new URL('language-boot.js', import.meta.url), 'utf8');

/** Where the script sends a reader with these languages and this choice; `undefined` if the page stays. */
function redirected(pathname: string, languages: string[], chosen: string | null = null): string | undefined {
  let to: string | undefined;
  runInNewContext(script, {
    document: { documentElement: { lang: 'en' } },
    navigator: { languages },
    localStorage: { getItem: () => chosen },
    location: { pathname, search: '?page=2', hash: '#end', replace: (url: string) => (to = url) },
  });
  return to;
}

it('leads to the chosen language, else to the browser’s', () => {
  expect(redirected('/blocks', ['de-DE', 'en'])).toBe('/de/blocks?page=2#end');
  expect(redirected('/', ['fr', 'de'])).toBe('/de?page=2#end');
  expect(redirected('/blocks', ['de-DE'], 'en')).toBeUndefined();
  expect(redirected('/blocks', ['fr'])).toBeUndefined();
});

it('stays on the English page that a static host serves for an unknown German address', () => {
  expect(redirected('/de/nowhere', ['de'])).toBeUndefined();
  expect(redirected('/de', ['de'])).toBeUndefined();
  expect(redirected('/deposits', ['de'])).toBe('/de/deposits?page=2#end');
});
