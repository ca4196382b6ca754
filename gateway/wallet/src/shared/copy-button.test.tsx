// @vitest-environment happy-dom
import { render } from 'preact';
import { afterEach, expect, test, vi } from 'vitest';
import { CopyAddress } from './copy-button.tsx';

const ADDRESS = 'dVDLqzReEG5BxNBd65wcJ87tbd8U6ZdzEK';

afterEach(() => vi.unstubAllGlobals());

/** Presses the copy button beside the address. With `swap`, another program then writes that into the clipboard. */
function copy(swap?: string): { place: HTMLElement; held: () => string } {
  let clipboard = '';
  vi.stubGlobal('navigator', {
    clipboard: {
      writeText: async (text: string) => void (clipboard = text),
      readText: async () => swap ?? clipboard,
    },
    permissions: { query: async () => ({ state: 'granted' }) },
  });
  const place = document.createElement('p');
  render(<CopyAddress address={ADDRESS} what="address" />, place);
  place.querySelector('button')!.click();
  return { place, held: () => clipboard };
}

test('a copied address is checked and still in the clipboard', async () => {
  const { place, held } = copy();
  await expect.poll(() => place.querySelector('[role=status]')?.textContent).toBe('Copied');
  expect(held()).toBe(ADDRESS);
  expect(place.querySelector('[role=alert]')).toBeNull();
  expect(place.querySelector('button')?.getAttribute('aria-label')).toBe('Copy address');
});

test('a replaced address is reported beside the button', async () => {
  const { place } = copy('dThief');
  await expect.poll(() => place.querySelector('[role=alert]')?.textContent).toMatch(/do not paste/);
});
