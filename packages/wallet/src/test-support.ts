import 'fake-indexeddb/auto';
import type { RpcAccount, RpcTransaction } from '@cairn/api/rpc';
import { getNetwork } from '@cairn/protocol';
import { developmentAccounts, DEVELOPMENT_MNEMONIC } from '@cairn/protocol/development-accounts';
import { openKeyring } from './keyring.ts';
import { planSend, type SendPlan } from './send/send-plan.ts';
import { type OutboxEntry, type OutboxStorage, storeSigned } from './send/outbox.ts';
import { openIndexedDbStorage, type WalletStorage } from './storage.ts';

/** Addresses of the ten development accounts on devnet. */
export const ADDRESSES: readonly string[] = developmentAccounts(getNetwork('devnet')).map(
  ({ address }) => address,
);

/** Keyring of the development accounts on devnet. */
export const keyring = await openKeyring(DEVELOPMENT_MNEMONIC, 'devnet');

/** Those who derive keys fast now. Files of tests share a process, and their ends may come in any order. */
const fast = new Set<object>();

/**
 * Derives keys of vaults with one iteration, as long as a test does not show the derivation itself.
 * @returns a function that ends this
 */
export function deriveKeysFast(): () => void {
  const { subtle } = crypto;
  const self = {};
  fast.add(self);
  subtle.deriveKey = (algorithm, ...rest) =>
    SubtleCrypto.prototype.deriveKey.call(subtle, { ...(algorithm as Pbkdf2Params), iterations: 1 }, ...rest);
  return () => {
    fast.delete(self);
    if (fast.size === 0) Reflect.deleteProperty(subtle, 'deriveKey'); // the prototype's
  };
}

/** State of development account 0 with 10 CRN and nothing pending, with changes. */
export function accountState(change: Partial<RpcAccount> = {}): RpcAccount {
  return {
    network: 'devnet',
    address: ADDRESSES[0]!,
    balance: '1000000000',
    spendable_balance: '1000000000',
    nonce: 9,
    next_nonce: 10,
    pending_outgoing_count: 0,
    mempool_available: true,
    ...change,
  };
}

/** A plan of account 0 to pay account 1. */
export function makePlan(amount = '1', account = accountState()): SendPlan {
  const form = { recipient: ADDRESSES[1]!, amount, fee: '0.00001', unit: 'crn' } as const;
  return planSend({ form, network: 'devnet', account }).plan!;
}

/** Signs a plan of account 0 and stores the bytes. @param state to send, or to hand to another device */
export function signAndStore(
  outbox: OutboxStorage,
  plan = makePlan(),
  now = 1_000,
  state: 'signed' | 'exported' = 'signed',
): Promise<OutboxEntry> {
  const transfer = { ...keyring.sign(0, plan.body), body: plan.body };
  return storeSigned({ transfer, state, replaces: plan.replaces, network: 'devnet', outbox, now });
}

/** A stored transaction as an item of the node's history. */
export function historyItem(entry: OutboxEntry, blockHeight: number | null): RpcTransaction {
  return {
    id: entry.id,
    chain: 3,
    nonce: entry.nonce,
    fee: entry.fee,
    value: entry.value,
    from_address: entry.fromAddress,
    to_address: entry.toAddress,
    status: blockHeight === null ? 'pending' : 'confirmed',
    block_height: blockHeight,
    timestamp: blockHeight === null ? null : 1_767_225_600,
  };
}

/** An entry as a damaged or manipulated store might return it, with one change each. */
export function alteredEntries(entry: OutboxEntry): OutboxEntry[] {
  const last = entry.raw.endsWith('00') ? '01' : '00';
  const changes: Partial<OutboxEntry>[] = [
    { raw: `${entry.raw.slice(0, -2)}${last}` },
    { raw: entry.raw.toUpperCase() },
    { raw: '' },
    { id: 'ee'.repeat(32) },
    { network: 'testnet' },
    { toAddress: entry.fromAddress },
    { fromAddress: entry.toAddress },
    { value: '1' },
    { fee: '1' },
    { nonce: 1 },
  ];
  return changes.map((change) => ({ ...entry, ...change }));
}

/** A new storage of the wallet, in the IndexedDB in memory that all files of a process share, some with modules of their own. */
export function openTestStorage(): Promise<WalletStorage> {
  return openIndexedDbStorage(crypto.randomUUID());
}
