import type { AddressSummary } from '@cairn/api/explorer';
import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { findRank } from './address-stats.ts';

const rowOf = (address: string, balance: bigint): AddressSummary => ({
  address,
  balance: String(balance),
  nonce: 0,
  total_received: String(balance),
  total_sent: '0',
  total_fees: '0',
  transaction_count: 1,
  first_seen_height: 0,
  last_seen_height: 0,
});

/** A ranking sorted like the API's, which counts its requests. */
function rankingOf(balances: readonly number[]) {
  const rows = balances
    .map((balance, index) => rowOf(`d${String(index).padStart(6, '0')}`, BigInt(balance)))
    .toSorted((a, b) => Number(BigInt(b.balance) - BigInt(a.balance)) || (a.address < b.address ? -1 : 1));
  let asked = 0;
  const client = {
    listAddresses: ({
      limit = 25,
      offset = 0,
    }: { limit?: number | undefined; offset?: number | undefined } = {}) => {
      asked += 1;
      const items = rows.slice(offset, offset + limit);
      const pagination = { limit, offset, count: items.length, total: rows.length };
      return Promise.resolve({ network: 'devnet' as const, items, pagination });
    },
  };
  return { rows, client, asked: () => asked };
}

describe('the rank of an address', () => {
  it('is found at every position, also among equal balances', async () => {
    const balances = fc.array(fc.nat({ max: 40 }), { minLength: 1, maxLength: 1_500 });
    await fc.assert(
      fc.asyncProperty(balances, fc.nat(), async (list, pick) => {
        const { rows, client, asked } = rankingOf(list);
        const at = pick % rows.length;
        const wanted = rows[at]!;
        const found = await findRank(client, { address: wanted.address, balance: BigInt(wanted.balance) });
        expect(found).toEqual({ rank: at + 1, total: rows.length, summary: wanted });
        expect(asked()).toBeLessThanOrEqual(7);
      }),
      { numRuns: 60 },
    );
  });

  it('is undefined for an address that is not in the ranking', async () => {
    const { client } = rankingOf(Array.from({ length: 950 }, (_, index) => index));
    expect(await findRank(client, { address: 'dx', balance: 400n })).toBeUndefined();
    expect(await findRank(rankingOf([]).client, { address: 'dx', balance: 0n })).toBeUndefined();
  });

  it('is undefined if the ranking contradicts the balance', async () => {
    const { client, rows } = rankingOf(Array.from({ length: 5_000 }, (_, index) => index));
    expect(await findRank(client, { address: rows[4_000]!.address, balance: 1n << 60n })).toBeUndefined();
  });
});
