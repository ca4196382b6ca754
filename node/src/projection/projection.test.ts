import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTestChain, type TestChain } from '../home/test-support.ts';
import { mineTestBlock, transfer } from '@cairn/chain/test-support';
import { startTestProjection, type TestProjection } from './test-support.ts';
import { progressOf } from '@cairn/chain/projection';

let testChain: TestChain;
let projected: TestProjection;

beforeEach(async () => {
  testChain = await openTestChain();
});

afterEach(async () => {
  await projected?.projection.close();
  await testChain.remove();
});

it('the progress is in per cent, rounded down to two decimals', () => {
  expect([progressOf(-1, -1), progressOf(12, 9), progressOf(4_294_967_294, 4_294_967_295)]).toEqual([
    0, 100, 99.99,
  ]);
});

describe('the views', () => {
  let database: Database.Database;
  beforeEach(async () => {
    await mineTestBlock(testChain.chain, [transfer({ from: 1, to: 2, nonce: 1, value: 700n, fee: 5n })]);
    projected = startTestProjection(testChain);
    await projected.ready();
    database = new Database(testChain.dataDirectory.projection);
  });
  afterEach(() => database.close());

  const one = (sql: string): unknown => database.prepare(sql).get();

  it('show addresses, IDs and times as text, and amounts that a person can sum', () => {
    const { id, header } = testChain.chain.view.block(1)!;
    const time = new Date(header.timestamp * 1_000).toISOString().replace('T', ' ').slice(0, 19);
    const block = { id, time, miner: header.miner, fees: 5 };
    expect(one('SELECT id, time, miner, fees FROM readable_blocks WHERE height = 1')).toEqual(block);
    const { fromAddress, toAddress } = transfer({ from: 1, to: 2, nonce: 1 });
    const transfers = 'FROM readable_transactions WHERE height = 1 AND index_in_block > 0';
    expect(one(`SELECT time, from_address, to_address, sum(value) AS sum, fee ${transfers}`)).toEqual({
      time,
      from_address: fromAddress,
      to_address: toAddress,
      sum: 700,
      fee: 5,
    });
    const totals = `SELECT sent, fees FROM readable_addresses WHERE address = '${fromAddress}'`;
    expect(one(totals)).toEqual({ sent: 700, fees: 5 });
  });

  it('show amounts above 2^63 − 1 as that number', () => {
    const largest = String(2n ** 63n - 1n);
    for (const amount of [largest, String(2n ** 64n - 1n)]) {
      database.exec(`UPDATE addresses SET balance = '${amount}', received = '${amount}${amount}'`);
      const text = 'CAST(balance AS TEXT) AS balance, CAST(received AS TEXT) AS received';
      const shown = { balance: largest, received: largest };
      expect(one(`SELECT ${text} FROM readable_addresses`)).toEqual(shown);
    }
  });
});
