import { readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rpcAccountSchema, rpcHistorySchema } from '@cairn/api/rpc';
import { bytesToHex, encodeTransaction, transactionId } from '@cairn/protocol';
import { afterEach, describe, expect, it } from 'vitest';
import { ACCOUNTS, transfer } from '../chain/test-support.ts';
import { MempoolStore } from '../storage/mempool-store.ts';
import { startTestRpc, type TestRpc } from './test-support.ts';

const ALICE = ACCOUNTS[1]!.address;
const BALANCE = '100000000000000';

let rpc: TestRpc;

afterEach(() => rpc.close());

const bodyOf = (nonce: number): string =>
  JSON.stringify({
    raw: bytesToHex(encodeTransaction(transfer({ from: 1, to: 2, nonce, value: 5n, fee: 7n }))),
  });

/** Answers of section 7.2 while the pending store is unavailable: confirmed values only, and no submissions. */
async function expectDegraded(): Promise<void> {
  const account = await rpc.get(`/v1/accounts/${ALICE}`);
  expect([account.status, rpcAccountSchema.parse(account.json)]).toEqual([
    200,
    {
      network: 'devnet',
      address: ALICE,
      balance: BALANCE,
      spendable_balance: BALANCE,
      nonce: 0,
      next_nonce: 1,
      pending_outgoing_count: 0,
      mempool_available: false,
    },
  ]);
  const history = await rpc.get(`/v1/accounts/${ALICE}/transactions`);
  expect([history.status, rpcHistorySchema.parse(history.json)]).toMatchObject([
    200,
    { mempool_available: false, transactions: [{ status: 'confirmed', block_height: 0 }], next_cursor: null },
  ]);
  const refused = await rpc.submit(bodyOf(1));
  expect([refused.status, refused.json]).toEqual([
    503,
    { error: 'mempool_unavailable', message: 'The pending store cannot be used.' },
  ]);
  // Answers that need no pending store still succeed.
  expect((await rpc.submit('{"raw":"00"}')).json).toMatchObject({ error: 'invalid_transaction_length' });
  expect((await rpc.get('/v1/blocks/0')).status).toBe(200);
  expect((await rpc.get('/v1/status')).json).toMatchObject({ ready: true });
}

async function expectWhole(pending: number): Promise<void> {
  expect((await rpc.get(`/v1/accounts/${ALICE}`)).json).toMatchObject({
    spendable_balance: String(BigInt(BALANCE) - BigInt(pending) * 12n),
    next_nonce: pending + 1,
    pending_outgoing_count: pending,
    mempool_available: true,
  });
}

describe('a pending store', () => {
  it('that disappears while the node runs degrades the answers until it is restored', async () => {
    rpc = await startTestRpc();
    expect((await rpc.submit(bodyOf(1))).status).toBe(202);
    await expectWhole(1);
    renameSync(rpc.mempoolDirectory, `${rpc.mempoolDirectory}.away`);
    expect((await rpc.submit(bodyOf(2))).json).toMatchObject({ error: 'mempool_unavailable' });
    await expectDegraded();
    await rpc.mempool.maintain();
    await expectWhole(1);
    expect((await rpc.submit(bodyOf(2))).status).toBe(202);
  });

  it('locked by another process degrades the answers until it is unlocked', async () => {
    let holder: MempoolStore | undefined;
    const lock = async (directory: string): Promise<unknown> => (holder = await MempoolStore.open(directory));
    rpc = await startTestRpc(undefined, undefined, lock);
    await expectDegraded();
    await holder!.close();
    await rpc.mempool.maintain();
    await expectWhole(0);
    expect((await rpc.submit(bodyOf(1))).status).toBe(202);
  });

  it('that is damaged degrades the answers until its folder is removed', async () => {
    const damage = async (directory: string): Promise<void> => {
      const store = await MempoolStore.open(directory);
      const raw = encodeTransaction(transfer({ from: 1, to: 2, nonce: 1 }));
      const id = transactionId(raw);
      store.note(id, { id, raw, receivedAt: 1 });
      await store.save();
      await store.close();
      const manifest = readdirSync(directory).find((name) => name.startsWith('MANIFEST'))!;
      writeFileSync(join(directory, manifest), 'nonsense');
    };
    rpc = await startTestRpc(undefined, undefined, damage);
    await expectDegraded();
    await rpc.mempool.maintain();
    await expectDegraded();
    rmSync(rpc.mempoolDirectory, { recursive: true });
    await rpc.mempool.maintain();
    await expectWhole(0);
  });
});
