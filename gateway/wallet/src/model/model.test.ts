import { createRpcClient } from '@cairn/api/rpc';
import { getNetwork } from '@cairn/protocol';
import { developmentAccounts, DEVELOPMENT_MNEMONIC } from '@cairn/protocol/development-accounts';
import {
  createMemoryStorage,
  planReplacement,
  planSend,
  type SendPlan,
  type WalletStorage,
} from '@cairn/wallet';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FixtureGateway } from '../../test/fixture-gateway.ts';
import { FixturePresence } from '../../test/fixture-presence.ts';
import type { Visibility } from '../lib/poller.ts';
import { openSettings } from '../lib/settings.ts';
import { exclusively, openTabs } from '../lib/tabs.ts';
import { fetchConfig, type Services } from '../services.ts';
import { startModel, type Model } from './model.ts';
import {
  CURRENT_FOR_MS,
  isCurrent,
  networkMismatch,
  outboxOf,
  sendBlockers,
  type AppState,
} from './state.ts';

const [alice, bob] = developmentAccounts(getNetwork('devnet')).map(({ address }) => address) as [
  string,
  string,
];
const PASSWORD = 'correct horse';
/** A hidden page: the model asks only when it is told to. */
const hidden: Visibility = { isVisible: () => false, onChange: () => () => undefined };

let gateway: FixtureGateway;
let storage: WalletStorage;
let services: Services;
let model: Model;
let renewals: number;
let deviceOnline: boolean;

beforeEach(async () => {
  gateway = new FixtureGateway();
  const baseUrl = await gateway.open();
  storage = createMemoryStorage();
  renewals = 0;
  deviceOnline = true;
  services = {
    rpc: createRpcClient({ baseUrl, timeoutMs: 400 }),
    readConfig: () => fetchConfig(baseUrl),
    storage,
    tabs: openTabs(`test-${baseUrl}`),
    exclusively: (work) => exclusively(work, `test-${baseUrl}`),
    sendAlone: (address, work) => exclusively(work, `test-send-${baseUrl}-${address}`),
    connectivity: { isOnline: () => deviceOnline, onChange: () => () => undefined },
    settings: openSettings(),
    presence: new FixturePresence(),
    persist: async () => true,
    now: () => 1_000,
    renewSession: () => {
      renewals++;
      return true;
    },
    renewed: false,
    entry: 'none',
  };
  model = await startModel(services, hidden);
});
afterEach(() => {
  model.stop();
  gateway.close();
});

const state = (): AppState => model.store.get();
const outbox = () => storage.outbox.list('devnet', alice);

async function openWallet(accounts = 2): Promise<void> {
  await model.createWallet({
    mnemonic: DEVELOPMENT_MNEMONIC,
    password: PASSWORD,
    network: 'devnet',
    accounts,
  });
  await model.refresh();
}

function plan(amount = '1'): SendPlan {
  const form = { recipient: bob, amount, fee: '0.00001', unit: 'crn' } as const;
  return planSend({ form, network: 'devnet', account: state().data!.account }).plan!;
}

describe('vault', () => {
  test('a new wallet is stored encrypted and opens again with its password only', async () => {
    expect(state().phase.name).toBe('first_run');
    await openWallet();
    expect(state().phase).toMatchObject({ name: 'unlocked', wallet: { selected: { address: alice } } });
    expect(JSON.stringify(await storage.vault.read())).not.toContain('junk');
    model.lock();
    expect(state()).toMatchObject({ phase: { name: 'locked', network: 'devnet' }, data: undefined });
    await expect(model.unlock('wrong horse')).rejects.toMatchObject({ code: 'wrong_password' });
    expect(state().phase.name).toBe('locked');
    await model.unlock(PASSWORD);
    expect(state().phase.name).toBe('unlocked');
  });

  test('the state that screens see holds no secret', async () => {
    await openWallet();
    const shown = JSON.stringify(state());
    expect(shown).not.toContain('junk');
    expect(shown).not.toContain(PASSWORD);
  });

  test('added and selected accounts are remembered', async () => {
    await openWallet(1);
    await model.addAccount();
    await model.addAccount();
    await model.selectAccount(1);
    model.lock();
    await model.unlock(PASSWORD);
    expect(state().phase).toMatchObject({ wallet: { accounts: [{}, {}, {}], selected: { address: bob } } });
  });

  test('a forgotten wallet leaves nothing behind', async () => {
    await openWallet();
    gateway.submitOverride = 'hang_up';
    await model.send(plan());
    await model.forgetWallet();
    expect(state().phase.name).toBe('first_run');
    expect(await storage.vault.read()).toBeUndefined();
    expect(await outbox()).toEqual([]);
  });

  test('a stored value that is no vault is said so and left alone', async () => {
    await storage.vault.write({ format: 'something else' } as never, undefined);
    const other = await startModel(services, hidden);
    expect(other.store.get().phase).toEqual({ name: 'unusable', code: 'vault_unsupported' });
    other.stop();
  });
});

