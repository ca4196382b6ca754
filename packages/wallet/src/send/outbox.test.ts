import { createRpcClient, REJECTION_REASONS } from '@cairn/api/rpc';
import { beforeEach, describe, expect, test } from 'vitest';
import type { WalletStorage } from '../storage.ts';
import { alteredEntries, openTestStorage, historyItem, makePlan, signAndStore } from '../test-support.ts';
import { WalletError } from '../wallet-error.ts';
import type { OutboxEntry } from './outbox.ts';
import { submitEntry } from './outbox.ts';

let storage: WalletStorage;
/** Request bodies that the node received. */
let received: string[];

beforeEach(async () => {
  storage = await openTestStorage();
  received = [];
});

type Responds = (signal: AbortSignal) => Response | Promise<Response>;

/** A node that responds so to submissions. @param timeoutMs how long the client waits for it */
function nodeThat(responds: Responds, timeoutMs = 20_000) {
  const send: typeof fetch = async (_input, init) => {
    received.push(init!.body as string);
    return responds(init!.signal!);
  };
  const client = createRpcClient({ baseUrl: 'http://node', timeoutMs, fetch: send });
  return (raw: string) => client.submitTransaction({ raw });
}

const json =
  (status: number, body: unknown): Responds =>
  () =>
    Response.json(body, { status });
const silence: Responds = (signal) =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error));
  });
const hangUp: Responds = () => {
  throw new TypeError('fetch failed');
};
const receipt = (entry: OutboxEntry, relayCount = 0) => ({
  network: 'devnet',
  accepted: true,
  broadcast: relayCount > 0,
  relay_count: relayCount,
  transaction: historyItem(entry, null),
});
const kept = () => storage.outbox.list('devnet', makePlan().body.fromAddress);
const sign = () => signAndStore(storage.outbox);

describe('signing', () => {
  test('stores the signed bytes before anything is sent', async () => {
    const entry = await sign();
    expect(await kept()).toEqual([entry]);
    expect(entry).toMatchObject({
      state: 'signed',
      nonce: 10,
      value: '100000000',
      fee: '1000',
      network: 'devnet',
    });
    expect(entry.sentAt).toBeUndefined();
  });

  test('the bytes of an exported transfer may be sent here, those of a sent one stay', async () => {
    for (const [state, becomes] of [
      ['exported', 'exported'],
      ['exported', 'exported'],
      ['signed', 'signed'],
      ['exported', 'signed'],
    ] as const) {
      expect(await signAndStore(storage.outbox, makePlan(), 1_000, state)).toMatchObject({ state: becomes });
    }
  });

  test('a transfer that cannot be stored is not sent', async () => {
    const outbox = { ...storage.outbox, put: () => Promise.reject(new Error('quota')) };
    await expect(signAndStore(outbox)).rejects.toThrow('quota');
    expect(received).toEqual([]);
  });
});

