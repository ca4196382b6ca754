// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { showPart } from '../../../test/fixture-part.tsx';
import { KeepBrowser } from './keep-browser.tsx';
import { KeptBrowsers } from './kept-browsers.tsx';

const config = { network: 'devnet', explorer_url: null } as const;

test('where the gateway lets every browser in, none can be kept', () => {
  for (const part of [<KeepBrowser />, <KeptBrowsers />])
    expect(showPart(part, { config: { ...config, kept: null } }).childNodes).toHaveLength(0);
  const shown = showPart(<KeepBrowser />, { config: { ...config, kept: true } });
  expect(shown.querySelector('input')!.checked).toBe(true);
});
