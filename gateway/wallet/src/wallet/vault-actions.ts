import type { NetworkName } from '@cairn/protocol';
import {
  createVault,
  createVaultContents,
  openKeyring,
  openVault,
  WalletError,
  type VaultContents,
  type VaultFile,
} from '@cairn/wallet';
import { createAccountActions, type AccountActions } from './account-actions.ts';
import { createAutoLock } from './auto-lock.ts';
import { createDiscovery, type DiscoveryActions } from './discovery.ts';
import { createPasswordActions, type PasswordActions } from './password-actions.ts';
import { createVaultSession, type ActionContext, type VaultSession } from './vault-session.ts';

export interface NewWallet {
  readonly mnemonic: string;
  readonly password: string;
  readonly network: NetworkName;
  /** Number of accounts to list, counted from the first. */
  readonly accounts: number;
  /** True if the user has confirmed having written down the phrase. */
  readonly backedUp?: boolean;
  /** False if the wallet must search the chain for accounts in use. */
  readonly searched?: boolean;
}

export interface VaultActions extends AccountActions, PasswordActions, Pick<DiscoveryActions, 'discover'> {
  /** Ends a running search, or clears the result of the last search. */
  dismissDiscovery(): void;
  /** Encrypts a new vault, stores it and opens it. Rejects with a `WalletError`; nothing is stored then. */
  createWallet(input: NewWallet): Promise<void>;
  /** Stores an exported vault and opens it. Rejects with a `WalletError`; nothing is stored then. */
  importWallet(input: {
    /** Result of `readVaultExport`. */
    file: VaultFile;
    password: string;
    network: NetworkName;
  }): Promise<void>;
  /** Opens the stored vault. Rejects with a `WalletError`, usually `wrong_password`. */
  unlock(password: string): Promise<void>;
  /** Locks the wallet in every tab: drops all secrets and the account data. */
  lock(): void;
  /** Removes the vault and the stored transactions from this browser. */
  forgetWallet(): Promise<void>;
  /** Records that the user has written down the phrase. */
  confirmBackup(): Promise<void>;
  /**
   * Changes the vault's contents: `change` gets the contents that any tab stored last; its result is encrypted with a
   * fresh nonce. Only one tab changes them at a time. Rejects with `wallet_locked`, `vault_changed`, `invalid_contents`
   * or `storage_write_failed`; nothing is changed then.
   */
  updateContents(change: (contents: VaultContents) => VaultContents): Promise<void>;
  /** Stops listening to other tabs and to the user's activity. */
  stopFollowing(): void;
}

/** Creates the actions on the vault and the accounts. */
export function createVaultActions(context: ActionContext): VaultActions {
  const { services, store } = context;
  const { storage, tabs, exclusively } = services;
  const session = createVaultSession(context);
  const updateContents = (change: (contents: VaultContents) => VaultContents): Promise<void> =>
    exclusively(() => session.change(change));
  const discovery = createDiscovery(context, session, updateContents);
  const close = (): void => {
    discovery.stopDiscovery();
    session.close();
  };
  const lock = (): void => {
    close();
    tabs.post('lock');
  };
  const autoLock = createAutoLock(context, lock);
  const open = (...opened: Parameters<VaultSession['open']>): void => {
    autoLock.start();
    store.update({ lockedBy: undefined });
    session.open(...opened);
    void services.persist().then((durable) => store.update({ durable }));
    if (!opened[2].searched) void discovery.discover();
  };
  const stopTabs = tabs.listen((message) => {
    if (message === 'contents') {
      void exclusively(() => session.follow());
      return;
    }
    discovery.stopDiscovery();
    const wasOpen = store.get().phase.name === 'unlocked';
    if (message === 'lock') session.close();
    else void session.readAgain();
    if (wasOpen) store.update({ lockedBy: message === 'lock' ? 'other_tab' : 'vault_changed' });
  });
  return {
    async createWallet({ mnemonic, password, network, ...options }) {
      const contents = createVaultContents(mnemonic, options);
      const { file, vault } = await createVault({ password, network, contents });
      await exclusively(() => storage.vault.write(file, undefined));
      tabs.post('vault');
      open(vault, openKeyring(mnemonic, network), contents);
    },
    async importWallet({ file, password, network }) {
      requireNetwork(file.network, network);
      const { vault, contents } = await openVault(file, password);
      await exclusively(() => storage.vault.write(file, undefined));
      tabs.post('vault');
      open(vault, openKeyring(contents.phrase, vault.network), contents);
    },
    async unlock(password) {
      const { vault, contents } = await openVault(await storage.vault.read(), password);
      open(vault, openKeyring(contents.phrase, vault.network), contents);
    },
    lock() {
      lock();
      store.update({ lockedBy: undefined });
    },
    async forgetWallet() {
      await exclusively(async () => {
        await storage.vault.remove();
        await storage.outbox.clear();
      });
      tabs.post('vault');
      close();
      store.update({ phase: { name: 'first_run' }, lockedBy: undefined });
    },
    confirmBackup: () => updateContents((contents) => ({ ...contents, backedUp: true })),
    updateContents,
    discover: () => discovery.discover(),
    dismissDiscovery: () => discovery.stopDiscovery(),
    stopFollowing() {
      stopTabs();
      autoLock.stop();
    },
    ...createAccountActions(context, session, updateContents),
    ...createPasswordActions(context, session),
  };
}

function requireNetwork(actual: NetworkName, expected: NetworkName): void {
  if (actual === expected) return;
  throw new WalletError(
    'vault_other_network',
    `This wallet is for ${actual}, and the gateway is on ${expected}.`,
    {
      data: { actual, expected },
    },
  );
}
