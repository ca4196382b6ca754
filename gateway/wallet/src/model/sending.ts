import type { TransactionBody, TransactionId } from '@cairn/protocol';
import {
  findNonceConflict,
  findReplaced,
  findSubmitProblem,
  isPlanCurrent,
  type OutboxEntry,
  type SendPlan,
  signAndStore,
  type SignedTransaction,
  type SignedTransfer,
  storeSigned,
  submitEntry,
  type SubmitOutcome,
} from '@cairn/wallet';
import type { Services } from './services.ts';
import type { AppEvent } from './reducer.ts';
import { type AppState, canSend, canSubmit, outboxOf } from './state.ts';
import type { Store } from '@cairn/ui';
import { lockedError, type Vault } from './vault.ts';

/** A transfer that was signed, stored and sent. */
export interface Submitted {
  readonly kind: 'submitted';
  readonly id: TransactionId;
  readonly outcome: SubmitOutcome;
}

/**
 * Result of sending. Only `submitted` means that it was signed and stored. `blocked`: sending is not allowed now (interface
 * document, section 5.2.6), the sender is not the selected account, or another signed transaction comes first; `changed`:
 * the transfer is not valid any more, because the account has changed.
 */
export type SendResult = { readonly kind: 'blocked' | 'changed' } | Submitted;

/**
 * Signs, stores and sends transfers, one tab at a time. The signed bytes are stored before they are sent; if they cannot
 * be stored, nothing is sent and the method rejects.
 */
export class Sending {
  readonly #services: Services;
  readonly #store: Store<AppState, AppEvent>;
  readonly #vault: Vault;
  readonly #refresh: () => Promise<void>;

  constructor(
    services: Services,
    store: Store<AppState, AppEvent>,
    vault: Vault,
    refresh: () => Promise<void>,
  ) {
    this.#services = services;
    this.#store = store;
    this.#vault = vault;
    this.#refresh = refresh;
  }

  /** Reads the account again. If sending is allowed and the plan is still valid, signs, stores and sends it. */
  send(plan: SendPlan): Promise<SendResult> {
    return this.#services.sendAlone(plan.body.fromAddress, async () => {
      await this.#refresh();
      const state = this.#store.get();
      const { data, phase } = state;
      const { secrets } = this.#vault;
      if (!canSend(state) || data === undefined || secrets === undefined) return { kind: 'blocked' };
      if (phase.name !== 'unlocked' || phase.wallet.selected.kind !== 'own') return { kind: 'blocked' };
      if (!isPlanCurrent(plan, data.account, data.history.pending)) return { kind: 'changed' };
      if (findNonceConflict(outboxOf(state), plan.body.nonce) !== undefined) return { kind: 'blocked' };
      const entry = await signAndStore({
        plan,
        keyring: secrets.keyring,
        accountIndex: phase.wallet.selected.index,
        outbox: this.#outbox,
        now: this.#services.now(),
      });
      return await this.#submit(entry);
    });
  }

  /** Sends a stored transaction (again). Returns `undefined` if sending is not allowed or it is not stored any more. */
  async sendAgain(id: TransactionId): Promise<SubmitOutcome | undefined> {
    const item = outboxOf(this.#store.get()).find(({ entry }) => entry.id === id);
    if (item === undefined) return undefined;
    const { network, fromAddress } = item.entry;
    return await this.#services.sendAlone(fromAddress, async () => {
      await this.#refresh();
      // Read the entry again: another tab may have sent or removed it meanwhile.
      const entries = await this.#outbox.list(network, fromAddress);
      const entry = entries.find((stored) => stored.id === id);
      if (entry === undefined || !canSubmit(this.#store.get())) return undefined;
      return (await this.#submit(entry)).outcome;
    });
  }

  /** Removes a stored transaction from this browser. If the node has it after all, it can still be carried out. */
  async forget(id: TransactionId): Promise<void> {
    await this.#outbox.remove(id);
    await this.#refresh();
  }

  /** Stored transfers with the same sender and nonce as `body`, but another recipient, amount or fee. */
  async findSignedBefore(body: TransactionBody): Promise<readonly OutboxEntry[]> {
    const { phase } = this.#store.get();
    if (phase.name !== 'unlocked') return [];
    const stored = await this.#outbox.list(phase.wallet.network, body.fromAddress);
    return stored.filter((entry) => entry.nonce === body.nonce && !isSameTransfer(entry, body));
  }

  /**
   * Signs a transfer of an own account and stores it; another device sends it (docs/TRANSFER-CODES.md). Needs no node.
   * Rejects with `wallet_locked`, and with `invalid_account_index` if the sender is not an own account.
   */
  async signForDevice(body: TransactionBody): Promise<SignedTransaction> {
    const { phase } = this.#store.get();
    const { keyring } = this.#vault.require();
    if (phase.name !== 'unlocked') throw lockedError();
    const account = phase.wallet.accounts.find(({ address }) => address === body.fromAddress);
    const signed = keyring.sign(account?.kind === 'own' ? account.index : -1, body);
    await storeSigned({
      transfer: { ...signed, body },
      state: 'exported',
      network: keyring.network,
      outbox: this.#outbox,
      now: this.#services.now(),
    });
    return signed;
  }

  /** Reads the selected account again, then stores and sends what another device signed, if that is still valid. */
  submitSigned(transfer: SignedTransfer): Promise<SendResult> {
    return this.#services.sendAlone(transfer.body.fromAddress, async () => {
      await this.#refresh();
      const state = this.#store.get();
      const { data, phase } = state;
      if (phase.name !== 'unlocked' || !canSubmit(state)) return { kind: 'blocked' };
      if (data?.account.address !== transfer.body.fromAddress) return { kind: 'blocked' };
      const items = [...data.history.pending, ...data.history.confirmed];
      if (findSubmitProblem(transfer, items) !== undefined) return { kind: 'changed' };
      const entry = await storeSigned({
        transfer,
        state: 'signed',
        replaces: findReplaced(transfer.body, items),
        network: phase.wallet.network,
        outbox: this.#outbox,
        now: this.#services.now(),
      });
      return await this.#submit(entry);
    });
  }

  get #outbox() {
    return this.#services.storage.outbox;
  }

  /** Sends a stored transaction, then reads the node again. */
  async #submit(entry: OutboxEntry): Promise<Submitted> {
    const services = this.#services;
    this.#store.dispatch({ type: 'sending', id: entry.id });
    try {
      const submit = (raw: string) => services.rpc.submitTransaction({ raw });
      const outcome = await submitEntry({ entry, submit, outbox: this.#outbox, now: services.now() });
      // If the session has expired, this opens one again. The bytes are not sent again by it; the user can.
      await this.#refresh();
      return { kind: 'submitted', id: entry.id, outcome };
    } finally {
      this.#store.dispatch({ type: 'sent', id: entry.id });
    }
  }
}

function isSameTransfer(entry: OutboxEntry, { toAddress, value, fee }: TransactionBody): boolean {
  return entry.toAddress === toAddress && entry.value === value.toString() && entry.fee === fee.toString();
}