describe('submitting an entry', () => {
  test('202 with the receipt of these bytes is pending, with or without a relay', async () => {
    const entry = await sign();
    const submit = nodeThat(json(202, receipt(entry)));
    const outcome = await submitEntry({ entry, submit, outbox: storage.outbox, now: 2_000 });
    expect(outcome).toEqual({ kind: 'accepted', relayCount: 0 });
    expect(await kept()).toEqual([{ ...entry, state: 'accepted', sentAt: 2_000 }]);
    expect(JSON.parse(received[0]!)).toEqual({ raw: entry.raw });
  });

  test('a receipt for other bytes is not an acceptance', async () => {
    const entry = await sign();
    const submit = nodeThat(json(202, receipt({ ...entry, id: 'ff'.repeat(32) })));
    const outcome = await submitEntry({ entry, submit, outbox: storage.outbox, now: 2_000 });
    expect(outcome).toEqual({ kind: 'unclear', code: 'unexpected_receipt' });
  });

  test.each<[string, Responds, 'unclear' | 'waiting', string]>([
    ['silence', silence, 'unclear', 'timeout'],
    ['a broken connection', hangUp, 'unclear', 'network'],
    ['a page instead of JSON', () => new Response('<html>'), 'unclear', 'not_json'],
    ['an answer of another shape', json(202, { accepted: true }), 'unclear', 'unexpected_shape'],
    ['408', json(408, { error: 'request_timeout' }), 'unclear', 'request_timeout'],
    ['504', json(504, { error: 'node_timeout' }), 'unclear', 'node_timeout'],
    ['502', json(502, { error: 'node_unreachable' }), 'unclear', 'node_unreachable'],
    ['503', json(503, { error: 'mempool_unavailable' }), 'unclear', 'mempool_unavailable'],
    ['500', json(500, { error: 'internal_error' }), 'unclear', 'internal_error'],
    ['503', json(503, { error: 'node_not_ready' }), 'waiting', 'node_not_ready'],
    ['403', json(403, { error: 'session_expired' }), 'waiting', 'session_expired'],
    ['401', json(401, { error: 'unauthorized' }), 'waiting', 'unauthorized'],
  ])('after %s the same bytes stay stored: %#', async (_case, answer, kind, code) => {
    const entry = await sign();
    const submit = nodeThat(answer, code === 'timeout' ? 300 : undefined);
    expect(await submitEntry({ entry, submit, outbox: storage.outbox, now: 2_000 })).toEqual({ kind, code });
    expect(await kept()).toEqual([{ ...entry, state: kind, problem: code, sentAt: 2_000 }]);
  });

  test('sending again sends the same bytes, and a 202 accepts it', async () => {
    const entry = await sign();
    let attempts = 0;
    const submit = nodeThat((signal) =>
      ++attempts === 1 ? hangUp(signal) : json(202, receipt(entry, 2))(signal),
    );
    await submitEntry({ entry, submit, outbox: storage.outbox, now: 2_000 });
    const [again] = await kept();
    const outcome = await submitEntry({ entry: again!, submit, outbox: storage.outbox, now: 3_000 });
    expect(outcome).toEqual({ kind: 'accepted', relayCount: 2 });
    expect(received).toHaveLength(2);
    expect(received[1]).toBe(received[0]);
    expect(await kept()).toEqual([{ ...entry, state: 'accepted', sentAt: 3_000 }]);
  });

  test('if storage fails after the answer, the answer is returned and the stored state is still correct', async () => {
    const entry = await sign();
    const submit = nodeThat(json(202, receipt(entry)));
    let writes = 0;
    const outbox = {
      ...storage.outbox,
      put: (kept: OutboxEntry) =>
        ++writes === 1
          ? storage.outbox.put(kept)
          : Promise.reject(new WalletError('storage_write_failed', 'full')),
    };
    expect(await submitEntry({ entry, submit, outbox, now: 2_000 })).toMatchObject({ kind: 'accepted' });
    expect(await kept()).toEqual([{ ...entry, state: 'unclear', sentAt: 2_000 }]);
  });

  test('an entry that was replaced for good is not sent', async () => {
    const entry = { ...(await sign()), state: 'replaced' as const };
    const submit = nodeThat(json(202, receipt(entry)));
    await expect(submitEntry({ entry, submit, outbox: storage.outbox, now: 2 })).rejects.toMatchObject({
      code: 'plan_mismatch',
    });
    expect(received).toEqual([]);
  });

  test.each(REJECTION_REASONS)(
    'a rejection with %s is confirmed, waiting or rejected, as the reason says',
    async (reason) => {
      const entry = await sign();
      const submit = nodeThat(json(422, { error: 'transaction_rejected', message: '', reason }));
      const outcome = await submitEntry({ entry, submit, outbox: storage.outbox, now: 2 });
      const isTemporary = ['nonce_gap', 'sender_limit', 'mempool_full'].includes(reason);
      const kind = reason === 'already_confirmed' ? 'confirmed' : isTemporary ? 'waiting' : 'rejected';
      expect(outcome.kind).toBe(kind);
      // A confirmed transaction stays stored until it is deep enough (reconcile.ts).
      // A rejected one stays until its owner has seen it.
      expect((await kept()).map(({ state }) => state)).toEqual([kind]);
    },
  );

  test.each(['invalid_transaction', 'invalid_transaction_encoding', 'invalid_transaction_length'])(
    '400 %s is a rejection',
    async (code) => {
      const entry = await sign();
      const submit = nodeThat(json(400, { error: code }));
      expect(await submitEntry({ entry, submit, outbox: storage.outbox, now: 2 })).toEqual({
        kind: 'rejected',
        code,
      });
      expect(await kept()).toMatchObject([{ state: 'rejected', problem: code }]);
    },
  );

  test('bytes that do not match the entry are never sent', async () => {
    const entry = await sign();
    const submit = nodeThat(json(202, receipt(entry)));
    for (const altered of alteredEntries(entry)) {
      await expect(
        submitEntry({ entry: altered, submit, outbox: storage.outbox, now: 2 }),
      ).rejects.toMatchObject({ code: 'plan_mismatch' });
    }
    expect(received).toEqual([]);
  });
});
