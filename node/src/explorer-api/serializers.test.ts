import { getNetwork, MAX_U64 } from '@cairn/protocol';
import { expect, it } from 'vitest';
import { formatSum } from '@cairn/chain/projection';
import { serializePagination, serializeTotals } from '@cairn/chain/explorer';

it('a sum beyond 2^64 − 1, of coins that were sent many times, is shown as 2^64 − 1', () => {
  for (const [exact, shown] of [
    [0n, 0n],
    [2n ** 53n + 1n, 2n ** 53n + 1n],
    [MAX_U64, MAX_U64],
    [MAX_U64 + 1n, MAX_U64],
    [MAX_U64 ** 2n, MAX_U64],
  ])
    expect(formatSum(String(exact))).toBe(String(shown));
  const counts = {
    single: 0,
    schema_version: 1,
    chain_id: 3,
    height: 3,
    block_id: 'b',
    transactions: 4,
    addresses: 5,
  };
  const sums = { fees: `${MAX_U64 + 1n}`, transferred: `${MAX_U64 + 2n}`, rewards: `${MAX_U64 + 3n}` };
  const highest = String(MAX_U64);
  const shown = { blocks: 4, total_fees: highest, total_transferred: highest, total_rewards: highest };
  expect(serializeTotals({ ...counts, ...sums }, getNetwork('devnet'))).toMatchObject(shown);
});

it('the total of a filtered list may be the least that there are', () => {
  const page = { items: [], total: 10_000 };
  const position = { limit: 5, offset: 9, count: 0, total: 10_000 };
  expect(serializePagination({ limit: 5, offset: 9 }, page)).toEqual(position);
  const shown = serializePagination({ limit: 5, offset: 9 }, { ...page, totalIsMinimum: true });
  expect(shown).toEqual({ ...position, total_is_minimum: true });
});
