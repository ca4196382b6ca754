import { describe, expect, it } from 'vitest';
import { createTexts } from './messages.ts';

const { translationsFor } = createTexts({
  plain: ['Blocks', 'Blöcke'],
  named: ['Block {height} of {network}', 'Block {height} von {network}'],
  plural: [
    { one: '{count} block', other: '{count} blocks' },
    { one: '{count} Block', other: '{count} Blöcke' },
  ],
});

describe('a translator', () => {
  const en = translationsFor('en');
  const de = translationsFor('de');

  it('fills in parameters, and formats numbers for the language', () => {
    expect(en.t('plain')).toBe('Blocks');
    expect(en.t('named', { height: 1234, network: 'devnet' })).toBe('Block 1,234 of devnet');
    expect(de.t('named', { height: 1234, network: 'devnet' })).toBe('Block 1.234 von devnet');
  });

  it('selects the plural form by the count', () => {
    expect([0, 1, 2000].map((count) => en.t('plural', { count }))).toEqual([
      '0 blocks',
      '1 block',
      '2,000 blocks',
    ]);
    expect(de.t('plural', { count: 1 })).toBe('1 Block');
  });

  it('keeps markup unchanged', () => {
    expect(en.rich('named', { height: 12, network: null })).toEqual(['Block ', '12', ' of ', null]);
  });

  it('throws for a missing key or parameter', () => {
    const loose = en as unknown as { t: (key: string, parameters?: object) => string };
    expect(() => loose.t('absent')).toThrow('no message absent');
    expect(() => loose.t('named', { height: 1 })).toThrow('needs network');
  });
});
