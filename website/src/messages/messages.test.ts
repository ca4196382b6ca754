import { globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Message, placeholdersOf } from '@cairn/ui/messages.js';
import { localeOfPath, localizedPath, withoutLocale } from './locale.ts';
import { translationsFor } from './translations.ts';

const SOURCE = join(import.meta.dirname, '..');
const GROUPS = join(import.meta.dirname, 'groups');

type Texts = Record<string, Message>;

/** Messages by group; the group `''` has those that every page loads. */
const groups = new Map<string, { en: Texts; de: Texts }>();
for (const group of ['', ...globSync('*/', { cwd: GROUPS })]) {
  const texts = async (locale: string): Promise<Texts> => {
    const path = group === '' ? `./${locale}.ts` : `./groups/${group}/${locale}.ts`;
    return ((await import(path)) as { messages: Texts }).messages;
  };
  groups.set(group, { en: await texts('en'), de: await texts('de') });
}
const all = (locale: 'en' | 'de'): Texts =>
  Object.assign({}, ...[...groups.values()].map((texts) => texts[locale]));
const english = all('en');
const german = all('de');

describe('the catalogues', () => {
  const entries = (messages: object) => Object.entries(messages) as [string, Message][];

  it('word depth as depth, never as finality', () => {
    for (const locale of ['en', 'de'] as const) {
      const { t } = translationsFor(locale);
      const count = locale === 'en' ? '12,345' : '12.345';
      expect(t('depth.deep', { count: 12_345 })).toContain(count);
      const texts = [
        t('depth.hint'),
        t('depth.newest'),
        t('depth.deep', { count: 1 }),
        t('depth.deep', { count: 12_345 }),
      ];
      for (const text of texts) expect(text).not.toMatch(/final|settled|endgültig|unumkehrbar/i);
      // The footer of every page.
      expect(t('footer.alpha')).toMatch(/not finality|keine Endgültigkeit/);
    }
  });

  it('have no unused message', () => {
    const isSource = (name: string): boolean =>
      /\.(ts|tsx|astro)$/.test(name) && !/\.test\.|^messages\/.*\b(de|en)\b/.test(name);
    const source = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
      .filter(isSource)
      .map((name) => readFileSync(join(SOURCE, name), 'utf8'))
      .join('\n');
    expect(Object.keys(english).filter((key) => !isUsed(key, source))).toEqual([]);
  });

  it('are loaded with the islands: each imports the groups that it uses', () => {
    for (const island of globSync('islands/*.tsx', { cwd: SOURCE })) {
      const files = graphOf(join(SOURCE, island));
      const source = [...files].map((file) => readFileSync(file, 'utf8')).join('\n');
      for (const [group, { en }] of groups) {
        // The keys of the server's group are always written in full.
        const used = Object.keys(en).filter((key) =>
          group === 'server' ? source.includes(`'${key}'`) : isUsed(key, source),
        );
        const isImported = group === '' || files.has(join(GROUPS, group, 'index.ts'));
        expect.soft(isImported ? [] : used, `${island} does not import the group ${group}`).toEqual([]);
      }
    }
  });

  it('have the same keys', () => {
    expect(Object.keys(german).toSorted()).toEqual(Object.keys(english).toSorted());
  });

  it.each(entries(english))('have the same parameters and no empty text: %s', (key, message) => {
    const translated = (german as Record<string, Message>)[key]!;
    expect(new Set(placeholdersOf(translated))).toEqual(new Set(placeholdersOf(message)));
    expect(JSON.stringify(translated)).not.toContain('""');
  });
});

/** True if the source contains the key, or a template that can compose it: t(`search.${reason}`). */
function isUsed(key: string, source: string): boolean {
  return source.includes(`'${key}'`) || source.includes(`\`${key.slice(0, key.lastIndexOf('.'))}.\${`);
}

/** A module of the site and all its static and dynamic imports, without catalogues. */
function graphOf(root: string): Set<string> {
  const files = new Set<string>();
  const waiting = [root];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (files.has(file)) continue;
    files.add(file);
    for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(/(?:from|import\(?)\s*'(\.[^']+)'/g)) {
      if (!/(en|de|all)\.ts$|\.css$/.test(path)) waiting.push(join(dirname(file), path.replace(/\?.*$/, '')));
    }
  }
  return files;
}

it('reads, removes and adds the language of a path', () => {
  expect(['/', '/de', '/de/blocks', '/demo', '/fr'].map(localeOfPath)).toEqual([
    'en',
    'de',
    'de',
    'en',
    'en',
  ]);
  expect(['/', '/de', '/de/blocks', '/demo'].map(withoutLocale)).toEqual(['/', '/', '/blocks', '/demo']);
  expect(['/', '/blocks?before=5'].map((path) => localizedPath('de', path))).toEqual([
    '/de',
    '/de/blocks?before=5',
  ]);
  expect(localizedPath('en', '/blocks')).toBe('/blocks');
});
