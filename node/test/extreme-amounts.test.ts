import { decodeBlock, encodeBlock, MAX_U64 } from '@cairn/protocol';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Chain, StoredTransaction } from '@cairn/chain';
import { ACCOUNTS, mineTestBlock, transfer, withViewChanges } from '@cairn/chain/test-support';
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
/** Of the transfers in block 1. */
let ids: string[];

/** A chain that reads extreme amounts in its blocks and accounts, as consensus rules forbid them. */
function withExtremes({ chain }: { readonly chain: Chain }): { chain: Chain } {
  return {
    chain: withViewChanges(chain, (view) => {
      const altered = <Stored extends StoredTransaction>(stored: Stored): Stored => {
        const transaction = { ...stored.transaction, value: EXTREMES[stored.index - 1] ?? MAX_U64, fee: FEE };
        return { ...stored, transaction };
      };
      return {
        account: (address) => {
          const [balance, nonce] = address === ALICE ? [EXTREMES[0]!, 2 ** 32 - 1] : [MAX_U64, 3];
          return { ...view.account(address)!, balance, nonce };
        },
        block: (height) => ({ ...view.block(height)!, totalFees: 2n ** 63n, reward: MAX_U64 }),
        transactions: (...asked) => view.transactions(...asked)?.map(altered),
        findTransaction: async (id) => altered((await view.findTransaction(id))!),
        readBlock: async (height) => {
          const { header, transactions } = decodeBlock((await view.rawBlock(height))!);
          const rows = transactions.map((one, at) => ({ ...one, value: EXTREMES[at - 1] ?? one.value }));
          return encodeBlock({ header, transactions: rows });
        },
      };
    }),
  };
}

beforeAll(async () => {
  explorer = await startTestExplorer(withExtremes);
  rpc = await startTestRpc(withExtremes);
  const transfers = EXTREMES.map((_, index) => transfer({ from: 1, to: 2, nonce: index + 1 }));
  for (const { testChain } of [explorer, rpc]) await mineTestBlock(testChain.chain, transfers);
  const stored = explorer.testChain.chain.view.transactions(1, { offset: 1, limit: 3 })!;
  ids = stored.map(({ id }) => id);
});
afterAll(async () => {
  await explorer.close();
  await rpc.close();
});

/** Requires a success with every amount exactly, as a string. @returns its body */
async function expectAmounts(
  server: TestExplorer | TestRpc,
  path: string,
  amounts: readonly string[],
): Promise<unknown> {
  const { status, text } = await server.get(path);
  expect([path, status]).toEqual([path, 200]);
  for (const amount of amounts) expect(text).toContain(`:"${amount}"`);
  // Rounded to 53 bits they would look like this.
  expect(text).not.toMatch(/9007199254740992|922337203685477600|18446744073709552000|e\+/);
  return JSON.parse(text);
}

it('the Explorer API returns every 64-bit amount exactly', async () => {
  for (const path of ['/api/v1/blocks/1', '/api/v1/blocks'])
    await expectAmounts(explorer, path, [TEXTS[1]!, TEXTS[2]!]);
  await expectAmounts(explorer, '/api/v1/blocks/1/transactions', TEXTS);
  for (const [index, value] of TEXTS.entries()) {
    const body = await expectAmounts(explorer, `/api/v1/transactions/${ids[index]}`, [value]);
    expect(body).toMatchObject({ value, fee: `${FEE}` });
  }
  const alice = await expectAmounts(explorer, `/api/v1/addresses/${ALICE}`, []);
  expect(alice).toMatchObject({ balance: TEXTS[0], nonce: 2 ** 32 - 1 });
  await expectAmounts(explorer, `/api/v1/addresses/${BOB}`, [TEXTS[2]!]);
});

it('the private RPC returns every 64-bit amount exactly', async () => {
  await expectAmounts(rpc, '/v1/blocks/1', TEXTS);
  await expectAmounts(rpc, `/v1/accounts/${BOB}/transactions`, TEXTS);
  const alice = await expectAmounts(rpc, `/v1/accounts/${ALICE}`, []);
  expect(alice).toMatchObject({ balance: TEXTS[0], nonce: 2 ** 32 - 1, next_nonce: 2 ** 32 });
  const bob = await expectAmounts(rpc, `/v1/accounts/${BOB}`, []);
  expect(bob).toMatchObject({ balance: TEXTS[2], spendable_balance: TEXTS[2] });
});
