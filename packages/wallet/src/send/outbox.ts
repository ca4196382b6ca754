import type { SubmitReceipt } from '@cairn/api/rpc';
import type { Keyring } from '../keyring.ts';
import type { OutboxStorage } from '../storage/wallet-storage.ts';
import { isWalletError, WalletError } from '../wallet-error.ts';
import { isIntact } from './intact-entry.ts';
import type { OutboxEntry } from './outbox-entry.ts';
import type { SendPlan } from './send-plan.ts';
import { judgeReceipt, judgeSubmitError, type SubmitOutcome } from './submission.ts';

/** Sends raw bytes (426 hex characters) to the node; rejects with the client's `ApiError` or `TransportError`. */
export type SubmitRaw = (raw: string) => Promise<SubmitReceipt>;

/**
 * Signs a plan and keeps the bytes before anything is sent, so that a closed tab, a time-out or a full disk can never
 * leave a sent transaction that the wallet does not know. Throws when they cannot be kept: nothing is then sent.
 */
export async function signAndKeep(input: {
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
  const { id, raw } = keyring.sign(accountIndex, plan.body);
  const { fromAddress, toAddress, nonce, value, fee } = plan.body;
  const entry: OutboxEntry = {
    id,
    raw,
    network: plan.network,
    fromAddress,
    toAddress,
    value: value.toString(),
    fee: fee.toString(),
    nonce,
    signedAt: now,
    state: 'signed',
    ...(plan.replaces && { replaces: { id: plan.replaces.id, kind: plan.replaces.kind } }),
  };
  await outbox.put(entry);
  return entry;
}

/**
 * Sends a kept entry's own bytes, for the first time or again, and records what came of it. An attempt is recorded as
 * `unclear` before it starts: if the page dies in the middle, that is the truth.
 */
export async function deliver(input: {
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
    (receipt) => judgeReceipt(receipt, entry.id),
    judgeSubmitError,
  );
  await recordOutcome(attempt, outcome, outbox);
  return outcome;
}

/**
 * Records what an attempt came to. Where that cannot be stored, `unclear` is what stays recorded, and is no less true:
 * the answer still goes to the sender, who must not take a failure of storage for one of sending.
 */
async function recordOutcome(
  attempt: OutboxEntry,
  outcome: SubmitOutcome,
  outbox: OutboxStorage,
): Promise<void> {
  try {
    if (outcome.kind === 'rejected') await outbox.remove(attempt.id);
    else if (outcome.kind === 'accepted') await outbox.put({ ...attempt, state: 'accepted' });
    // In which block, the account's history tells.
    else if (outcome.kind === 'confirmed') await outbox.put({ ...attempt, state: 'confirmed' });
    else await outbox.put({ ...attempt, state: outcome.kind, problem: outcome.code });
  } catch (error) {
    if (!isWalletError(error, 'storage_write_failed')) throw error;
  }
}

/** Kept bytes must be what the entry says they are; a damaged store must not make the wallet send something else. */
function assertSendable(entry: OutboxEntry): OutboxEntry {
  if (entry.state === 'replaced')
    throw new WalletError('plan_mismatch', 'This transfer was replaced for good.');
  if (!isIntact(entry)) {
    throw new WalletError('plan_mismatch', 'The kept transaction is damaged and will not be sent.', {
      data: { id: entry.id },
    });
  }
  return entry;
}
