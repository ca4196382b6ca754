import {
  addNextAccount,
  addWatchOnly,
  removeAccount,
  renameAccount,
  selectAccount,
  type AccountRef,
} from '@cairn/wallet';
import { ApiError, TransportError } from '@cairn/api/rpc';
import { type Address, parsePebbles, type SignedMessage } from '@cairn/protocol';
import { ForeignAnswerError, readAccount } from './read-node.ts';
import { networkMismatch } from './state.ts';
import type { ActionContext, UpdateContents, VaultSession } from './vault-session.ts';

export interface AccountActions {
  /**
   * Shows an account in this tab at once, then stores the choice. Rejects with `invalid_account_index`, among others.
   */
  selectAccount(ref: AccountRef): Promise<void>;
  /** Adds the account with the next derivation index and selects it. */
  addAccount(name?: string): Promise<void>;
  /** Renames an account; an empty name restores the default name. */
  renameAccount(ref: AccountRef, name: string): Promise<void>;
  /** Adds a watched address and selects it. Rejects with `invalid_watch_address` or `account_listed`. */
  watchAddress(entry: { address: Address; name: string }): Promise<void>;
  /**
   * An account's confirmed balance in pebbles; `undefined` if it cannot be read from a node of the wallet's network.
   */
  readBalance(address: Address): Promise<bigint | undefined>;
  /**
   * Signs a message with the selected account's key. Throws `wallet_locked`, `invalid_account_index` for a watched
   * address, and `ProtocolError` `invalid_message`.
   */
  signMessage(message: string): SignedMessage;
  /** Removes an account from the list; nothing on the chain changes. Rejects with `last_account`. */
  removeAccount(ref: AccountRef): Promise<void>;
}

/** Creates the actions on the list of accounts. */
export function createAccountActions(
  context: ActionContext,
  session: VaultSession,
  update: UpdateContents,
): AccountActions {
  return {
    async selectAccount(ref) {
      session.select(ref);
      await update((contents) => (contents.selected === ref ? contents : selectAccount(contents, ref)));
    },
    addAccount: (name) => update((contents) => addNextAccount(contents, name)),
    renameAccount: (ref, name) => update((contents) => renameAccount(contents, ref, name)),
    watchAddress(entry) {
      const { network } = session.require().vault;
      return update((contents) => addWatchOnly(contents, network, entry));
    },
    readBalance: (address) => readBalance(context, address),
    signMessage(message) {
      const { keyring } = session.require();
      const { phase } = context.store.get();
      const selected = phase.name === 'unlocked' ? phase.wallet.selected : undefined;
      return keyring.signMessage(selected?.kind === 'own' ? selected.index : -1, message);
    },
    removeAccount: (ref) => update((contents) => removeAccount(contents, ref)),
  };
}

/** Reads a balance, but only from a node of the wallet's network and chain. */
async function readBalance(
  { services, store }: ActionContext,
  address: Address,
): Promise<bigint | undefined> {
  const state = store.get();
  if (state.phase.name !== 'unlocked' || state.connection.state !== 'online') return undefined;
  if (state.status === undefined || networkMismatch(state) !== undefined) return undefined;
  const { network } = state.phase.wallet;
  try {
    return parsePebbles((await readAccount(services, network, address)).balance);
  } catch (error) {
    if (error instanceof ApiError || error instanceof TransportError || error instanceof ForeignAnswerError)
      return undefined;
    throw error;
  }
}
