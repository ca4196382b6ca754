// @vitest-environment happy-dom
import { render } from 'preact';
import { expect, test, vi } from 'vitest';
import { CopyAddress } from './copy-button.tsx';

test('an address that another program replaces in the clipboard is reported beside the button', async () => {
  vi.stubGlobal('navigator', {
    clipboard: { writeText: async () => undefined, readText: async () => 'dThief' },
    permissions: { query: async () => ({ state: 'granted' }) },
  });
  const place = document.createElement('p');
  render(<CopyAddress address="dVDLqzReEG5BxNBd65wcJ87tbd8U6ZdzEK" what="address" />, place);
  place.querySelector('button')!.click();
  await expect.poll(() => place.querySelector('[role=alert]')?.textContent).toMatch(/do not paste/);
  vi.unstubAllGlobals();
});
