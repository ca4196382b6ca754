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
import { ACCOUNTS, DEVNET } from '../chain/test-support.ts';
import { SAMPLE_TIP, startSampleExplorer, type SampleExplorer } from './test-support.ts';

const ALICE = ACCOUNTS[1]!.address;
const STRANGER = encodeAddress(new Uint8Array(20), DEVNET);
const NOTHING = bytesToHex(EMPTY_HISTORY);

let explorer: SampleExplorer;
let client: ExplorerClient;

beforeAll(async () => {
  explorer = await startSampleExplorer();
  client = createExplorerClient({ baseUrl: explorer.url });
});

afterAll(() => explorer.close());

/** The history after the rows of an answer. */
function fold({ rows, history_before: before }: AddressProof): string {
  const oldestFirst = rows!.map((row) => ({ ...row, raw: hexToBytes(row.raw) })).toReversed();
  return bytesToHex(foldHistory(hexToBytes(before!), oldestFirst));
}

it.each([1, 2, 3, 100])('chunks of %d rows fold to the history of the record, and end it', async (rows) => {
  for (const address of [ALICE, ACCOUNTS[2]!.address, explorer.testChain.chain.view.block(3)!.header.miner]) {
    const newest = await client.getAddressProof({ address, rows });
    const record = newest.bucket
      .map((bytes) => decodeAccountRecord(hexToBytes(bytes)))
      .find((one) => one.address === address)!;
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
  const { rows } = await client.getAddressProof({ address: ALICE, rows: 100 });
  const oldest = rows!.at(-1)!;
  const end = await client.getAddressProof({
    address: ALICE,
    rows: 5,
    before: `${oldest.height}-${oldest.index}`,
  });
  expect([end.rows, end.history_before]).toEqual([[], NOTHING]);
  const unused = await client.getAddressProof({ address: STRANGER, rows: 5 });
  expect([unused.rows, unused.history_before]).toEqual([[], NOTHING]);
});

it.each(['rows=0', 'rows=101', 'rows=x', 'rows=', 'before=1', 'rows=1&before=4294967296-0'])(
  'refuses ?%s as the contract does',
  async (query) => {
    const { status, json } = await explorer.get(`/api/v1/addresses/${ALICE}/proof?${query}`);
    expect([status, json]).toMatchObject([422, { detail: [{ loc: ['query', expect.any(String)] }] }]);
  },
);

it('has no rows before a transaction that does not name the address', async () => {
  const path = `/api/v1/addresses/${ALICE}/proof?rows=5&before=${SAMPLE_TIP}-0`;
  const { status, json } = await explorer.get(path);
  expect([status, json]).toMatchObject([404, { error: 'transaction_not_found' }]);
});
