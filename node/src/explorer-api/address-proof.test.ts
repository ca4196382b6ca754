import { createExplorerClient, type AddressProof, type ExplorerClient } from '@cairn/api/explorer';
import {
  bytesToHex,
  decodeAccountRecord,
  EMPTY_HISTORY,
  encodeAddress,
  foldHistory,
  hexToBytes,
} from '@cairn/protocol';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ACCOUNTS, DEVNET } from '@cairn/chain/test-support';
import { mineSample } from './contract-test-support.ts';
import { startTestExplorer, type TestExplorer } from './test-support.ts';

const STRANGER = encodeAddress(new Uint8Array(20), DEVNET);
const NOTHING = bytesToHex(EMPTY_HISTORY);

let explorer: TestExplorer;
let client: ExplorerClient;

beforeAll(async () => {
  explorer = await startTestExplorer();
  await mineSample(explorer.testChain.chain);
  client = createExplorerClient({ baseUrl: explorer.url });
});
afterAll(() => explorer.close());

/** The history after the rows of an answer. */
function fold({ rows, history_before: before }: AddressProof): string {
  const oldestFirst = rows!.map((row) => ({ ...row, raw: hexToBytes(row.raw) })).toReversed();
  return bytesToHex(foldHistory(hexToBytes(before!), oldestFirst));
}

it.each([1, 2, 3, 100])('chunks of %d rows fold to the history of the record, and end it', async (rows) => {
  for (const { address } of ACCOUNTS.slice(1, 5)) {
    const newest = await client.getAddressProof({ address, rows });
    const records = newest.bucket.map((bytes) => decodeAccountRecord(hexToBytes(bytes)));
    const record = records.find((one) => one.address === address)!;
    let expected = bytesToHex(record.history);
    let read = 0;
    for (let chunk = newest; ;) {
      expect([fold(chunk), chunk.block_id]).toEqual([expected, newest.block_id]);
      read += chunk.rows!.length;
      expected = chunk.history_before!;
      const oldest = chunk.rows!.at(-1);
      if (oldest === undefined || expected === NOTHING) break;
      const before = `${oldest.height}-${oldest.index}`;
      const bare = await client.getAddressProof({ address, before });
      expect([bare.history_before, bare.rows]).toEqual([expected, undefined]);
      chunk = await client.getAddressProof({ address, rows, before });
    }
    expect([expected, read]).toEqual([NOTHING, record.count]);
  }
});

it('without rows that are older, the history is the one before `before`', async () => {
  const { address } = ACCOUNTS[1]!;
  const oldest = (await client.getAddressProof({ address, rows: 100 })).rows!.at(-1)!;
  const end = await client.getAddressProof({ address, rows: 5, before: `${oldest.height}-${oldest.index}` });
  expect([end.rows, end.history_before]).toEqual([[], NOTHING]);
  const unused = await client.getAddressProof({ address: STRANGER, rows: 5 });
  expect([unused.rows, unused.history_before]).toEqual([[], NOTHING]);
});
