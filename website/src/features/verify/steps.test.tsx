import { renderToString } from 'preact-render-to-string';
import { expect, it } from 'vitest';
import fc from 'fast-check';
import type { Locale } from '../../site/locale.ts';
import { emptyStep } from './findings.ts';
import { stepTranslations } from './steps.texts.ts';
import { DifferenceTable, markDifference, Steps } from './steps.tsx';

const steps = [emptyStep('transaction', 'waiting')];

const said = async (locale: Locale, given: boolean) =>
  renderToString(<Steps steps={steps} given={given} translations={stepTranslations(locale)} />);

it.each([
  ['en', 'that you asked for', 'your input'],
  ['de', 'nach der Sie gefragt haben', 'Ihre Eingabe'],
] as const)(
  '%s: mentions an ID that was asked for only on the page of a transaction',
  async (locale, asked, given) => {
    expect(await said(locale, false)).toContain(asked);
    expect(await said(locale, true)).not.toContain(asked);
    expect(await said(locale, true)).toContain(given);
  },
);

const table = async (locale: Locale, given: boolean) =>
  renderToString(
    <DifferenceTable
      differences={[{ field: 'id', shown: 'aa', computed: 'ab' }]}
      given={given}
      translations={stepTranslations(locale)}
    />,
  );

it('names the API only if it was asked', async () => {
  expect(await table('en', false)).toContain('The API says');
  expect(await table('de', false)).toContain('Laut API');
  const pasted = [await table('en', true), await table('de', true)];
  expect(pasted[0]).toContain('Your input says');
  expect(pasted[1]).toContain('Laut Ihrer Eingabe');
  for (const text of pasted) expect(text).not.toContain('API');
});

it('marks the differing part of two texts', () => {
  const [one, other] = markDifference('12345678', '12945678');
  expect(one).toEqual({ before: '12', differs: '3', after: '45678' });
  expect(other).toEqual({ before: '12', differs: '9', after: '45678' });
  expect(markDifference('10', '100')).toEqual([
    { before: '10', differs: '', after: '' },
    { before: '10', differs: '0', after: '' },
  ]);
});

it('keeps every character', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (a, b) => {
      const joined = markDifference(a, b).map(({ before, differs, after }) => before + differs + after);
      expect(joined).toEqual([a, b]);
    }),
  );
});
