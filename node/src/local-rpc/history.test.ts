import { rpcHistorySchema, type RpcHistory } from '@cairn/api/rpc';
import { bytesToHex, COINBASE_SENDER, encodeAddress, encodeTransaction } from '@cairn/protocol';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  ACCOUNTS,
  buildTestBlock,
  DEVNET,
  mineTestBlock,
  openTestChain,
  transfer,
  withViewChanges,
} from '../chain/test-support.ts';
import { withChanges } from '@cairn/http/test-support';
import { startTestRpc, type TestRpc } from './test-support.ts';

const ALICE = ACCOUNTS[1]!.address;
const MINER = ACCOUNTS[9]!.address;
/** A valid devnet address without transactions. */
const STRANGER = encodeAddress(new Uint8Array(20), DEVNET);

let rpc: TestRpc;

beforeEach(async () => {
  rpc = await startTestRpc();
});

afterEach(async () => {
  await rpc.close();
});

async function submit(fields: Parameters<typeof transfer>[0]): Promise<void> {
  const raw = bytesToHex(encodeTransaction(transfer(fields)));
  expect((await rpc.submit(JSON.stringify({ raw }))).status).toBe(202);
}

async function history(address: string, query = ''): Promise<RpcHistory> {
  return rpcHistorySchema.parse((await rpc.get(`/v1/accounts/${address}/transactions${query}`)).json);
}

