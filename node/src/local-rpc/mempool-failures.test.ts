import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { bytesToHex, encodeTransaction } from '@cairn/protocol';
import { expect, it } from 'vitest';
import { ACCOUNTS, transfer } from '@cairn/chain/test-support';
import { temporaryFolder } from '../home/folder-test-support.ts';
import { levelFolder } from '../home/level-folder.ts';
import { startTestRpc } from './test-support.ts';

it('without its pending store a node answers with confirmed values, until the store is there again (section 7.2)', async () => {
  const { address } = ACCOUNTS[1]!;
  const balance = 10n ** 14n;
  const folder = join(temporaryFolder(), 'mempool');
  const rpc = await startTestRpc(undefined, { mempool: levelFolder(folder) });
  const submit = (nonce: number) => {
    const raw = bytesToHex(encodeTransaction(transfer({ from: 1, to: 2, nonce, value: 5n, fee: 7n })));
    return rpc.submit(JSON.stringify({ raw }));
  };
  const account = async (): Promise<unknown> => (await rpc.get(`/v1/accounts/${address}`)).json;
  const whole = {
    network: 'devnet',
    address,
    balance: String(balance),
    spendable_balance: String(balance - 12n),
    nonce: 0,
    next_nonce: 2,
    pending_outgoing_count: 1,
    mempool_available: true,
  };
  expect((await submit(1)).status).toBe(202);
  expect(await account()).toEqual(whole);

  renameSync(folder, `${folder}.away`);
  for (const _again of [1, 2]) {
    const refused = await submit(2);
    expect([refused.status, refused.json]).toMatchObject([503, { error: 'mempool_unavailable' }]);
  }
  const degraded = { spendable_balance: String(balance), next_nonce: 1, pending_outgoing_count: 0 };
  expect(await account()).toEqual({ ...whole, ...degraded, mempool_available: false });
  const history = await rpc.get(`/v1/accounts/${address}/transactions`);
  const confirmed = { mempool_available: false, transactions: [{ status: 'confirmed' }], next_cursor: null };
  expect([history.status, history.json]).toMatchObject([200, confirmed]);
  // Answers that need no pending store still succeed.
  expect((await rpc.submit('{"raw":"00"}')).json).toMatchObject({ error: 'invalid_transaction_length' });
  expect((await rpc.get('/v1/blocks/0')).status).toBe(200);
  expect((await rpc.get('/v1/status')).json).toMatchObject({ ready: true });

  await rpc.mempool.maintain();
  expect(await account()).toEqual(whole);
  expect((await submit(2)).status).toBe(202);
  await rpc.close();
});