describe('the way to the node', () => {
  test('is online when everything answers, and the gate is open', async () => {
    await openWallet();
    expect(state().link).toEqual({ state: 'online' });
    expect(sendBlockers(state())).toEqual([]);
  });

  test('the node down: what was known stays, the gate shuts, and it recovers by itself', async () => {
    await openWallet();
    gateway.override = { status: 502, body: { error: 'node_unreachable', message: '' } };
    await model.refresh();
    expect(state().link).toEqual({ state: 'node_down', code: 'node_unreachable' });
    expect(state().data?.account.balance).toBe('1000000000');
    expect(sendBlockers(state())).toEqual(['no_answer']);
    gateway.override = undefined;
    await model.refresh();
    expect(sendBlockers(state())).toEqual([]);
  });

  test.each([
    ['hang_up' as const, { state: 'gateway_down' }],
    ['silence' as const, { state: 'gateway_down' }],
    [
      { status: 200, body: { network: 'devnet' } },
      { state: 'bad_answer', code: 'unexpected_shape' },
    ],
    [
      { status: 401, body: { error: 'unauthorized' } },
      { state: 'node_down', code: 'unauthorized' },
    ],
  ])('%j is told apart', async (override, link) => {
    await openWallet();
    gateway.override = override;
    await model.refresh();
    expect(state().link).toEqual(link);
    expect(sendBlockers(state())).toEqual(['no_answer']);
  });

  test('a restarted gateway: the page is loaded again, once', async () => {
    await openWallet();
    gateway.sessionValid = false;
    await model.refresh();
    expect(renewals).toBe(1);
  });

  test('a page that never had a session is not loaded again: that would not give it one', async () => {
    gateway.sessionValid = false;
    await model.refresh();
    expect([renewals, state().link]).toEqual([0, { state: 'session_refused' }]);
    gateway.sessionValid = true;
    await model.refresh();
    expect(state().link).toEqual({ state: 'online' });
  });

  test('a gateway that refuses the reloaded page too is said so', async () => {
    services = { ...services, renewSession: () => false };
    const other = await startModel(services, hidden);
    gateway.sessionValid = false;
    await other.refresh();
    expect(other.store.get().link).toEqual({ state: 'session_refused' });
    other.stop();
  });

  test.each<[string, () => void, string]>([
    [
      'node of another network',
      () => (gateway.status = { ...gateway.status, network: 'testnet' }),
      'wrong_network',
    ],
    ['node of another chain', () => (gateway.status = { ...gateway.status, chain_id: 2 }), 'wrong_chain'],
  ])(
    'a %s: nothing of it is shown as the wallet’s, nothing is asked about its accounts',
    async (_case, change, code) => {
      await openWallet();
      change();
      gateway.requests.length = 0;
      await model.refresh();
      expect(networkMismatch(state())).toBe(code);
      expect(sendBlockers(state())).toEqual([code]);
      expect(state().data).toBeUndefined();
      expect(gateway.requests).toEqual(['GET /v1/status']);
    },
  );

  test.each<[string, () => void, string]>([
    ['account', () => (gateway.answerAbout = bob), 'foreign_answer'],
    ['network', () => (gateway.accountNetwork = 'testnet'), 'foreign_answer'],
  ])('an answer about another %s than the one asked about is not used', async (_case, change, code) => {
    await openWallet();
    change();
    await model.refresh();
    expect(state().link).toEqual({ state: 'bad_answer', code });
    expect(state().data?.account.address).toBe(alice);
    expect(await model.send(plan())).toEqual({ kind: 'blocked' });
    expect(gateway.submissions).toEqual([]);
  });

  test('without a network on this device the page says so, and recovers', async () => {
    await openWallet();
    deviceOnline = false;
    gateway.override = 'hang_up';
    await model.refresh();
    expect(state().link).toEqual({ state: 'offline' });
    gateway.override = undefined;
    await model.refresh();
    expect(state().link).toEqual({ state: 'online' });
  });

  test('what was read passes as current for a while only, and not at all when the node is silent', async () => {
    await openWallet();
    const { readAt } = state().data!;
    expect(isCurrent(state(), readAt, readAt + 10_000)).toBe(true);
    expect(isCurrent(state(), readAt, readAt + CURRENT_FOR_MS)).toBe(false);
    gateway.override = 'hang_up';
    await model.refresh();
    expect(isCurrent(state(), readAt, readAt + 1)).toBe(false);
  });

  test('a gateway for another network shuts the gate as well', async () => {
    gateway.config = { network: 'testnet', explorer_url: null };
    await openWallet();
    expect(sendBlockers(state())).toEqual(['wrong_network']);
  });
});