describe('a history', () => {
  const nonces = ({ transactions }: RpcHistory): string[] =>
    transactions.map(({ status, nonce, block_height: height }) => `${status} ${nonce} ${height}`);

  async function mineTransfers(count: number): Promise<void> {
    for (let nonce = 1; nonce <= count; nonce += 1) {
      await mineTestBlock(rpc.testChain.chain, [transfer({ from: 1, to: 2, nonce })]);
    }
  }

  it('shows pending transactions first, each newest first', async () => {
    await mineTransfers(2);
    await submit({ from: 1, to: 2, nonce: 3 });
    await submit({ from: 1, to: 2, nonce: 4 });
    const page = await history(ALICE);
    expect(nonces(page)).toEqual([
      'pending 4 null',
      'pending 3 null',
      'confirmed 2 2',
      'confirmed 1 1',
      'confirmed 1 0',
    ]);
    expect(page).toMatchObject({ address: ALICE, mempool_available: true, next_cursor: null });
    expect(page.transactions.at(-1)).toMatchObject({ to_address: ALICE, timestamp: 1_767_225_600 });
  });

  it('pages through everything once, whatever the page size', async () => {
    await mineTransfers(5);
    await submit({ from: 1, to: 2, nonce: 6 });
    await submit({ from: 1, to: 2, nonce: 7 });
    const whole = nonces(await history(ALICE));
    expect(whole).toHaveLength(8);
    for (const limit of [3, 4, 7, 8]) {
      const seen: string[] = [];
      let query = `?limit=${limit}`;
      for (;;) {
        const page = await history(ALICE, query);
        expect(page.transactions.length).toBeLessThanOrEqual(limit);
        seen.push(...nonces(page));
        if (page.next_cursor === null) break;
        query = `?limit=${limit}&cursor=${page.next_cursor}`;
      }
      expect(seen).toEqual(whole);
    }
  });

  it('returns `latest` if pending transactions fill the page', async () => {
    await submit({ from: 1, to: 2, nonce: 1 });
    await submit({ from: 1, to: 2, nonce: 2 });
    for (const limit of [1, 2]) {
      const page = await history(ALICE, `?limit=${limit}`);
      expect(page.next_cursor).toBe('latest');
      expect(nonces(page)).toEqual(['pending 2 null', 'pending 1 null'].slice(0, limit));
    }
    const next = await history(ALICE, '?limit=2&cursor=latest');
    expect(nonces(next)).toEqual(['confirmed 1 0']);
    expect(next.next_cursor).toBeNull();
  });

  it('stays in place while the tip advances between pages', async () => {
    await mineTransfers(4);
    const first = await history(ALICE, '?limit=2');
    await mineTestBlock(rpc.testChain.chain, [transfer({ from: 1, to: 2, nonce: 5 })]);
    const second = await history(ALICE, `?limit=2&cursor=${first.next_cursor}`);
    expect(nonces(first)).toEqual(['confirmed 4 4', 'confirmed 3 3']);
    expect(nonces(second)).toEqual(['confirmed 2 2', 'confirmed 1 1']);
  });

  it('shows an incoming coinbase as an ordinary entry', async () => {
    await mineTransfers(1);
    const [coinbase] = (await history(MINER)).transactions;
    expect(coinbase).toMatchObject({
      status: 'confirmed',
      from_address: COINBASE_SENDER,
      to_address: MINER,
      nonce: 1,
      fee: '0',
      value: '5000000001',
      block_height: 1,
    });
  });

  it('of an unknown address is empty', async () => {
    expect(await history(STRANGER)).toMatchObject({ transactions: [], next_cursor: null });
  });

  it('still shows confirmed transactions while the pending store cannot be read', async () => {
    await submit({ from: 1, to: 2, nonce: 1 });
    await rpc.mempool.close();
    expect(await history(ALICE)).toMatchObject({
      mempool_available: false,
      transactions: [{ status: 'confirmed' }],
    });
  });

  it.each(['abc', '', '+5', '%2B5', '%205', '5.0', '1e1', '1_0', '0x5', 'true', '٥', '5;'])(
    'refuses limit=%s',
    async (limit) => {
      const response = await rpc.get(
        `/v1/accounts/${ALICE}/transactions?limit=${encodeURI(limit).replaceAll('%25', '%')}`,
      );
      expect([response.status, response.json]).toMatchObject([400, { error: 'invalid_limit' }]);
    },
  );

  it.each([
    ['0', 1],
    ['-5', 1],
    ['1', 1],
    ['007', 3],
    ['200', 3],
    ['201', 3],
    ['9'.repeat(400), 3],
    ['-' + '9'.repeat(400), 1],
    ['x&limit=2', 2],
  ])('clamps limit=%s', async (limit, count) => {
    await mineTransfers(2);
    expect((await history(ALICE, `?limit=${limit}`)).transactions).toHaveLength(count);
  });

  it.each(['', 'x', 'LATEST', 'latest%20', '0', 'A'.repeat(34), '%00', '%ff', 'latest&cursor=x'])(
    'refuses cursor=%s',
    async (cursor) => {
      const response = await rpc.get(`/v1/accounts/${ALICE}/transactions?cursor=${cursor}`);
      expect([response.status, response.json]).toMatchObject([400, { error: 'invalid_cursor' }]);
    },
  );

  it('is of one branch, also if the chain leaves it meanwhile', async () => {
    const rivals = await openTestChain();
    const heavier: Uint8Array[] = [];
    for (let height = 1; height <= 4; height += 1) {
      heavier.push(buildTestBlock(rivals.chain, [], { miner: 3 }));
      await rivals.chain.appendBlock(heavier.at(-1)!);
    }
    await rivals.remove();
    const switching = await startTestRpc(({ chain }) => ({
      chain: withViewChanges(chain, (view) => ({
        history: async (...asked) => {
          const locations = await view.history(...asked);
          for (const raw of heavier) await chain.offerBlock(raw);
          return locations;
        },
      })),
    }));
    const { chain } = switching.testChain;
    for (let nonce = 1; nonce <= 3; nonce += 1)
      await mineTestBlock(chain, [transfer({ from: 1, to: 2, nonce })]);
    const { json } = await switching.get(`/v1/accounts/${ALICE}/transactions?cursor=latest&limit=2`);
    expect(chain.tip().height).toBe(4);
    expect(nonces(json as RpcHistory)).toEqual(['confirmed 3 3', 'confirmed 2 2']);
    await switching.close();
  });

  it('shows no transaction twice if a block arrives meanwhile', async () => {
    const payment = transfer({ from: 1, to: 2, nonce: 1 });
    const late = await startTestRpc(({ chain }) => ({
      chain: withViewChanges(chain, (view) => ({
        history: async (...asked) => {
          await mineTestBlock(chain, [payment]);
          return view.history(...asked);
        },
      })),
    }));
    await late.submit(JSON.stringify({ raw: bytesToHex(encodeTransaction(payment)) }));
    const { json } = await late.get(`/v1/accounts/${ALICE}/transactions`);
    expect(nonces(json as RpcHistory)).toEqual(['pending 1 null', 'confirmed 1 0']);
    await late.close();
  });

  it('fails only on errors other than unavailability', async () => {
    const defect = (): never => {
      throw new TypeError('a defect');
    };
    const failing = await startTestRpc(({ mempool }) => ({
      mempool: withChanges(mempool, { pendingOutgoing: defect }),
    }));
    expect((await failing.get(`/v1/accounts/${ALICE}`)).status).toBe(500);
    await failing.close();
  });
});
