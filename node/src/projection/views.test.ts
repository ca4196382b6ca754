import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { mineTestBlock, openTestChain, transfer, type TestChain } from '../chain/test-support.ts';
import { startTestProjection, type TestProjection } from './test-support.ts';

let testChain: TestChain;
let projected: TestProjection;
let database: Database.Database;

beforeEach(async () => {
  testChain = await openTestChain();
  await mineTestBlock(testChain.chain, [transfer({ from: 1, to: 2, nonce: 1, value: 700n, fee: 5n })]);
  projected = startTestProjection(testChain);
  await projected.ready();
  database = new Database(testChain.dataDirectory.projection);
});

afterEach(async () => {
  database.close();
  await projected.projection.close();
  await testChain.remove();
});

const one = (sql: string): unknown => database.prepare(sql).get();

it('the views show addresses, IDs and times as text, and amounts that a person can sum', () => {
  const { id, header } = testChain.chain.view.block(1)!;
  const time = new Date(header.timestamp * 1_000).toISOString().replace('T', ' ').slice(0, 19);
  expect(one('SELECT id, time, miner, fees FROM readable_blocks WHERE height = 1')).toEqual({
    id,
    time,
    miner: header.miner,
    fees: 5,
  });
  const { fromAddress, toAddress } = transfer({ from: 1, to: 2, nonce: 1 });
  const transfers = 'FROM readable_transactions WHERE height = 1 AND index_in_block > 0';
  expect(one(`SELECT time, from_address, to_address, sum(value) AS sum, fee ${transfers}`)).toEqual({
    time,
    from_address: fromAddress,
    to_address: toAddress,
    sum: 700,
    fee: 5,
  });
  expect(one(`SELECT sent, fees FROM readable_addresses WHERE address = '${fromAddress}'`)).toEqual({
    sent: 700,
    fees: 5,
  });
});

it('the views show amounts above 2^63 − 1 as that number', () => {
  const largest = String(2n ** 63n - 1n);
  for (const [amount, shown] of [
    [largest, largest],
    [String(2n ** 63n), largest],
    [String(2n ** 64n - 1n), largest],
  ]) {
    database.exec(`UPDATE addresses SET balance = '${amount}', received = '${amount}${amount}'`);
    const text = 'CAST(balance AS TEXT) AS balance, CAST(received AS TEXT) AS received';
    expect(one(`SELECT ${text} FROM readable_addresses`)).toEqual({ balance: shown, received: largest });
  }
});
