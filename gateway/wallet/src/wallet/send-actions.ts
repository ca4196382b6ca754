import type { TransactionId } from '@cairn/protocol';
import {
  submitEntry,
  findNonceConflict,
  findPlanChanges,
  isNonceTaken,
  isReplacedForGood,
  recordCancelled,
  signAndStore,
  type OutboxEntry,
  type PlanChange,
  type SendPlan,
  type SubmitOutcome,
} from '@cairn/wallet';
import { outboxOf, planStateOf, sendBlockers, submitBlockers, type Replacing } from './state.ts';
import type { ActionContext, UpdateContents } from './vault-session.ts';

/**
 * Result of sending a plan. Only `submitted` means that it was signed.
 *
 * - `blocked`: sending is not allowed now (interface document, section 5.2.6);
 * - `undecided`: another signed transaction needs a decision first, or a pending one has the same nonce;
 * - `changed`: the account has changed since the plan was made.
 */
export type SendResult =
  | { readonly kind: 'blocked' }
  | { readonly kind: 'undecided' }
  | { readonly kind: 'changed'; readonly changes: readonly PlanChange[] }
  | { readonly kind: 'submitted'; readonly id: TransactionId; readonly outcome: SubmitOutcome };

export interface SendActions {
  /**
   * Reads the account again. If sending is allowed and the plan is still valid, signs it, stores the signed bytes and
   * sends them; one tab at a time. Rejects if they cannot be stored; nothing is sent then.
   */
  send(plan: SendPlan): Promise<SendResult>;
  /** Sends a stored transaction (again). Returns `undefined` if sending is not allowed or it is not stored any more. */
  sendAgain(id: TransactionId): Promise<SubmitOutcome | undefined>;
  /** Removes a stored transaction from this browser. If the node has it after all, it can still be carried out. */
  forgetTransfer(id: TransactionId): Promise<void>;
  /**
   * Removes the stored transactions that the confirmed transaction `replacedBy` has replaced, when the user dismisses
   * the notice about them. First records cancelled transfers in the vault; removes nothing if that rejects
   * (`updateContents`).
   */
  dismissReplaced(replacedBy: string): Promise<void>;
  /** Chooses the pending transaction that the send screen replaces; `undefined` clears the choice. */
  chooseReplacement(replacing: Replacing | undefined): void;
}

/** Creates the actions on transfers. */
export function createSendActions(context: ActionContext, update: UpdateContents): SendActions {
  const { services, store, refresh } = context;
  const { outbox } = services.storage;
  return {
    send: (plan) =>
      services.sendAlone(plan.body.fromAddress, async () => {
        await refresh();
        return refusalOf(context, plan) ?? (await signAndSend(context, plan));
      }),
    async sendAgain(id) {
      const item = outboxOf(store.get()).find(({ entry }) => entry.id === id);
      if (item === undefined) return undefined;
      const { network, fromAddress } = item.entry;
      return await services.sendAlone(fromAddress, async () => {
        await refresh();
        // Read the entry again: another tab may have sent or removed it meanwhile.
        const entry = (await outbox.list(network, fromAddress)).find((stored) => stored.id === id);
        if (entry === undefined || submitBlockers(store.get()).length > 0) return undefined;
        return await submitStored(context, entry);
      });
    },
    async forgetTransfer(id) {
      await outbox.remove(id);
      await refresh();
    },
    async dismissReplaced(replacedBy) {
      const replaced = outboxOf(store.get())
        .filter((item) => isReplacedForGood(item) && item.entry.replacedBy?.id === replacedBy)
        .map(({ entry }) => entry);
      await update((contents) => recordCancelled(contents, replaced));
      for (const { id } of replaced) await outbox.remove(id);
      await refresh();
    },
    chooseReplacement: (replacing) => store.update({ replacing }),
  };
}

/** Why the plan must not be signed, according to the node's last answer; `undefined` if it may be signed. */
function refusalOf({ store, secrets }: ActionContext, plan: SendPlan): SendResult | undefined {
  const state = store.get();
  const { data } = state;
  if (secrets.current === undefined || sendBlockers(state).length > 0 || data === undefined)
    return { kind: 'blocked' };
  const changes = findPlanChanges(plan, planStateOf(data));
  if (changes.length > 0) return { kind: 'changed', changes };
  const conflict = findNonceConflict(data.outbox, plan.body.nonce) !== undefined;
  return conflict || isNonceTaken(data.history.pending, plan) ? { kind: 'undecided' } : undefined;
}

async function signAndSend(context: ActionContext, plan: SendPlan): Promise<SendResult> {
  const { services, store, secrets } = context;
  const { phase } = store.get();
  if (secrets.current === undefined || phase.name !== 'unlocked') return { kind: 'blocked' };
  const { selected } = phase.wallet;
  if (selected.kind !== 'own') return { kind: 'blocked' };
  const { keyring } = secrets.current;
  const { outbox } = services.storage;
  const entry = await signAndStore({
    plan,
    keyring,
    accountIndex: selected.index,
    outbox,
    now: services.now(),
  });
  return { kind: 'submitted', id: entry.id, outcome: await submitStored(context, entry) };
}

/** Sends a stored transaction, then reads the node again. */
export async function submitStored(context: ActionContext, entry: OutboxEntry): Promise<SubmitOutcome> {
  const { services, store } = context;
  const { outbox } = services.storage;
  store.update({ sending: [...store.get().sending, entry.id] });
  try {
    const send = (raw: string) => services.rpc.submitTransaction({ raw });
    const outcome = await submitEntry({ entry, submit: send, outbox, now: services.now() });
    await settle(context, outcome);
    return outcome;
  } finally {
    store.update({ sending: store.get().sending.filter((id) => id !== entry.id) });
  }
}

async function settle({ services, refresh }: ActionContext, outcome: SubmitOutcome): Promise<void> {
  // Only a reload gives a new session cookie. The page does not send the bytes again by itself; the user can.
  const expired = outcome.kind === 'waiting' && outcome.code === 'session_expired';
  if (expired && services.renewSession()) return;
  await refresh();
}
