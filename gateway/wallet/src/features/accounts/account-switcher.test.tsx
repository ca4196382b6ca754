// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { showPart } from '../../../test/fixture-part.tsx';
import { AccountSwitcher } from './account-switcher.tsx';

test('the account switcher requests and shows balances only when it is about to open', async () => {
  const asked: string[] = [];
  const readBalance = async (address: string): Promise<bigint> => {
    asked.push(address);
    return 250_000_000n;
  };
  const place = showPart(<AccountSwitcher />, { connection: { state: 'online' } }, { readBalance });
  const labels = () => [...place.querySelectorAll('option')].map((option) => option.textContent);
  expect(labels()).toEqual([
    expect.stringMatching(/^Account 0 · \w+…\w+$/),
    expect.stringMatching(/^Account 7 · \w+…\w+$/),
  ]);
  expect(asked).toEqual([]);
  place.querySelector('select')!.dispatchEvent(new Event('focusin', { bubbles: true }));
  await expect
    .poll(labels)
    .toEqual([
      expect.stringMatching(/^Account 0 · dVDLqz…6ZdzEK · 2\.50?\sCRN$/),
      expect.stringMatching(/^Account 7 · .* · 2\.50?\sCRN$/),
    ]);
  expect(asked).toHaveLength(2);
});
