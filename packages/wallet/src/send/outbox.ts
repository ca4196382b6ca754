import type { SubmitReceipt } from '@cairn/api/rpc';
import type { NetworkName } from '@cairn/protocol';
import type { Keyring } from '../keyring.ts';
import type { OutboxStorage } from '../storage/wallet-storage.ts';
import { isWalletError, WalletError } from '../wallet-error.ts';
import { isIntact, type OutboxEntry } from './outbox-entry.ts';
import type { ReplacementTarget, SendPlan } from './send-plan.ts';
import type { SignedTransfer } from './transfer-code.ts';
import { outcomeOfReceipt, outcomeOfSubmitError, type SubmitOutcome } from './submission.ts';

/** Sends raw bytes (426 hex characters) to the node; rejects with the client's `ApiError` or `TransportError`. */
export type SubmitRaw = (raw: string) => Promise<SubmitReceipt>;

/**
 * Signs a plan and stores the bytes before they are sent. Otherwise a closed tab, a time-out or a full disk could leave
 * a sent transaction that the wallet does not know. Throws `plan_mismatch` for a plan of another network, account or
 * chain, and `storage_write_failed` if the bytes cannot be stored.
 */
export async function signAndStore(input: {
  plan: SendPlan;
  keyring: Keyring;
  accountIndex: number;
  outbox: OutboxStorage;
  now: number;
}): Promise<OutboxEntry> {
  const { plan, keyring, accountIndex, outbox, now } = input;
  if (plan.network !== keyring.network) {
    throw new WalletError('plan_mismatch', 'This transfer belongs to another network.');
  }
  const signed = keyring.sign(accountIndex, plan.body);
  const entry: OutboxEntry = {
    ...entryOf({ ...signed, body: plan.body }, plan.network, now),
    ...(plan.replaces && { replaces: { id: plan.replaces.id, kind: plan.replaces.kind } }),
  };
  await outbox.put(entry);
  return entry;
}

/**
 * Stores a transfer that another device has signed (`signed`) or will send (`exported`). An existing entry with the
 * same bytes stays unchanged, except that an exported one may become `signed`. Throws `storage_unavailable` or
 * `storage_write_failed`.
 */
export async function storeSigned(input: {
  transfer: SignedTransfer;
  state: 'signed' | 'exported';
  /** The pending transaction that it speeds up or cancels. */
  replaces?: ReplacementTarget | undefined;
  network: NetworkName;
  outbox: OutboxStorage;
  now: number;
}): Promise<OutboxEntry> {
  const { transfer, state, replaces, network, outbox, now } = input;
  const stored = await outbox.list(network, transfer.body.fromAddress);
  const same = stored.find(({ id }) => id === transfer.id);
  // An exported transfer may return to the same browser, which then sends it.
  if (same !== undefined && (same.state !== 'exported' || state === 'exported')) return same;
  const entry: OutboxEntry = {
    ...entryOf(transfer, network, now),
    state,
    ...(replaces && { replaces: { id: replaces.id, kind: replaces.kind } }),
  };
  await outbox.put(entry);
  return entry;
}

function entryOf({ id, raw, body }: SignedTransfer, network: NetworkName, now: number): OutboxEntry {
  const { fromAddress, toAddress, nonce, value, fee } = body;
  return {
    id,
    raw,
    network,
    fromAddress,
    toAddress,
    value: value.toString(),
    fee: fee.toString(),
    nonce,
    signedAt: now,
    state: 'signed',
  };
}

/**
 * Sends an entry's stored bytes, for the first time or again, and records the outcome. The entry becomes `unclear`
 * before the attempt, which is still correct if the page is closed before the answer. Throws `plan_mismatch` for a
 * replaced or damaged entry, and `storage_write_failed` before anything is sent.
 */
export async function submitEntry(input: {
  entry: OutboxEntry;
  submit: SubmitRaw;
  outbox: OutboxStorage;
  now: number;
}): Promise<SubmitOutcome> {
  const { entry, submit, outbox, now } = input;
  const { problem: _former, ...rest } = assertSendable(entry);
  const attempt: OutboxEntry = { ...rest, sentAt: now, state: 'unclear' };
  await outbox.put(attempt);
  const outcome = await submit(entry.raw).then(
    (receipt) => outcomeOfReceipt(receipt, entry.id),
    outcomeOfSubmitError,
  );
  await recordOutcome(attempt, outcome, outbox);
  return outcome;
}

/**
 * Records the outcome of an attempt. If storage fails, the entry stays `unclear`, which is still correct, and
 * `submitEntry` returns the outcome: a storage failure must not look like a failure to send.
 */
async function recordOutcome(
  attempt: OutboxEntry,
  outcome: SubmitOutcome,
  outbox: OutboxStorage,
): Promise<void> {
  try {
    if (outcome.kind === 'rejected') await outbox.remove(attempt.id);
    else if (outcome.kind === 'accepted') await outbox.put({ ...attempt, state: 'accepted' });
    // The account's history will add the block's height.
    else if (outcome.kind === 'confirmed') await outbox.put({ ...attempt, state: 'confirmed' });
    else await outbox.put({ ...attempt, state: outcome.kind, problem: outcome.code });
  } catch (error) {
    if (!isWalletError(error, 'storage_write_failed')) throw error;
  }
}

/**
 * Throws for a replaced entry, and for one whose bytes do not match its fields: the wallet would send something else.
 */
function assertSendable(entry: OutboxEntry): OutboxEntry {
  if (entry.state === 'replaced')
    throw new WalletError('plan_mismatch', 'Another transaction replaced this transfer for good.');
  if (!isIntact(entry)) {
    throw new WalletError('plan_mismatch', 'The stored transaction is damaged and will not be sent.', {
      data: { id: entry.id },
    });
  }
  return entry;
}
