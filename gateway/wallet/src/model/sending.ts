import type { Address, TransactionBody, TransactionId } from '@cairn/protocol';
import {
  findNonceConflict,
  findReplaced,
  findSubmitProblem,
  isPlanCurrent,
  type OutboxEntry,
  type SendPlan,
  type SignedTransaction,
  type SignedTransfer,
  storeSigned,
  submitEntry,
  type SubmitOutcome,
} from '@cairn/wallet';
import type { Services } from './services.ts';
import type { AppEvent } from './reducer.ts';
import { type AccountData, type AppState, canSubmit, type OpenWallet, outboxOf } from './state.ts';
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

/** A signed transfer that is about to be stored and sent. */
type Signed = Pick<Parameters<typeof storeSigned>[0], 'transfer' | 'replaces' | 'network'>;

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
    return this.#sendNew(plan.body.fromAddress, (state, { network, selected }, { account, history }) => {
      const { secrets } = this.#vault;
      if (selected.kind !== 'own' || secrets === undefined) return 'blocked';
      if (!isPlanCurrent(plan, account, history.pending)) return 'changed';
      if (findNonceConflict(outboxOf(state), plan.body.nonce) !== undefined) return 'blocked';
      const signed = secrets.keyring.sign(selected.index, plan.body);
      return { transfer: { ...signed, body: plan.body }, replaces: plan.replaces, network };
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
    return this.#sendNew(transfer.body.fromAddress, (_state, { network }, { history }) => {
      const items = [...history.pending, ...history.confirmed];
      if (findSubmitProblem(transfer, items) !== undefined) return 'changed';
      return { transfer, replaces: findReplaced(transfer.body, items), network };
    });
  }

  /** Reads the account again, alone among the tabs, then stores and sends what `sign` returns, unless it says why not. */
  #sendNew(
    sender: Address,
    sign: (state: AppState, wallet: OpenWallet, data: AccountData) => Signed | 'blocked' | 'changed',
  ): Promise<SendResult> {
    return this.#services.sendAlone(sender, async () => {
      await this.#refresh();
      const state = this.#store.get();
      const { data, phase } = state;
      if (phase.name !== 'unlocked' || !canSubmit(state)) return { kind: 'blocked' };
      if (data?.account.address !== sender) return { kind: 'blocked' };
      const signed = sign(state, phase.wallet, data);
      if (typeof signed === 'string') return { kind: signed };
      const stored = { state: 'signed', outbox: this.#outbox, now: this.#services.now() } as const;
      return await this.#submit(await storeSigned({ ...signed, ...stored }));
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
