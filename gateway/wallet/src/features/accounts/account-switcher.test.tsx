// @vitest-environment happy-dom
import { act } from 'preact/test-utils';
import { expect, test } from 'vitest';
import { showPart } from '../../../test/fixture-part.tsx';
import { AccountSwitcher } from './account-switcher.tsx';

test('the account switcher requests and shows balances only while it is open', async () => {
  const asked: string[] = [];
  const chosen: unknown[] = [];
  const place = showPart(
    <AccountSwitcher />,
    { connection: { state: 'online' } },
    {
      readBalance: async (address) => {
        asked.push(address);
        return 250_000_000n;
      },
      vault: { selectAccount: async (ref) => void chosen.push(ref) },
    },
  );
  const accounts = () => [...place.querySelectorAll<HTMLElement>('li button')];
  expect([accounts().length, asked.length]).toEqual([0, 0]);
  await act(() => place.querySelector('button')!.click());
  await expect
    .poll(() => accounts().map(({ textContent }) => textContent))
    .toEqual([
      expect.stringMatching(/^Account 02\.50?\sCRNdVDLqz/),
      expect.stringMatching(/^Account 72\.50?\sCRNdLhCHA/),
    ]);
  expect(asked).toHaveLength(2);
  await act(() => accounts()[1]!.click());
  expect([chosen, accounts()]).toEqual([[7], []]);
});
