import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { FixtureGateway } from '../../test/fixture-gateway.ts';
import { FixtureWallet, PASSWORD } from '../../test/fixture-wallet.ts';
import type { Model } from './model.ts';
import type { AppState } from './state.ts';

let wallet: FixtureWallet;
let gateway: FixtureGateway;
let model: Model;
beforeEach(async () => {
  wallet = await FixtureWallet.start();
  ({ gateway, model } = wallet);
});
afterEach(() => wallet.close());

const state = (): AppState => wallet.state();

describe('sending', () => {
  test('pending after 202, confirmed after a block, and stored to the tenth confirmation', async () => {
    await wallet.create();
    const result = await model.sending.send(wallet.plan('2.5'));
    expect(result).toMatchObject({ kind: 'submitted', outcome: { kind: 'accepted', relayCount: 0 } });
    expect(state().data).toMatchObject({
      account: { spendable_balance: '749999000', next_nonce: 2, pending_outgoing_count: 1 },
      history: { pending: [{ nonce: 1, value: '250000000', status: 'pending' }] },
    });
    expect(await wallet.storedTransfers()).toMatchObject([{ state: 'accepted' }]);
    gateway.mine();
    await model.refresh();
    expect(state().data).toMatchObject({
      history: { pending: [], confirmed: [{ block_height: 13 }] },
      outbox: [{ reconciliation: { kind: 'confirmed', blockHeight: 13 } }],
    });
    for (let depth = 2; depth <= 10; depth++) {
      expect(await wallet.storedTransfers()).toMatchObject([{ state: 'confirmed' }]);
      gateway.mine();
      await model.refresh();
    }
    expect(await wallet.storedTransfers()).toEqual([]);
  });

  test('after a reorganization the stored bytes are pending again, then confirmed; signed and sent only once', async () => {
    await wallet.create();
    await model.sending.send(wallet.plan('2.5'));
    gateway.mine();
    await model.refresh();
    gateway.reorganize();
    await model.refresh();
    expect(state().data).toMatchObject({
      account: { next_nonce: 2, pending_outgoing_count: 1 },
      history: { pending: [{ value: '250000000' }], confirmed: [] },
      outbox: [{ entry: { state: 'accepted', leftBlock: 13 }, reconciliation: { kind: 'pending' } }],
    });
    gateway.mine();
    await model.refresh();
    expect(state().data).toMatchObject({
      history: { pending: [], confirmed: [{ block_height: 15 }] },
      outbox: [{ entry: { state: 'confirmed', blockHeight: 15 } }],
    });
    expect(gateway.submissions).toHaveLength(1);
  });

  test('after a reorganization that loses the transfer, only the same bytes are sent, and only on request', async () => {
    await wallet.create();
    await model.sending.send(wallet.plan('2.5'));
    gateway.mine();
    await model.refresh();
    const next = wallet.plan();
    gateway.reorganize({ forget: true });
    expect(await model.sending.send(next)).toMatchObject({ kind: 'changed' });
    expect(await model.sending.send(wallet.plan())).toEqual({ kind: 'undecided' });
    const [stored] = await wallet.storedTransfers();
    expect(await model.sending.sendAgain(stored!.id)).toMatchObject({ kind: 'accepted' });
    expect(gateway.submissions).toEqual([stored!.raw, stored!.raw]);
  });

  test('a plan that no longer fits is not signed', async () => {
    await wallet.create();
    const stale = wallet.plan();
    await model.sending.send(wallet.plan());
    expect(await model.sending.send(stale)).toMatchObject({
      kind: 'changed',
      changes: [
        { kind: 'nonce', planned: 1, now: 2 },
        { kind: 'spendable', planned: 1_000_000_000n, now: 899_999_000n },
      ],
    });
    expect(gateway.submissions).toHaveLength(1);
  });

  test.each<[string, () => void]>([
    ['the node not ready', () => (gateway.status = { ...gateway.status, ready: false })],
    ['the node syncing', () => (gateway.status = { ...gateway.status, syncing: true, ready: false })],
    ['no chain', () => (gateway.status = { ...gateway.status, initialized: false, ready: false })],
    ['no mempool', () => (gateway.mempoolAvailable = false)],
    ['another network', () => (gateway.status = { ...gateway.status, network: 'testnet' })],
    ['another chain ID', () => (gateway.status = { ...gateway.status, chain_id: 1 })],
    ['no answer', () => (gateway.override = 'hang_up')],
  ])('with %s since the confirmation, nothing is signed or sent', async (_case, change) => {
    await wallet.create();
    const confirmed = wallet.plan();
    change();
    expect(await model.sending.send(confirmed)).toEqual({ kind: 'blocked' });
    expect(await wallet.storedTransfers()).toEqual([]);
    expect(gateway.submissions).toEqual([]);
  });

  test('if the session ends after the confirmation, nothing is signed with earlier data', async () => {
    await wallet.create();
    const confirmed = wallet.plan();
    gateway.sessionValid = false;
    expect(await model.sending.send(confirmed)).toEqual({ kind: 'blocked' });
    expect(await wallet.storedTransfers()).toEqual([]);
    expect(gateway.submissions).toEqual([]);
  });

  test('two tabs that send at the same time: one after the other, and the second must be reviewed again', async () => {
    await wallet.create();
    const other = await wallet.openPage();
    await other.vault.unlock(PASSWORD);
    await other.refresh();
    const results = await Promise.all([
      model.sending.send(wallet.plan('1')),
      other.sending.send(wallet.plan('2')),
    ]);
    expect(results.map(({ kind }) => kind).toSorted()).toEqual(['changed', 'submitted']);
    expect(gateway.submissions).toHaveLength(1);
  });

  test('a rejection is clear and leaves nothing behind', async () => {
    await wallet.create();
    const body = { error: 'transaction_rejected', message: '', reason: 'fee_too_low' };
    gateway.submitOverride = { status: 422, body };
    expect(await model.sending.send(wallet.plan())).toMatchObject({
      outcome: { kind: 'rejected', reason: 'fee_too_low' },
    });
    expect(await wallet.storedTransfers()).toEqual([]);
  });

  test('storage that is full stops the transfer before it is sent', async () => {
    await wallet.create();
    const full = { ...wallet.storage.outbox, put: () => Promise.reject(new Error('full')) };
    const other = await wallet.openPage({ storage: { ...wallet.storage, outbox: full } });
    await other.vault.unlock(PASSWORD);
    await other.refresh();
    await expect(other.sending.send(wallet.plan())).rejects.toThrow('full');
    expect(gateway.submissions).toEqual([]);
  });
});
