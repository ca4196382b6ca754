import { renderToString } from 'preact-render-to-string';
import { expect, it } from 'vitest';
import type { Locale } from '../../messages/locale.ts';
import type { Verification } from '../use-verification.ts';
import { Steps } from './steps.tsx';
import { loadStepWords } from './words.ts';

const state = { planned: ['transaction'], results: new Map() } as unknown as Verification;

const said = async (locale: Locale, given: boolean) =>
  renderToString(<Steps state={state} given={given} words={await loadStepWords(locale)} />);

it.each([
  ['en', 'that you asked for', 'your input'],
  ['de', 'nach der Sie gefragt haben', 'Ihre Eingabe'],
] as const)('%s: speaks of an ID that was asked for only where one was', async (locale, asked, given) => {
  expect(await said(locale, false)).toContain(asked);
  expect(await said(locale, true)).not.toContain(asked);
  expect(await said(locale, true)).toContain(given);
});
