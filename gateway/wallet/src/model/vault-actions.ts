import type { NetworkName } from '@cairn/protocol';
import { createVault, createVaultContents, openKeyring, openVault, type VaultContents } from '@cairn/wallet';
import { createAccountActions, type AccountActions } from './account-actions.ts';
import { createVaultSession, type ActionContext } from './vault-session.ts';

export interface VaultActions extends AccountActions {
  /** Encrypts a new vault, stores it and opens it. Rejects with a `WalletError`. */
  createWallet(input: {
    mnemonic: string;
    password: string;
    network: NetworkName;
    /** How many accounts to list, from the first. */
    accounts: number;
    /** Its owner has the phrase written down. */
    backedUp?: boolean;
    /** The chain does not need to be looked through for accounts in use. */
    searched?: boolean;
  }): Promise<void>;
  /** Opens the stored vault. Rejects with a `WalletError` (`wrong_password` above all). */
  unlock(password: string): Promise<void>;
  /** Forgets every secret and everything read with them, in every tab. */
  lock(): void;
  /** Removes vault and kept transactions from this browser. */
  forgetWallet(): Promise<void>;
  /**
   * Changes the vault's contents: `change` gets what is stored now, whichever tab stored it, and what it returns is
   * sealed under a fresh nonce. One change at a time over all tabs. Rejects with `wallet_locked`, `vault_changed`,
   * `invalid_contents` or `storage_write_failed`; nothing is changed then.
   */
  updateContents(change: (contents: VaultContents) => VaultContents): Promise<void>;
  /** Ends listening to the other tabs. */
  stopFollowing(): void;
}

/** The actions around vault and accounts. */
export function createVaultActions(context: ActionContext): VaultActions {
  const { services, store } = context;
  const { storage, tabs, exclusively } = services;
  const session = createVaultSession(context);
  const updateContents = (change: (contents: VaultContents) => VaultContents): Promise<void> =>
    exclusively(() => session.change(change));
  const stopFollowing = tabs.listen((message) => {
    if (message === 'lock') session.close();
    else if (message === 'vault') void session.readAgain();
    else void exclusively(() => session.follow());
  });
  return {
    async createWallet({ mnemonic, password, network, ...options }) {
      const contents = createVaultContents(mnemonic, options);
      const { file, vault } = await createVault({ password, network, contents });
      await exclusively(() => storage.vault.write(file, undefined));
      tabs.post('vault');
      session.open(vault, openKeyring(mnemonic, network), contents);
    },
    async unlock(password) {
      const { vault, contents } = await openVault(await storage.vault.read(), password);
      session.open(vault, openKeyring(contents.phrase, vault.network), contents);
    },
    lock() {
      session.close();
      tabs.post('lock');
    },
    async forgetWallet() {
      await exclusively(async () => {
        await storage.vault.remove();
        await storage.outbox.clear();
      });
      tabs.post('vault');
      session.close();
      store.update({ phase: { name: 'first_run' } });
    },
    updateContents,
    stopFollowing,
    ...createAccountActions(session, updateContents),
  };
}
