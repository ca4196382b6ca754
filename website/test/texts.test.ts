import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Dictionary, type Message, placeholdersOf } from '@cairn/ui/messages.js';
import { expect, it } from 'vitest';
import { siteTexts } from '../src/site/texts.ts';
import { LOCALES } from '../src/site/locale.ts';
import { type Texts, translationsFor } from '../src/site/translations.ts';
import { translationsFor as layoutTexts } from '../src/layouts/texts.ts';

const SOURCE = join(import.meta.dirname, '../src');

const PARTS = '{site/block-charts,site/query-problem,layouts/texts,features/*/texts,features/*/*.texts}.ts';

/** Texts of each part of the site, by path; most contain those of the site too. */
const parts = new Map<string, Dictionary>([['site/texts.ts', siteTexts]]);
for (const path of globSync(PARTS, { cwd: SOURCE }).filter((one) => !parts.has(one))) {
  const { texts } = (await import(join(SOURCE, path))) as { texts: Texts<Record<string, Message>> };
  parts.set(path, texts.dictionary);
}

it.each([...parts])(
  'of %s have the same parameters in both languages, and are not empty',
  (_path, dictionary) => {
    for (const [key, [en, de]] of Object.entries(dictionary)) {
      expect([key, new Set(placeholdersOf(de))]).toEqual([key, new Set(placeholdersOf(en))]);
      expect([key, typeof de]).toEqual([key, typeof en]);
      expect(JSON.stringify([en, de])).not.toContain('""');
    }
  },
);

it('have no unused message', () => {
  const source = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|tsx|astro)$/.test(name) && !/\.test\.|texts\.ts$/.test(name))
    .map((name) => readFileSync(join(SOURCE, name), 'utf8'))
    .join('\n');
  const keys = new Set([...parts.values()].flatMap((dictionary) => Object.keys(dictionary)));
  const isUsed = (key: string): boolean =>
    source.includes(`'${key}'`) || source.includes(`\`${key.slice(0, key.lastIndexOf('.'))}.\${`);
  const composed = (key: string): boolean => /^(notFound|fault)\./.test(key); // `${kind}.title`
  expect([...keys].filter((key) => !isUsed(key) && !composed(key))).toEqual([]);
});

it('word depth as depth, never as finality', () => {
  for (const locale of LOCALES) {
    const { t } = translationsFor(locale);
    const count = locale === 'en' ? '12,345' : '12.345';
    expect(t('depth.deep', { count: 12_345 })).toContain(count);
    const texts = [t('depth.hint'), t('depth.newest'), t('depth.deep', { count: 12_345 })];
    for (const text of texts) expect(text).not.toMatch(/final|settled|endgültig|unumkehrbar/i);
    expect(layoutTexts(locale).t('footer.alpha', { version: '0.2.0' })).toMatch(
      /confirmations|Bestätigungen/,
    );
  }
});
