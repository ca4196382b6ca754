import { expect, it } from 'vitest';
import { developmentAccounts } from './development-accounts.ts';
import { DEVNET_NAMES } from './devnet-names.ts';
import { getNetwork } from './networks.ts';

it('the names are those of the development accounts, in their order', () => {
  const addresses = developmentAccounts(getNetwork('devnet')).map(({ address }) => address);
  expect([...DEVNET_NAMES.keys()]).toEqual(addresses);
  expect(new Set(DEVNET_NAMES.values()).size).toBe(addresses.length);
});
