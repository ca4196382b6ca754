import { renderToString } from 'preact-render-to-string';
import { expect, it } from 'vitest';
import type { Locale } from '../../messages/locale.ts';
import { DifferenceTable } from './steps.tsx';
import { loadStepWords } from './words.ts';

const table = async (locale: Locale, given: boolean) =>
  renderToString(
    <DifferenceTable
      differences={[{ field: 'id', shown: 'aa', computed: 'ab' }]}
      given={given}
      words={await loadStepWords(locale)}
    />,
  );

it('names the API only where one was asked', async () => {
  expect(await table('en', false)).toContain('The API says');
  expect(await table('de', false)).toContain('Laut API');
  const pasted = [await table('en', true), await table('de', true)];
  expect(pasted[0]).toContain('What you gave says');
  expect(pasted[1]).toContain('Laut Ihrer Eingabe');
  for (const text of pasted) expect(text).not.toContain('API');
});
