import type { TransactionBody, TransactionId } from '@cairn/protocol';
import {
  findReplaced,
  findSubmitProblem,
  storeSigned,
  type OutboxEntry,
  type SignedTransaction,
  type SignedTransfer,
  type SubmitOutcome,
  type SubmitProblem,
} from '@cairn/wallet';
import { submitStored } from './send-actions.ts';
import { submitBlockers } from './state.ts';
import { lockedError, type ActionContext } from './vault-session.ts';

/**
 * Result of submitting a transfer that another device signed. `blocked`: sending is not allowed now, or the sender is
 * not the selected account; `refused`: the transfer is not valid now; `submitted`: its bytes were stored and sent.
 */
export type SubmitSignedResult =
  | { readonly kind: 'blocked' }
  | { readonly kind: 'refused'; readonly problem: SubmitProblem }
  | { readonly kind: 'submitted'; readonly id: TransactionId; readonly outcome: SubmitOutcome };

/** Signing for another device, and sending what another device signed (docs/TRANSFER-CODES.md). */
export interface OfflineActions {
  /** Stored transfers with the same sender and nonce as `body`, but another recipient, amount or fee. */
  findSignedBefore(body: TransactionBody): Promise<readonly OutboxEntry[]>;
  /**
   * Signs a transfer of an own account and stores it; another device sends it. Needs no node. Rejects with
   * `wallet_locked`, with `invalid_account_index` if the sender is not an own account, and as storage does.
   */
  signForDevice(body: TransactionBody): Promise<SignedTransaction>;
  /**
   * Reads the selected account again. If it is the sender, sending is allowed and the transfer is still valid, stores
   * the signed bytes and sends them. Rejects if they cannot be stored; nothing is sent then.
   */
  submitSigned(transfer: SignedTransfer): Promise<SubmitSignedResult>;
}

/** Creates the actions for transfers between two devices. */
export function createOfflineActions(context: ActionContext): OfflineActions {
  const { services, store, secrets, refresh } = context;
  const { outbox } = services.storage;
  return {
    async findSignedBefore(body) {
      const { phase } = store.get();
      if (phase.name !== 'unlocked') return [];
      const stored = await outbox.list(phase.wallet.network, body.fromAddress);
      return stored.filter((entry) => entry.nonce === body.nonce && !isSameTransfer(entry, body));
    },
    async signForDevice(body) {
      const { phase } = store.get();
      if (secrets.current === undefined || phase.name !== 'unlocked') throw lockedError();
      const account = phase.wallet.accounts.find(({ address }) => address === body.fromAddress);
      const { keyring } = secrets.current;
      const signed = keyring.sign(account?.kind === 'own' ? account.index : -1, body);
      await storeSigned({
        transfer: { ...signed, body },
        state: 'exported',
        network: keyring.network,
        outbox,
        now: services.now(),
      });
      return signed;
    },
    submitSigned: (transfer) =>
      services.sendAlone(transfer.body.fromAddress, async () => {
        await refresh();
        const state = store.get();
        const { data, phase } = state;
        if (phase.name !== 'unlocked' || submitBlockers(state).length > 0) return { kind: 'blocked' };
        if (data?.account.address !== transfer.body.fromAddress) return { kind: 'blocked' };
        const items = [...data.history.pending, ...data.history.confirmed];
        const problem = findSubmitProblem(transfer, data.account, items);
        if (problem !== undefined) return { kind: 'refused', problem };
        const { network } = phase.wallet;
        const replaces = findReplaced(transfer.body, items);
        const now = services.now();
        const entry = await storeSigned({ transfer, state: 'signed', replaces, network, outbox, now });
        return { kind: 'submitted', id: entry.id, outcome: await submitStored(context, entry) };
      }),
  };
}

function isSameTransfer(entry: OutboxEntry, { toAddress, value, fee }: TransactionBody): boolean {
  return entry.toAddress === toAddress && entry.value === value.toString() && entry.fee === fee.toString();
}
