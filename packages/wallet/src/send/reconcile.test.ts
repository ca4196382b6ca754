import type { RpcTransaction } from '@cairn/api/rpc';
import { beforeEach, describe, expect, test } from 'vitest';
import type { WalletStorage } from '../storage.ts';
import {
  accountState,
  ADDRESSES,
  alteredEntries,
  historyItem,
  makePlan,
  openTestStorage,
  signAndStore,
} from '../test-support.ts';
import type { OutboxEntry } from './outbox.ts';
import {
  findNonceConflict,
  isReplacedForGood,
  listOutbox,
  needsDecision,
  reconcile,
  reconcileOutbox,
} from './reconcile.ts';
import type { SendPlan } from './send-plan.ts';

let storage: WalletStorage;
beforeEach(async () => {
  storage = await openTestStorage();
});

const kept = () => storage.outbox.list('devnet', makePlan().body.fromAddress);
const sign = (plan = makePlan()) => signAndStore(storage.outbox, plan);

/** Signs another transfer with the same nonce as the cancellation of the first. */
function signInPlaceOf({ id }: OutboxEntry): Promise<OutboxEntry> {
  const plan = makePlan('0.00000001');
  return sign({ ...plan, replaces: { id, kind: 'cancel' } } as SendPlan);
}

describe('reconciling a stored transaction', () => {
  const entry: OutboxEntry = {
    id: 'aa'.repeat(32),
    raw: '',
    network: 'devnet',
    fromAddress: ADDRESSES[0]!,
    toAddress: ADDRESSES[1]!,
    value: '1',
    fee: '1',
    nonce: 10,
    signedAt: 0,
    state: 'unclear',
  };
  const other = (change: Partial<RpcTransaction>): RpcTransaction => ({
    ...historyItem(entry, null),
    id: 'bb'.repeat(32),
    ...change,
  });
  const rival = other({});
  const confirmedRival = other({ status: 'confirmed', block_height: 7 });

  test.each<[string, object, RpcTransaction[], object]>([
    ['found pending', { next_nonce: 11 }, [historyItem(entry, null)], { kind: 'pending' }],
    [
      'found confirmed',
      { nonce: 10, next_nonce: 11 },
      [historyItem(entry, 7)],
      { kind: 'confirmed', blockHeight: 7 },
    ],
    ['its nonce still free', {}, [], { kind: 'absent' }],
    ['an earlier one missing too', { next_nonce: 9 }, [], { kind: 'absent' }],
    [
      'its nonce pending with another ID',
      { next_nonce: 11 },
      [rival],
      { kind: 'replaced', by: rival.id, final: false },
    ],
    [
      'its nonce confirmed with another ID',
      { nonce: 10, next_nonce: 11 },
      [rival, confirmedRival],
      { kind: 'replaced', by: confirmedRival.id, final: true },
    ],
    [
      'its nonce confirmed in history that was not read',
      { nonce: 12, next_nonce: 13 },
      [],
      { kind: 'unknown' },
    ],
    ['its nonce used, whatever is said to be next', { nonce: 10, next_nonce: 9 }, [], { kind: 'unknown' }],
    ['its nonce pending, but not listed', { next_nonce: 11 }, [], { kind: 'unknown' }],
    ['no mempool to ask', { mempool_available: false }, [], { kind: 'unknown' }],
    ['another sender’s same nonce', {}, [other({ from_address: ADDRESSES[2]! })], { kind: 'absent' }],
  ])('%s', (_case, account, items, expected) => {
    expect(reconcile(entry, accountState(account), items)).toEqual(expected);
  });
});

