import {
  addNextAccount,
  addWatchOnly,
  removeAccount,
  renameAccount,
  selectAccount,
  type AccountRef,
  type VaultContents,
} from '@cairn/wallet';
import type { VaultSession } from './vault-session.ts';

export interface AccountActions {
  /** Shows an account in this tab at once, and remembers it. Rejects with `invalid_account_index`. */
  selectAccount(ref: AccountRef): Promise<void>;
  /** Adds the next account of the derivation and selects it. */
  addAccount(name?: string): Promise<void>;
  /** An empty name brings the usual one back. */
  renameAccount(ref: AccountRef, name: string): Promise<void>;
  /** Adds an address to look at and selects it. Rejects with `invalid_watch_address` or `account_listed`. */
  watchAddress(entry: { address: string; name: string }): Promise<void>;
  /** Takes an account off the list; nothing on the chain changes. Rejects with `last_account`. */
  removeAccount(ref: AccountRef): Promise<void>;
}

type UpdateContents = (change: (contents: VaultContents) => VaultContents) => Promise<void>;

/** The actions around the list of accounts. */
export function createAccountActions(session: VaultSession, update: UpdateContents): AccountActions {
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
    removeAccount: (ref) => update((contents) => removeAccount(contents, ref)),
  };
}
