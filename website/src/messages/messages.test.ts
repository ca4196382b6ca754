import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { catalogue as german } from './de/index.ts';
import { catalogue as english } from './en/index.ts';
import { localeOfPath, localizedPath, withoutLocale } from './locale.ts';
import { type Message, type ParametersOf, placesOf } from './message.ts';
import { createTranslator } from './translate.ts';

const SOURCE = join(import.meta.dirname, '..');

const SAMPLE = {
  plain: 'Blocks',
  named: 'Block {height} of {network}',
  plural: { one: '{count} block', other: '{count} blocks' },
} as const;

describe('the catalogues', () => {
  const entries = (messages: object) => Object.entries(messages) as [string, Message][];

  it('word depth as depth, never as finality', () => {
    for (const [locale, catalogue] of [
      ['en', english],
      ['de', german],
    ] as const) {
      const { t } = createTranslator<typeof english>(locale, catalogue);
      const count = locale === 'en' ? '12,345' : '12.345';
      expect(t('depth.deep', { count: 12_345 })).toContain(count);
      const said = [t('depth.newest'), t('depth.deep', { count: 1 }), t('depth.deep', { count: 12_345 })];
      for (const text of said) expect(text).not.toMatch(/final|settled|endgültig|unumkehrbar/i);
      expect(t('depth.hint')).toMatch(/not finality|keine Endgültigkeit/);
    }
  });

  it('have nothing that no page says', () => {
    const isSource = (name: string): boolean =>
      /\.(ts|tsx|astro)$/.test(name) && !/\.test\.|^messages\/(de|en)\//.test(name);
    const source = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
      .filter(isSource)
      .map((name) => readFileSync(join(SOURCE, name), 'utf8'))
      .join('\n');
    // A key stands there whole, or its beginning does in a template: t(`search.${reason}`).
    const isSaid = (key: string): boolean =>
      source.includes(`'${key}'`) || source.includes(`\`${key.slice(0, key.lastIndexOf('.'))}.\${`);
    expect(Object.keys(english).filter((key) => !isSaid(key))).toEqual([]);
  });

  it('have the same keys', () => {
    expect(Object.keys(german).toSorted()).toEqual(Object.keys(english).toSorted());
  });

  it.each(entries(english))('have the same parameters and no empty text: %s', (key, message) => {
    const translated = (german as Record<string, Message>)[key]!;
    expect(new Set(placesOf(translated))).toEqual(new Set(placesOf(message)));
    expect(JSON.stringify(translated)).not.toContain('""');
  });
});

describe('a translator', () => {
  const en = createTranslator<typeof SAMPLE>('en', SAMPLE);
  const de = createTranslator<typeof SAMPLE>('de', {
    plain: 'Blöcke',
    named: 'Block {height} von {network}',
    plural: { one: '{count} Block', other: '{count} Blöcke' },
  });

  it('fills parameters, and writes numbers as the language does', () => {
    expect(en.t('plain')).toBe('Blocks');
    expect(en.t('named', { height: 1234, network: 'devnet' })).toBe('Block 1,234 of devnet');
    expect(de.t('named', { height: 1234, network: 'devnet' })).toBe('Block 1.234 von devnet');
  });

  it('chooses the plural by the count', () => {
    expect([0, 1, 2000].map((count) => en.t('plural', { count }))).toEqual([
      '0 blocks',
      '1 block',
      '2,000 blocks',
    ]);
    expect(de.t('plural', { count: 1 })).toBe('1 Block');
  });

  it('keeps markup as it is', () => {
    expect(en.rich('named', { height: 12, network: null })).toEqual(['Block ', '12', ' of ', null]);
  });

  it('throws on a key or a parameter that is not there', () => {
    const loose = en as unknown as { t: (key: string, parameters?: object) => string };
    expect(() => loose.t('absent')).toThrow('no message absent');
    expect(() => loose.t('named', { height: 1 })).toThrow('needs network');
  });

  it('knows each message’s parameters by type', () => {
    expectTypeOf<ParametersOf<(typeof SAMPLE)['plain'], string>>().toEqualTypeOf<[]>();
    expectTypeOf<ParametersOf<(typeof SAMPLE)['plural'], string>>().toEqualTypeOf<
      [parameters: Readonly<Record<'count', string>>]
    >();
  });
});

it('finds the language in a path, takes it off and puts it on', () => {
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