describe('sending', () => {
  test('pending after 202, confirmed after a block, and then no longer kept', async () => {
    await openWallet();
    const result = await model.send(plan('2.5'));
    expect(result).toMatchObject({ kind: 'submitted', outcome: { kind: 'accepted', relayCount: 0 } });
    expect(state().data).toMatchObject({
      account: { spendable_balance: '749999000', next_nonce: 2, pending_outgoing_count: 1 },
      history: { pending: [{ nonce: 1, value: '250000000', status: 'pending' }] },
    });
    expect(await outbox()).toMatchObject([{ state: 'accepted' }]);
    gateway.mine();
    await model.refresh();
    expect(state().data).toMatchObject({
      history: { pending: [], confirmed: [{ block_height: 13 }] },
      outbox: [],
    });
    expect(await outbox()).toEqual([]);
  });

  test('a plan that no longer fits is not signed', async () => {
    await openWallet();
    const stale = plan();
    await model.send(plan());
    expect(await model.send(stale)).toMatchObject({
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
    await openWallet();
    const confirmed = plan();
    change();
    expect(await model.send(confirmed)).toEqual({ kind: 'blocked' });
    expect(await outbox()).toEqual([]);
    expect(gateway.submissions).toEqual([]);
  });

  test('a lost receipt: unclear, found pending by its ID, never signed again', async () => {
    await openWallet();
    gateway.loseReceipt = true;
    expect(await model.send(plan())).toMatchObject({ outcome: { kind: 'unclear', code: 'network' } });
    expect(state().data?.outbox).toMatchObject([
      { entry: { state: 'accepted' }, reconciliation: { kind: 'pending' } },
    ]);
    expect(gateway.submissions).toHaveLength(1);
  });

  test('a lost submission: kept across a lock, and the same bytes go out when its owner says so', async () => {
    await openWallet();
    gateway.submitOverride = 'silence';
    await model.send(plan());
    model.lock();
    await model.unlock(PASSWORD);
    await model.refresh();
    const [item] = state().data!.outbox;
    expect(item).toMatchObject({
      entry: { state: 'unclear', problem: 'timeout' },
      reconciliation: { kind: 'absent' },
    });
    expect(gateway.submissions).toHaveLength(1);
    gateway.submitOverride = undefined;
    expect(await model.sendAgain(item!.entry.id)).toMatchObject({ kind: 'accepted' });
    expect(gateway.submissions).toHaveLength(2);
    expect(gateway.submissions[1]).toBe(gateway.submissions[0]);
  });

  test('what is kept is shown while the node is silent, after a lock and a new unlock too', async () => {
    await openWallet();
    gateway.submitOverride = 'hang_up';
    const confirmed = plan();
    const sent = model.send(confirmed);
    await expect.poll(() => gateway.submissions).toHaveLength(1);
    gateway.override = 'hang_up';
    await sent;
    expect(outboxOf(state())).toMatchObject([{ entry: { state: 'unclear' } }]);
    model.lock();
    expect(outboxOf(state())).toEqual([]);
    await model.unlock(PASSWORD);
    await model.refresh();
    expect(outboxOf(state())).toMatchObject([
      { entry: { state: 'unclear' }, reconciliation: { kind: 'unknown' } },
    ]);
  });

  test('the gateway restarted in mid-send: the page is loaded again, the bytes are kept, nothing is re-sent', async () => {
    await openWallet();
    gateway.submitOverride = { status: 403, body: { error: 'session_expired', message: '' } };
    await model.send(plan());
    expect(renewals).toBe(1);
    expect(gateway.submissions).toHaveLength(1);
    expect(await outbox()).toMatchObject([{ state: 'waiting', problem: 'session_expired' }]);
  });

  test('a session that ends between confirmation and signature: nothing is signed on what was read before', async () => {
    await openWallet();
    const confirmed = plan();
    gateway.sessionValid = false;
    expect(await model.send(confirmed)).toEqual({ kind: 'blocked' });
    expect(await outbox()).toEqual([]);
    expect(gateway.submissions).toEqual([]);
  });

  test('two tabs that send at the same moment: one after the other, the second is asked again', async () => {
    await openWallet();
    const other = await startModel(services, hidden);
    await other.unlock(PASSWORD);
    await other.refresh();
    const results = await Promise.all([model.send(plan('1')), other.send(plan('2'))]);
    expect(results.map(({ kind }) => kind).toSorted()).toEqual(['changed', 'submitted']);
    expect(gateway.submissions).toHaveLength(1);
    other.stop();
  });

  test('nothing else is signed while the fate of a kept transfer is open', async () => {
    await openWallet();
    gateway.submitOverride = 'hang_up';
    await model.send(plan());
    gateway.submitOverride = undefined;
    expect(await model.send(plan('3'))).toEqual({ kind: 'undecided' });
    expect(gateway.submissions).toHaveLength(1);
    expect(await outbox()).toHaveLength(1);
  });

  test('the same bytes are not sent again while the gate is shut', async () => {
    await openWallet();
    gateway.submitOverride = 'hang_up';
    await model.send(plan());
    const { id } = state().data!.outbox[0]!.entry;
    gateway.submitOverride = undefined;
    gateway.status = { ...gateway.status, ready: false };
    expect(await model.sendAgain(id)).toBeUndefined();
    expect(gateway.submissions).toHaveLength(1);
  });

  test('while it is being sent its owner is not asked to decide about it', async () => {
    await openWallet();
    const { promise, resolve } = Promise.withResolvers<void>();
    gateway.holdSubmission = promise;
    const sent = model.send(plan());
    await expect.poll(() => gateway.submissions).toHaveLength(1);
    const [entry] = await outbox();
    expect(entry?.state).toBe('unclear');
    expect(state().sending).toEqual([entry!.id]);
    resolve();
    await sent;
    expect(state().sending).toEqual([]);
  });

  test('locked in mid-send: the bytes are kept, and found again after the next unlock', async () => {
    await openWallet();
    const { promise, resolve } = Promise.withResolvers<void>();
    gateway.holdSubmission = promise;
    const sent = model.send(plan());
    await expect.poll(() => gateway.submissions).toHaveLength(1);
    model.lock();
    resolve();
    await sent;
    await model.unlock(PASSWORD);
    await model.refresh();
    expect(state().data?.outbox).toMatchObject([{ entry: { state: 'accepted' } }]);
  });

  test('a rejection is clear and leaves nothing behind', async () => {
    await openWallet();
    const body = { error: 'transaction_rejected', message: '', reason: 'fee_too_low' };
    gateway.submitOverride = { status: 422, body };
    expect(await model.send(plan())).toMatchObject({ outcome: { kind: 'rejected', reason: 'fee_too_low' } });
    expect(await outbox()).toEqual([]);
  });

  test('what is let go of is forgotten', async () => {
    await openWallet();
    gateway.submitOverride = 'hang_up';
    await model.send(plan());
    const [item] = state().data!.outbox;
    await model.letGo(item!.entry.id);
    expect(state().data!.outbox).toEqual([]);
  });

  test('what another tab let go of is not sent again', async () => {
    await openWallet();
    gateway.submitOverride = 'hang_up';
    await model.send(plan());
    const { id } = state().data!.outbox[0]!.entry;
    const sent = gateway.submissions.length;
    await storage.outbox.remove(id);
    expect(await model.sendAgain(id)).toBeUndefined();
    expect(gateway.submissions).toHaveLength(sent);
  });

  test('storage that is full stops the transfer before it is sent', async () => {
    await openWallet();
    const full = { ...storage.outbox, put: () => Promise.reject(new Error('full')) };
    const other = await startModel({ ...services, storage: { ...storage, outbox: full } }, hidden);
    await other.unlock(PASSWORD);
    await other.refresh();
    await expect(other.send(plan())).rejects.toThrow('full');
    expect(gateway.submissions).toEqual([]);
    other.stop();
  });
});

describe('replacing', () => {
  const replace = (kind: 'speed_up' | 'cancel', fee: string): SendPlan => {
    const { account, history } = state().data!;
    const [original] = history.pending;
    return planReplacement({ kind, original: original!, fee, unit: 'pebbles', network: 'devnet', account })
      .plan!;
  };

  test('sped up: pending is the one with the higher fee, the other is replaced, and says so after its block', async () => {
    await openWallet();
    const first = await model.send(plan());
    const second = await model.send(replace('speed_up', '2000'));
    expect([first.kind, second.kind]).toEqual(['submitted', 'submitted']);
    expect(state().data?.history.pending).toMatchObject([{ nonce: 1, fee: '2000', value: '100000000' }]);
    expect(
      state()
        .data?.outbox.map(({ reconciliation }) => reconciliation.kind)
        .toSorted(),
    ).toEqual(['pending', 'replaced']);
    gateway.mine();
    await model.refresh();
    expect(state().data?.outbox).toMatchObject([
      { entry: { state: 'replaced', replacedBy: { kind: 'speed_up' } } },
    ]);
    await model.letGo(state().data!.outbox[0]!.entry.id);
    expect(await outbox()).toEqual([]);
  });

  test('cancelled: a transfer to oneself takes the nonce', async () => {
    await openWallet();
    await model.send(plan());
    await model.send(replace('cancel', '1100'));
    expect(state().data?.history.pending).toMatchObject([{ nonce: 1, value: '1', to_address: alice }]);
  });

  test('confirmed meanwhile: nothing is signed in its place', async () => {
    await openWallet();
    await model.send(plan());
    const late = replace('cancel', '5000');
    gateway.mine();
    expect(await model.send(late)).toEqual({ kind: 'changed', changes: [{ kind: 'original_settled' }] });
    expect(gateway.submissions).toHaveLength(1);
  });

  test('too low a fee is refused by the node, and the original stays', async () => {
    await openWallet();
    await model.send(plan());
    const cheap = replace('speed_up', '1100');
    const low: SendPlan = { ...cheap, body: { ...cheap.body, fee: 1_001n } };
    expect(await model.send(low)).toMatchObject({
      outcome: { kind: 'rejected', reason: 'replacement_fee_too_low' },
    });
    expect(state().data?.outbox).toMatchObject([{ reconciliation: { kind: 'pending' } }]);
  });
});

describe('history', () => {
  test('is read on by the node’s cursor, and a transaction far back is found again', async () => {
    await openWallet();
    await model.send(plan());
    gateway.mine();
    const [own] = gateway.confirmed;
    const others = Array.from({ length: 400 }, (_, index) => ({
      ...own!,
      id: index.toString(16).padStart(64, '0'),
      from_address: bob,
      to_address: alice,
      nonce: index,
    }));
    gateway.confirmed = [...others, own!];
    await model.refresh();
    expect(state().data?.outbox).toEqual([]);
    expect(await outbox()).toEqual([]);
    expect(state().data?.history.confirmed).toHaveLength(100);
    await model.loadOlder();
    await model.refresh();
    expect(state().data?.history.confirmed).toHaveLength(150);
    expect(state().data?.history.nextCursor).toBe('at-150');
  });

  test('answers for an account that is no longer shown are dropped', async () => {
    await openWallet();
    const { promise, resolve } = Promise.withResolvers<void>();
    gateway.hold = promise;
    gateway.requests.length = 0;
    const late = model.refresh();
    await expect.poll(() => gateway.requests).toContain(`GET /v1/accounts/${alice}`);
    await model.selectAccount(1);
    const shown: (string | undefined)[] = [];
    model.store.subscribe(() => shown.push(state().data?.account.address));
    resolve();
    await late;
    await model.refresh();
    expect(shown).toContain(bob);
    expect(shown).not.toContain(alice);
  });
});
