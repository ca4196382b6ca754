import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createRpcClient, REJECTION_REASONS } from '@cairn/api/rpc';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createMemoryStorage } from '../storage/memory-storage.ts';
import type { WalletStorage } from '../storage/wallet-storage.ts';
import { accountState, historyItem, keyring, makePlan } from '../test-support.ts';
import { WalletError } from '../wallet-error.ts';
import type { OutboxEntry } from './outbox-entry.ts';
import { findNonceClash } from './nonce-clash.ts';
import { deliver, isReplacedForGood, needsDecision, reconcileOutbox, signAndKeep } from './outbox.ts';

let storage: WalletStorage;
let server: Server | undefined;
/** Bodies that the node got. */
let received: string[];

beforeEach(() => {
  storage = createMemoryStorage();
  received = [];
});
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
  server = undefined;
});

/** A node on a real port that answers submissions with `answer`. */
async function nodeThat(answer: RequestListener) {
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      received.push(body);
      answer(request, response);
    });
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server!.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  const client = createRpcClient({ baseUrl: `http://127.0.0.1:${port}`, timeoutMs: 300 });
  return (raw: string) => client.submitTransaction({ raw });
}

const json =
  (status: number, body: unknown): RequestListener =>
  (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
const receipt = (entry: OutboxEntry, relayCount = 0) => ({
  network: 'devnet',
  accepted: true,
  broadcast: relayCount > 0,
  relay_count: relayCount,
  transaction: historyItem(entry, null),
});
const kept = () => storage.outbox.list('devnet', makePlan().body.fromAddress);
const sign = () =>
  signAndKeep({ plan: makePlan(), keyring, accountIndex: 0, outbox: storage.outbox, now: 1_000 });

describe('signing', () => {
  test('keeps the signed bytes before anything is sent', async () => {
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

  test('what cannot be kept is not sent: the failure comes before', async () => {
    const outbox = { ...storage.outbox, put: () => Promise.reject(new Error('quota')) };
    await expect(signAndKeep({ plan: makePlan(), keyring, accountIndex: 0, outbox, now: 0 })).rejects.toThrow(
      'quota',
    );
    expect(received).toEqual([]);
  });

  test('a plan for another network is not signed', async () => {
    const plan = { ...makePlan(), network: 'testnet' as const };
    await expect(
      signAndKeep({ plan, keyring, accountIndex: 0, outbox: storage.outbox, now: 0 }),
    ).rejects.toMatchObject({ code: 'plan_mismatch' });
  });
});

describe('delivering', () => {
  test('202 with the receipt of these bytes is pending, with or without a relay', async () => {
    const entry = await sign();
    const submit = await nodeThat(json(202, receipt(entry)));
    const outcome = await deliver({ entry, submit, outbox: storage.outbox, now: 2_000 });
    expect(outcome).toEqual({ kind: 'accepted', relayCount: 0 });
    expect(await kept()).toEqual([{ ...entry, state: 'accepted', sentAt: 2_000 }]);
    expect(JSON.parse(received[0]!)).toEqual({ raw: entry.raw });
  });

  test('a receipt for other bytes is no acceptance', async () => {
    const entry = await sign();
    const submit = await nodeThat(json(202, receipt({ ...entry, id: 'ff'.repeat(32) })));
    const outcome = await deliver({ entry, submit, outbox: storage.outbox, now: 2_000 });
    expect(outcome).toEqual({ kind: 'unclear', code: 'unexpected_receipt' });
  });

  test.each<[string, RequestListener, string]>([
    ['silence', () => undefined, 'timeout'],
    ['a broken connection', (_request, response) => response.destroy(), 'network'],
    ['a page instead of JSON', (_request, response) => response.end('<html>'), 'not_json'],
    ['an answer of another shape', json(202, { accepted: true }), 'unexpected_shape'],
    ['408 request_timeout', json(408, { error: 'request_timeout' }), 'request_timeout'],
    ['504 node_timeout', json(504, { error: 'node_timeout' }), 'node_timeout'],
    ['502 node_unreachable', json(502, { error: 'node_unreachable' }), 'node_unreachable'],
    ['503 mempool_unavailable', json(503, { error: 'mempool_unavailable' }), 'mempool_unavailable'],
    ['500 internal_error', json(500, { error: 'internal_error' }), 'internal_error'],
  ])('after %s it is unclear, and the same bytes are kept', async (_case, answer, code) => {
    const entry = await sign();
    const submit = await nodeThat(answer);
    expect(await deliver({ entry, submit, outbox: storage.outbox, now: 2_000 })).toEqual({
      kind: 'unclear',
      code,
    });
    expect(await kept()).toEqual([{ ...entry, state: 'unclear', problem: code, sentAt: 2_000 }]);
  });

  test('sent again, the very same bytes go out, and a 202 settles it', async () => {
    const entry = await sign();
    let attempts = 0;
    const submit = await nodeThat((request, response) =>
      ++attempts === 1 ? response.destroy() : json(202, receipt(entry, 2))(request, response),
    );
    await deliver({ entry, submit, outbox: storage.outbox, now: 2_000 });
    const [again] = await kept();
    const outcome = await deliver({ entry: again!, submit, outbox: storage.outbox, now: 3_000 });
    expect(outcome).toEqual({ kind: 'accepted', relayCount: 2 });
    expect(received).toHaveLength(2);
    expect(received[1]).toBe(received[0]);
    expect(await kept()).toEqual([{ ...entry, state: 'accepted', sentAt: 3_000 }]);
  });

  test('storage that fails after the answer hides no answer, and what stays recorded is true', async () => {
    const entry = await sign();
    const submit = await nodeThat(json(202, receipt(entry)));
    let writes = 0;
    const outbox = {
      ...storage.outbox,
      put: (kept: OutboxEntry) =>
        ++writes === 1
          ? storage.outbox.put(kept)
          : Promise.reject(new WalletError('storage_write_failed', 'full')),
    };
    expect(await deliver({ entry, submit, outbox, now: 2_000 })).toMatchObject({ kind: 'accepted' });
    expect(await kept()).toEqual([{ ...entry, state: 'unclear', sentAt: 2_000 }]);
  });

  test('one that was replaced for good is not sent any more', async () => {
    const entry = { ...(await sign()), state: 'replaced' as const };
    const submit = await nodeThat(json(202, receipt(entry)));
    await expect(deliver({ entry, submit, outbox: storage.outbox, now: 2 })).rejects.toMatchObject({
      code: 'plan_mismatch',
    });
    expect(received).toEqual([]);
  });

  test('a page that dies while it sends leaves an unclear entry behind, not a fresh one', async () => {
    const entry = await sign();
    const never = new Promise<never>(() => undefined);
    void deliver({ entry, submit: () => never, outbox: storage.outbox, now: 2_000 });
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(await kept()).toEqual([{ ...entry, state: 'unclear', sentAt: 2_000 }]);
  });

  test.each([
    [503, 'node_not_ready'],
    [403, 'session_expired'],
    [401, 'unauthorized'],
  ])('%i %s: clearly not taken, kept for later', async (status, code) => {
    const entry = await sign();
    const submit = await nodeThat(json(status, { error: code }));
    expect(await deliver({ entry, submit, outbox: storage.outbox, now: 2 })).toEqual({
      kind: 'waiting',
      code,
    });
    expect(await kept()).toMatchObject([{ state: 'waiting', problem: code, raw: entry.raw }]);
  });

  test.each(REJECTION_REASONS)('rejected with %s: settled, in plain words', async (reason) => {
    const entry = await sign();
    const submit = await nodeThat(json(422, { error: 'transaction_rejected', message: '', reason }));
    const outcome = await deliver({ entry, submit, outbox: storage.outbox, now: 2 });
    const passes = ['nonce_gap', 'sender_limit', 'mempool_full'].includes(reason);
    const kind = reason === 'already_confirmed' ? 'confirmed' : passes ? 'waiting' : 'rejected';
    expect(outcome.kind).toBe(kind);
    expect(await kept()).toHaveLength(kind === 'waiting' ? 1 : 0);
  });

  test.each(['invalid_transaction', 'invalid_transaction_encoding', 'invalid_transaction_length'])(
    '400 %s is a rejection',
    async (code) => {
      const entry = await sign();
      const submit = await nodeThat(json(400, { error: code }));
      expect(await deliver({ entry, submit, outbox: storage.outbox, now: 2 })).toEqual({
        kind: 'rejected',
        code,
      });
      expect(await kept()).toEqual([]);
    },
  );

  test('bytes that are not what the entry says are never sent', async () => {
    const entry = await sign();
    const submit = await nodeThat(json(202, receipt(entry)));
    const raw = `${entry.raw.slice(0, -2)}${entry.raw.endsWith('00') ? '01' : '00'}`;
    for (const change of [
      { raw },
      { network: 'testnet' as const },
      { toAddress: entry.fromAddress },
      { fromAddress: entry.toAddress },
      { value: '1' },
      { fee: '1' },
      { nonce: 1 },
    ]) {
      await expect(
        deliver({ entry: { ...entry, ...change }, submit, outbox: storage.outbox, now: 2 }),
      ).rejects.toMatchObject({ code: 'plan_mismatch' });
    }
    expect(received).toEqual([]);
  });
});

describe('reconciling the outbox', () => {
  const settle = async (items: Parameters<typeof reconcileOutbox>[0]['items'], account = accountState()) =>
    reconcileOutbox({ outbox: storage.outbox, entries: await kept(), account, items });

  test('a confirmed transaction is let go of', async () => {
    const entry = await sign();
    expect(await settle([historyItem(entry, 3)], accountState({ nonce: 10, next_nonce: 11 }))).toEqual([]);
    expect(await kept()).toEqual([]);
  });

  test('an unclear one that turns up pending is accepted, and needs no decision', async () => {
    const entry = await sign();
    await storage.outbox.put({ ...entry, state: 'unclear', problem: 'timeout', sentAt: 5 });
    const [item] = await settle([historyItem(entry, null)], accountState({ next_nonce: 11 }));
    expect(item!.entry).toEqual({ ...entry, state: 'accepted', sentAt: 5 });
    expect(needsDecision(item!)).toBe(false);
  });

  test('one whose nonce another transaction used up for good is kept as replaced, for its owner to read', async () => {
    const entry = await sign();
    const rival = { ...historyItem(entry, 3), id: 'ee'.repeat(32) };
    const used = accountState({ nonce: 10, next_nonce: 11 });
    const [item] = await settle([rival], used);
    const replacedBy = { id: rival.id, kind: 'other' };
    expect(item!.entry).toEqual({ ...entry, state: 'replaced', replacedBy });
    expect([isReplacedForGood(item!), needsDecision(item!)]).toEqual([true, false]);
    expect(await kept()).toEqual([item!.entry]);
    // Far back in the history later on, it is still known.
    expect((await settle([], accountState({ nonce: 90, next_nonce: 91 })))[0]!.reconciliation).toEqual({
      kind: 'replaced',
      by: rival.id,
      final: true,
    });
  });

  test('a replacement that a block took leaves the original as replaced, and says why', async () => {
    const original = await sign();
    const cancel = {
      ...original,
      id: 'ee'.repeat(32),
      replaces: { id: original.id, kind: 'cancel' as const },
    };
    await storage.outbox.put(cancel);
    const waiting = await settle([historyItem(cancel, null)], accountState({ next_nonce: 11 }));
    expect(waiting.map(({ reconciliation }) => reconciliation.kind).toSorted()).toEqual([
      'pending',
      'replaced',
    ]);
    expect(waiting.some(isReplacedForGood)).toBe(false);
    const done = await settle([historyItem(cancel, 3)], accountState({ nonce: 10, next_nonce: 11 }));
    expect(done).toMatchObject([
      { entry: { id: original.id, state: 'replaced', replacedBy: { id: cancel.id, kind: 'cancel' } } },
    ]);
  });

  test('a replacement that came too late is itself the one that never happens', async () => {
    const original = await sign();
    const cancel = {
      ...original,
      id: 'ee'.repeat(32),
      replaces: { id: original.id, kind: 'cancel' as const },
    };
    await storage.outbox.put(cancel);
    const done = await settle([historyItem(original, 3)], accountState({ nonce: 10, next_nonce: 11 }));
    expect(done).toMatchObject([
      { entry: { id: cancel.id, state: 'replaced', replacedBy: { id: original.id } } },
    ]);
    expect(await kept()).toHaveLength(1);
  });

  test('no other transaction is signed for a nonce while the fate of a kept one is open', async () => {
    const entry = await sign();
    await storage.outbox.put({ ...entry, state: 'unclear' });
    const items = await settle([]);
    expect(findNonceClash(items, entry.nonce)?.entry.id).toBe(entry.id);
    expect(findNonceClash(items, entry.nonce + 1)?.entry.id).toBe(entry.id);
    expect(findNonceClash(items, entry.nonce - 1)).toBeUndefined();
    const pending = await settle([historyItem(entry, null)], accountState({ next_nonce: 11 }));
    expect(findNonceClash(pending, entry.nonce + 1)).toBeUndefined();
  });

  test.each(['signed', 'unclear', 'waiting', 'accepted'] as const)(
    '%s and absent from the node: its owner decides, nothing is sent by itself',
    async (state) => {
      await storage.outbox.put({ ...(await sign()), state });
      const [item] = await settle([]);
      expect(item!.reconciliation).toEqual({ kind: 'absent' });
      expect(needsDecision(item!)).toBe(true);
      expect(await kept()).toHaveLength(1);
    },
  );

  test('what was replaced for good needs no decision, whatever the node has forgotten', async () => {
    const entry = { ...(await sign()), state: 'replaced' as const };
    expect(needsDecision({ entry, reconciliation: { kind: 'absent' } })).toBe(false);
  });

  test('an unclear one needs a decision while nothing tells; an accepted one is waited for', async () => {
    const entry = await sign();
    const blind = accountState({ mempool_available: false });
    await storage.outbox.put({ ...entry, state: 'unclear' });
    expect(needsDecision((await settle([], blind))[0]!)).toBe(true);
    await storage.outbox.put({ ...entry, state: 'accepted' });
    expect(needsDecision((await settle([], blind))[0]!)).toBe(false);
  });
});