describe('reconciling the outbox', () => {
  const settle = async (
    items: Parameters<typeof reconcileOutbox>[0]['items'],
    account = accountState(),
    tip = 3,
  ) => reconcileOutbox({ outbox: storage.outbox, entries: await kept(), account, items, tip });
  const used = accountState({ nonce: 10, next_nonce: 11 });

  test('a confirmed transaction is stored until the tenth confirmation', async () => {
    const entry = await sign();
    for (const tip of [3, 11]) {
      const [item] = await settle([historyItem(entry, 3)], used, tip);
      expect(item).toEqual({
        entry: { ...entry, state: 'confirmed', blockHeight: 3 },
        reconciliation: { kind: 'confirmed', blockHeight: 3 },
      });
      expect([needsDecision(item!), isReplacedForGood(item!)]).toEqual([false, false]);
      expect(await kept()).toEqual([item!.entry]);
    }
    expect(await settle([historyItem(entry, 3)], used, 12)).toEqual([]);
    expect(await kept()).toEqual([]);
  });

  test('a transaction that a reorganization removed is pending again with the same bytes, and confirms again', async () => {
    const entry = await sign();
    await settle([historyItem(entry, 3)], used);
    const [fallen] = await settle([historyItem(entry, null)], accountState({ next_nonce: 11 }), 4);
    expect(fallen).toEqual({
      entry: { ...entry, state: 'accepted', leftBlock: 3 },
      reconciliation: { kind: 'pending' },
    });
    expect(needsDecision(fallen!)).toBe(false);
    const [again] = await settle([historyItem(entry, 5)], used, 5);
    expect(again!.entry).toEqual({ ...entry, state: 'confirmed', blockHeight: 5 });
  });

  test('a transaction that a reorganization removed and the node lost needs a decision before another signature', async () => {
    const entry = await sign();
    await settle([historyItem(entry, 3)], used);
    const [lost] = await settle([], accountState(), 4);
    expect(lost!.entry).toEqual({ ...entry, state: 'accepted', leftBlock: 3 });
    expect(needsDecision(lost!)).toBe(true);
    expect(findNonceConflict([lost!], entry.nonce)).toBe(lost);
  });

  test('a confirmed transaction needs no decision if the loaded history lacks it or the node does not answer', async () => {
    const entry = await sign();
    await settle([historyItem(entry, 3)], used);
    const [unread] = await settle([], used, 4);
    expect(unread).toMatchObject({ entry: { state: 'confirmed' }, reconciliation: { kind: 'unknown' } });
    expect([unread!, ...listOutbox(await kept())].some(needsDecision)).toBe(false);
  });

  test('a reorganization that confirms the other one reverses the replacement', async () => {
    const original = await sign();
    const cancel = await signInPlaceOf(original);
    const states = async (...settled: Parameters<typeof settle>) =>
      Object.fromEntries((await settle(...settled)).map(({ entry }) => [entry.id, entry.state]));
    expect(await states([historyItem(cancel, 3)], used)).toEqual({
      [original.id]: 'replaced',
      [cancel.id]: 'confirmed',
    });
    const waiting = await settle([historyItem(cancel, null)], accountState({ next_nonce: 11 }), 4);
    expect(waiting.map(({ entry }) => entry.state)).toEqual(['accepted', 'accepted']);
    expect(waiting.some(isReplacedForGood) || waiting.some(needsDecision)).toBe(false);
    expect(await states([historyItem(original, 5)], used, 5)).toEqual({
      [original.id]: 'confirmed',
      [cancel.id]: 'replaced',
    });
  });

  test('a replacement is undone if the chain lost it: the nonce is free again', async () => {
    const entry = await sign();
    await settle([{ ...historyItem(entry, 3), id: 'ee'.repeat(32) }], used);
    const [item] = await settle([], accountState(), 4);
    expect(item).toEqual({ entry: { ...entry, state: 'accepted' }, reconciliation: { kind: 'absent' } });
  });

  test('a transaction whose nonce another one used up for good stays stored as replaced, for its owner to see', async () => {
    const entry = await sign();
    const rival = { ...historyItem(entry, 3), id: 'ee'.repeat(32) };
    const [item] = await settle([rival], used);
    const replacedBy = { id: rival.id, kind: 'other' };
    expect(item!.entry).toEqual({ ...entry, state: 'replaced', replacedBy });
    expect([isReplacedForGood(item!), needsDecision(item!)]).toEqual([true, false]);
    expect(await kept()).toEqual([item!.entry]);
    // It is still known when the history no longer shows it.
    expect((await settle([], accountState({ nonce: 90, next_nonce: 91 })))[0]!.reconciliation).toEqual({
      kind: 'replaced',
      by: rival.id,
      final: true,
    });
  });

  test.each(['signed', 'unclear', 'accepted', 'replaced'] as const)(
    'an entry altered in storage as %s is not compared, and reported as damaged',
    async (state) => {
      const entry = { ...(await sign()), state };
      for (const altered of alteredEntries(entry)) {
        const items = [historyItem(altered, 3), historyItem(entry, null)];
        const input = { outbox: storage.outbox, entries: [altered], account: accountState(), items, tip: 3 };
        const [item, ...others] = await reconcileOutbox(input);
        expect([item, ...others]).toEqual([{ entry: altered, reconciliation: { kind: 'damaged' } }]);
        expect(listOutbox([altered])).toEqual([item]);
        expect([needsDecision(item!), isReplacedForGood(item!)]).toEqual([true, false]);
        // Its nonce cannot be trusted.
        expect(findNonceConflict([item!], altered.nonce - 1)).toBe(item);
      }
    },
  );

  test('a rejected transaction stays, and hinders no other, unless the node has it after all', async () => {
    const entry = { ...(await sign()), state: 'rejected' as const, problem: 'nonce_too_low' };
    await storage.outbox.put(entry);
    for (const items of [[], [{ ...historyItem(entry, 3), id: 'ee'.repeat(32) }]]) {
      const [item] = await settle(items, items.length === 0 ? accountState() : used);
      expect(item!.entry).toEqual(entry);
      expect([needsDecision(item!), isReplacedForGood(item!)]).toEqual([false, false]);
    }
    const [item] = await settle([historyItem(entry, null)]);
    const { problem: _problem, ...taken } = entry;
    expect(item!.entry).toEqual({ ...taken, state: 'accepted' });
  });

  test('a confirmed replacement marks the original as replaced, with the reason', async () => {
    const original = await sign();
    const cancel = await signInPlaceOf(original);
    const waiting = await settle([historyItem(cancel, null)], accountState({ next_nonce: 11 }));
    expect(waiting.map(({ reconciliation }) => reconciliation.kind).toSorted()).toEqual([
      'pending',
      'replaced',
    ]);
    expect(waiting.some(isReplacedForGood)).toBe(false);
    const done = await settle([historyItem(cancel, 3)], accountState({ nonce: 10, next_nonce: 11 }));
    expect(done.find(({ entry }) => entry.id === original.id)).toMatchObject({
      entry: { state: 'replaced', replacedBy: { id: cancel.id, kind: 'cancel' } },
    });
  });

  test('a cancellation that was sped up leaves the original as cancelled', async () => {
    const original = await sign();
    const { body } = makePlan();
    const toSelf = { ...makePlan(), body: { ...body, toAddress: body.fromAddress, value: 1n } };
    const inPlaceOf = ({ id }: OutboxEntry, kind: 'cancel' | 'speed_up', fee: bigint) =>
      sign({ ...toSelf, body: { ...toSelf.body, fee }, replaces: { id, kind } } as SendPlan);
    const first = await inPlaceOf(original, 'cancel', 2_000n);
    const second = await inPlaceOf(first, 'speed_up', 3_000n);
    const done = await settle([historyItem(second, 3)], accountState({ nonce: 10, next_nonce: 11 }));
    const reasons = new Map(done.map(({ entry }) => [entry.id, entry.replacedBy]));
    expect(reasons.get(original.id)).toEqual({ id: second.id, kind: 'cancel' });
    expect(reasons.get(first.id)).toEqual({ id: second.id, kind: 'speed_up' });
  });

  test('no other transaction is signed for a nonce while a stored one is unsettled', async () => {
    const entry = await sign();
    await storage.outbox.put({ ...entry, state: 'unclear' });
    const items = await settle([]);
    expect(findNonceConflict(items, entry.nonce)?.entry.id).toBe(entry.id);
    expect(findNonceConflict(items, entry.nonce + 1)?.entry.id).toBe(entry.id);
    expect(findNonceConflict(items, entry.nonce - 1)).toBeUndefined();
    const pending = await settle([historyItem(entry, null)], accountState({ next_nonce: 11 }));
    expect(findNonceConflict(pending, entry.nonce + 1)).toBeUndefined();
  });

  test.each(['signed', 'unclear', 'waiting', 'accepted'] as const)(
    '%s and absent from the node: its owner decides, nothing is sent automatically',
    async (state) => {
      await storage.outbox.put({ ...(await sign()), state });
      const [item] = await settle([]);
      expect(item!.reconciliation).toEqual({ kind: 'absent' });
      expect(needsDecision(item!)).toBe(true);
      expect(await kept()).toHaveLength(1);
    },
  );

  test('an unclear transaction needs a decision while the answers do not show it; an accepted one does not', async () => {
    const entry = await sign();
    const blind = accountState({ mempool_available: false });
    await storage.outbox.put({ ...entry, state: 'unclear' });
    expect(needsDecision((await settle([], blind))[0]!)).toBe(true);
    await storage.outbox.put({ ...entry, state: 'accepted' });
    expect(needsDecision((await settle([], blind))[0]!)).toBe(false);
  });
});
