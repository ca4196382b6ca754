import { rpcHistorySchema, type RpcHistory } from '@cairn/api/rpc';
import { bytesToHex, encodeTransaction } from '@cairn/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACCOUNTS, mineTestBlock, transfer } from '../chain/test-support.ts';
import { startTestRpc, type TestRpc } from './test-support.ts';

const ALICE = ACCOUNTS[1]!.address;
const BOB = ACCOUNTS[2]!.address;
/** Confirmed transactions of Alice in addition to that of the genesis block. */
const MINED = 230;

let rpc: TestRpc;

beforeAll(async () => {
  rpc = await startTestRpc();
  const transfers = Array.from({ length: MINED }, (_, index) =>
    transfer({ from: 1, to: 2, nonce: index + 1 }),
  );
  await mineTestBlock(rpc.testChain.chain, transfers);
});

afterAll(() => rpc.close());

async function history(address: string, query = '', server = rpc): Promise<RpcHistory> {
  const { status, json } = await server.get(`/v1/accounts/${address}/transactions${query}`);
  expect(status).toBe(200);
  expect(rpcHistorySchema.parse(json)).toEqual(json);
  return json as RpcHistory;
}

async function submit(fields: Parameters<typeof transfer>[0]): Promise<void> {
  const raw = bytesToHex(encodeTransaction(transfer(fields)));
  expect((await rpc.submit(JSON.stringify({ raw }))).status).toBe(202);
}

describe('a page of the history', () => {
  it.each([
    ['', 50],
    ['?limit=50', 50],
    ['?limit=199', 199],
    ['?limit=200', 200],
    ['?limit=201', 200],
    ['?limit=99999999999999999999', 200],
    ['?limit=1', 1],
    ['?limit=0', 1],
    ['?limit=-1', 1],
  ])('with %j has %i of many entries', async (query, count) => {
    const page = await history(ALICE, query);
    expect(page.transactions).toHaveLength(count);
    expect(page.next_cursor).toMatch(/^[A-Za-z0-9_-]{11}$/);
  });

  it('has exactly the fields of the contract, confirmed items too', async () => {
    const page = await history(ALICE, '?limit=1');
    const [newest] = page.transactions;
    const block = rpc.testChain.chain.view.block(1)!;
    expect(page).toEqual({
      network: 'devnet',
      address: ALICE,
      mempool_available: true,
      transactions: [
        {
          id: newest!.id,
          chain: 3,
          nonce: MINED,
          fee: '1',
          value: '1000',
          from_address: ALICE,
          to_address: BOB,
          status: 'confirmed',
          block_height: 1,
          timestamp: block.header.timestamp,
        },
      ],
      next_cursor: page.next_cursor,
    });
    expect(newest!.id).toMatch(/^[0-9a-f]{64}$/);
  });

  it('checks the address first, then limit, then cursor', async () => {
    const errorOf = async (path: string): Promise<unknown> =>
      ((await rpc.get(`/v1/accounts/${path}`)).json as { error: string }).error;
    expect(await errorOf('nobody/transactions?limit=x&cursor=x')).toBe('invalid_address');
    expect(await errorOf(`${ALICE}/transactions?cursor=x&limit=x`)).toBe('invalid_limit');
    expect(await errorOf(`${ALICE}/transactions?cursor=x&limit=5`)).toBe('invalid_cursor');
  });
});

describe('a pending transaction', () => {
  const pendingNonces = ({ transactions }: RpcHistory): number[] =>
    transactions.filter(({ status }) => status === 'pending').map(({ nonce }) => nonce);

  beforeAll(async () => {
    for (const nonce of [1, 2, 3]) await submit({ from: 1, to: 2, nonce: MINED + nonce });
    // Replaced last, but still listed by its nonce.
    await submit({ from: 1, to: 2, nonce: MINED + 1, fee: 500n });
  });

  it('is listed by nonce, the highest first, regardless of the time of arrival', async () => {
    const page = await history(ALICE);
    expect(pendingNonces(page)).toEqual([3, 2, 1].map((nonce) => MINED + nonce));
    expect(page.transactions).toHaveLength(50);
    expect(page.transactions[2]).toMatchObject({ fee: '500', block_height: null, timestamp: null });
    expect(page.transactions[3]).toMatchObject({ status: 'confirmed', nonce: MINED });
  });

  it('is on the first page only', async () => {
    const { next_cursor: cursor } = await history(ALICE, '?limit=5');
    for (const query of [`?cursor=${cursor}`, '?cursor=latest', '?limit=5&cursor=latest']) {
      expect(pendingNonces(await history(ALICE, query))).toEqual([]);
    }
    const [newest] = (await history(ALICE, '?cursor=latest')).transactions;
    expect(newest).toMatchObject({ status: 'confirmed', nonce: MINED });
  });

  it('is shown only to its sender: the recipient sees it once it is confirmed', async () => {
    expect(pendingNonces(await history(BOB))).toEqual([]);
  });
});
