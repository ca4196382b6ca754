import {
  blockId,
  BlockTransactions,
  decodeBlock,
  EMPTY_HISTORY,
  encodeTransaction,
  HEADER_SIZE,
  MAX_U64,
  transactionIdBytes,
} from '@cairn/protocol';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { memoryHome, type MemoryHome } from '@cairn/chain/memory';
import { CoreStore } from '@cairn/chain/storage';
import {
  ACCOUNTS,
  buildTestBlock,
  DEVNET,
  openTestChain,
  runtime,
  transfer,
} from '@cairn/chain/test-support';
import { startTestExplorer, type TestExplorer } from '../src/explorer-api/test-support.ts';
import { startTestRpc, type TestRpc } from '../src/local-rpc/test-support.ts';

/** Amounts that a JavaScript number or a signed 64-bit integer cannot represent. */
const EXTREMES = [2n ** 53n + 1n, 2n ** 63n, MAX_U64];
/** A transaction's fee has 32 bits. */
const FEE = 2n ** 32n - 1n;
const TEXTS = EXTREMES.map(String);
const [ALICE, BOB] = [ACCOUNTS[1]!.address, ACCOUNTS[2]!.address];

let explorer: TestExplorer;
let rpc: TestRpc;
let ids: string[];

/**
 * The home of a chain whose block 1 transfers extreme amounts. Consensus rules forbid such a block, so it is written
 * without validation into the block log and index that every route reads.
 */
async function makeHome(): Promise<MemoryHome> {
  const home = memoryHome(runtime);
  const test = await openTestChain({ home });
  const { chain } = test;
  const transfers = EXTREMES.map((amount, index) =>
    transfer({ from: 1, to: 2, nonce: index + 1, value: amount, fee: FEE }),
  );
  const raw = buildTestBlock(chain, [], {
    alter: ({ header, transactions: [coinbase] }) => ({
      header,
      transactions: [{ ...coinbase!, value: MAX_U64 }, ...transfers],
    }),
  });
  await test.close();
  const log = await home.openLog(DEVNET);
  const index = await CoreStore.open(home.core, runtime.turn);
  const { header, transactions } = decodeBlock(raw);
  const idBytes = transactions.map((transaction) => transactionIdBytes(encodeTransaction(transaction)));
  ids = idBytes.map((bytes) => Buffer.from(bytes).toString('hex'));
  const rich = (address: string, balance: bigint, nonce: number) =>
    [address, { address, balance, nonce, count: 4, history: EMPTY_HISTORY }] as const;
  const after = new Map([rich(ALICE, EXTREMES[0]!, 2 ** 32 - 1), rich(BOB, MAX_U64, 3)]);
  const view = index.view();
  const changed = view.tree.with(after, view);
  await view.close();
  const block = {
    raw,
    header,
    id: blockId(raw),
    transactions: new BlockTransactions(raw.subarray(HEADER_SIZE)).readAll(),
    transactionIds: Buffer.concat(idBytes),
    accounts: { before: new Map(), after, histories: new Uint8Array(64 * transactions.length) },
    totalFees: 2n ** 63n,
    reward: MAX_U64,
    work: 2n,
  };
  const [location] = await log.append([raw]);
  const tip = { height: header.height, id: block.id, work: block.work };
  const change = { ...changed, tip, left: [], joined: [block], forgotten: [] };
  await index.write(change, { locations: [location!], end: log.end });
  await index.close();
  return home;
}

beforeAll(async () => {
  explorer = await startTestExplorer(undefined, await openTestChain({ home: await makeHome() }));
  rpc = await startTestRpc(undefined, await makeHome());
});
afterAll(async () => {
  await explorer.close();
  await rpc.close();
});

/** The body of a success. */
async function body(server: TestExplorer | TestRpc, path: string): Promise<string> {
  const { status, text } = await server.get(path);
  expect([path, status]).toEqual([path, 200]);
  return text;
}

/** Requires every amount exactly, as a string. */
function expectAmounts(text: string, amounts: readonly string[]): void {
  for (const amount of amounts) expect(text).toContain(`:"${amount}"`);
  // Rounded to 53 bits they would look like this.
  expect(text).not.toMatch(/9007199254740992|922337203685477600|18446744073709552000|e\+/);
}

it('the Explorer API returns every 64-bit amount exactly', async () => {
  for (const path of ['/api/v1/blocks/1', '/api/v1/blocks']) {
    expectAmounts(await body(explorer, path), [TEXTS[1]!, TEXTS[2]!]);
  }
  expectAmounts(await body(explorer, '/api/v1/blocks/1/transactions'), TEXTS);
  for (const [index, amount] of TEXTS.entries()) {
    const text = await body(explorer, `/api/v1/transactions/${ids[index + 1]}`);
    expectAmounts(text, [amount]);
    expect(JSON.parse(text)).toMatchObject({ value: amount, fee: `${FEE}` });
  }
  const alice = await body(explorer, `/api/v1/addresses/${ALICE}`);
  expect(JSON.parse(alice)).toMatchObject({ balance: TEXTS[0], nonce: 2 ** 32 - 1 });
  expect(JSON.parse(await body(explorer, `/api/v1/addresses/${BOB}`))).toMatchObject({ balance: TEXTS[2] });
});

it('the private RPC returns every 64-bit amount exactly', async () => {
  expectAmounts(await body(rpc, '/v1/blocks/1'), TEXTS);
  expectAmounts(await body(rpc, `/v1/accounts/${BOB}/transactions`), TEXTS);
  const account = JSON.parse(await body(rpc, `/v1/accounts/${ALICE}`)) as object;
  expect(account).toMatchObject({ balance: TEXTS[0], nonce: 2 ** 32 - 1, next_nonce: 2 ** 32 });
  const rich = JSON.parse(await body(rpc, `/v1/accounts/${BOB}`)) as object;
  expect(rich).toMatchObject({ balance: TEXTS[2], spendable_balance: TEXTS[2] });
});
