import { deliver, isPlanCurrent, signAndKeep, type SendPlan, type SubmitOutcome } from '@cairn/wallet';
import { sendBlockers } from './state.ts';
import type { ActionContext } from './vault-session.ts';

/** What became of a confirmed plan. `changed`: the account is not as it was planned for; nothing was signed. */
export type SendResult =
  | { readonly kind: 'changed' }
  | { readonly kind: 'blocked' }
  | { readonly kind: 'submitted'; readonly id: string; readonly outcome: SubmitOutcome };

export interface SendActions {
  /**
   * Reads the account once more, and if the plan still fits and the gate is open: signs, keeps and sends. Rejects when
   * the signed bytes cannot be kept (nothing is sent then).
   */
  send(plan: SendPlan): Promise<SendResult>;
  /** Sends a kept transaction's own bytes (again). */
  sendAgain(id: string): Promise<SubmitOutcome | undefined>;
  /** Lets go of a kept transaction. If the node has it after all, it is still carried out. */
  letGo(id: string): Promise<void>;
}

/** The actions around sending. */
export function createSendActions({ services, store, secrets, refresh }: ActionContext): SendActions {
  const { outbox } = services.storage;
  const submit = (raw: string) => services.rpc.submitTransaction({ raw });
  const settle = async (outcome: SubmitOutcome): Promise<void> => {
    // Only a fresh session cookie helps here; the kept bytes are offered again after the reload, never sent by it.
    if (outcome.kind === 'waiting' && outcome.code === 'session_expired' && services.renewSession()) return;
    await refresh();
  };
  return {
    async send(plan) {
      await refresh();
      const state = store.get();
      if (secrets.current === undefined || state.phase.name !== 'unlocked') return { kind: 'blocked' };
      if (sendBlockers(state).length > 0 || state.data === undefined) return { kind: 'blocked' };
      if (!isPlanCurrent(plan, state.data.account)) return { kind: 'changed' };
      const { selected } = state.phase.wallet;
      if (selected.kind !== 'own') return { kind: 'blocked' };
      const accountIndex = selected.index;
      const { keyring } = secrets.current;
      const entry = await signAndKeep({ plan, keyring, accountIndex, outbox, now: services.now() });
      const outcome = await deliver({ entry, submit, outbox, now: services.now() });
      await settle(outcome);
      return { kind: 'submitted', id: entry.id, outcome };
    },
    async sendAgain(id) {
      const item = store.get().data?.outbox.find(({ entry }) => entry.id === id);
      if (item === undefined) return undefined;
      const outcome = await deliver({ entry: item.entry, submit, outbox, now: services.now() });
      await settle(outcome);
      return outcome;
    },
    async letGo(id) {
      await outbox.remove(id);
      await refresh();
    },
  };
}
