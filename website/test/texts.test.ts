import { globSync } from 'node:fs';
import { join } from 'node:path';
import { type Dictionary, placeholdersOf, type Texts } from '@cairn/ui/messages.js';
import { expect, it } from 'vitest';
import { siteTexts } from '../src/site/texts.ts';

const SOURCE = join(import.meta.dirname, '../src');

const PARTS =
  '{site/block-charts,site/query-problem,layouts/texts,features/*/texts,features/*/*.texts,../try/texts}.ts';

/** Texts of each part of the site, by path; most contain those of the site too. */
const parts = new Map<string, Dictionary>([['site/texts.ts', siteTexts]]);
for (const path of globSync(PARTS, { cwd: SOURCE }).filter((one) => !parts.has(one))) {
  const { texts } = (await import(join(SOURCE, path))) as { texts: Texts<Dictionary> };
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
