import { bytesToHex, encodeTransaction } from '@cairn/protocol';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ACCOUNTS, transfer } from '../chain/test-support.ts';
import { send, type TestRequest } from '@cairn/http/test-support';
import { startTestRpc, TOKEN, type TestRpc } from './test-support.ts';

let rpc: TestRpc;

beforeEach(async () => {
  rpc = await startTestRpc();
});

afterEach(() => rpc.close());

const bodyOf = (fields: Parameters<typeof transfer>[0]): string =>
  JSON.stringify({ raw: bytesToHex(encodeTransaction(transfer(fields))) });
const first = bodyOf({ from: 1, to: 2, nonce: 1 });

describe('the order of checks', () => {
  const huge = `{"raw":"0g"}${' '.repeat(1_000_000)}`;
  const wrong = { Authorization: 'Bearer wrong', 'Content-Type': 'text/plain' };
  const right = { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/json' };

  /** Each request breaks the rule in its name, and all later rules. */
  it.each<[error: string, TestRequest & { path?: string }]>([
    ['not_found', { path: '/v1/transaction', headers: wrong }],
    ['method_not_allowed', { method: 'PUT', headers: wrong }],
    ['unauthorized', { headers: wrong }],
    ['unsupported_media_type', { headers: { ...right, 'Content-Type': 'text/plain' } }],
    ['request_too_large', { headers: right }],
    ['invalid_transaction_encoding', { headers: right, body: '{"raw":"0g"}' }],
    ['invalid_transaction_length', { headers: right, body: '{"raw":"00"}' }],
    ['node_not_ready', { headers: right, body: JSON.stringify({ raw: 'ff'.repeat(213) }) }],
  ])(
    '%s is the error of a request that breaks this rule and all later ones',
    async (error, { path = '/v1/transactions', ...request }) => {
      rpc.node.ready = false;
      await rpc.mempool.close();
      const { json } = await send(rpc.url, path, { method: 'POST', body: huge, ...request });
      expect((json as { error: string }).error).toBe(error);
    },
  );

  it('checks readiness before admission, which decodes first', async () => {
    const undecodable = JSON.stringify({ raw: 'ff'.repeat(213) });
    await rpc.mempool.close();
    expect((await rpc.submit(undecodable)).json).toMatchObject({ error: 'invalid_transaction' });
    expect((await rpc.submit(first)).json).toMatchObject({ error: 'mempool_unavailable' });
  });
});

describe('the relay', () => {
  it('is tried once the transaction is admitted, with the same bytes', async () => {
    const seen: unknown[] = [];
    rpc.peers.relay = (pending) => {
      seen.push([rpc.mempool.get(pending.id)?.id, bytesToHex(pending.raw)]);
      return Promise.resolve(2);
    };
    const { json } = await rpc.submit(first);
    const { id } = (json as { transaction: { id: string } }).transaction;
    expect(seen).toEqual([[id, (JSON.parse(first) as { raw: string }).raw]]);
    expect(json).toMatchObject({ accepted: true, broadcast: true, relay_count: 2 });
  });

  it('is never tried for a transaction that was not admitted', async () => {
    let relays = 0;
    rpc.peers.relay = () => Promise.resolve(++relays);
    for (const body of [
      '{',
      '{"raw":""}',
      JSON.stringify({ raw: 'ff'.repeat(213) }),
      bodyOf({ from: 1, to: 2, nonce: 9 }),
    ]) {
      expect((await rpc.submit(body)).status).toBeGreaterThanOrEqual(400);
    }
    expect(relays).toBe(0);
  });
});

describe('submitting again', () => {
  it('returns the same receipt a hundred times at once, and keeps one transaction', async () => {
    const answers = await Promise.all(Array.from({ length: 100 }, () => rpc.submit(first)));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]!.status).toBe(202);
    expect([rpc.mempool.size(), rpc.mempool.pendingOutgoing(ACCOUNTS[1]!.address).length]).toEqual([1, 1]);
  });
});
