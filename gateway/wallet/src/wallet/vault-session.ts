import {
  type AccountRef,
  decodeVaultFile,
  hasAccount,
  isWalletError,
  type Keyring,
  type OpenVault,
  type PublicContents,
  type VaultContents,
  WalletError,
  withoutPhrase,
} from '@cairn/wallet';
import type { Store } from './store.ts';
import type { Services } from './services.ts';
import { describeWallet, type AppState, type Phase } from './state.ts';

/** Secrets of an unlocked wallet, kept in memory only. The recovery phrase is not among them. */
export interface OpenSecrets {
  readonly vault: OpenVault;
  readonly keyring: Keyring;
  readonly contents: PublicContents;
}

/** The secrets while the wallet is open. All actions share this object. */
export interface Secrets {
  current: OpenSecrets | undefined;
}

/** Dependencies of the actions. */
export interface ActionContext {
  readonly services: Services;
  readonly store: Store<AppState>;
  readonly secrets: Secrets;
  readonly refresh: () => Promise<void>;
}

/** Changes the stored contents of the vault; see `VaultActions.updateContents`. */
export type UpdateContents = (change: (contents: VaultContents) => VaultContents) => Promise<void>;

/** The open wallet of this tab: shows it, synchronizes it with the stored vault, and closes it. */
export interface VaultSession {
  open(vault: OpenVault, keyring: Keyring, contents: VaultContents): void;
  /** The open wallet's secrets. Throws `wallet_locked`. */
  require(): OpenSecrets;
  /** Throws `wallet_locked` unless this vault is still open. */
  requireSame(vault: OpenVault): void;
  /**
   * Decrypts the stored vault with this tab's key. If it is under another key or damaged, locks the tab and rejects
   * with `vault_changed` or `vault_damaged`.
   */
  readStored(): Promise<{ stored: unknown; contents: VaultContents }>;
  /** Continues with the new key in `after`, if `before` is still the open vault. */
  rekey(before: OpenVault, after: OpenVault): void;
  /** Shows another listed account in this tab, without storing the choice. */
  select(ref: AccountRef): void;
  /** Reads, changes and stores the contents. The caller excludes concurrent changes. */
  change(edit: (contents: VaultContents) => VaultContents): Promise<void>;
  /** Shows the contents that another tab has stored. */
  follow(): Promise<void>;
  /** Overwrites the keys, and drops all secrets and the account data. */
  close(): void;
  /** Closes the wallet and reads the stored vault again: another tab may have created or removed a wallet. */
  readAgain(): Promise<void>;
}

/** Creates the session; a page has one. */
export function createVaultSession({ services, store, secrets, refresh }: ActionContext): VaultSession {
  const { vault: storage } = services.storage;
  /** Shows an open wallet with an account selected. Reads the account's data if another one was shown before. */
  const show = (open: OpenSecrets, selected: AccountRef): void => {
    const { phase } = store.get();
    const wallet = describeWallet({ ...open.contents, selected }, open.keyring);
    const same = phase.name === 'unlocked' && phase.wallet.selected.address === wallet.selected.address;
    secrets.current = open;
    store.update({
      phase: { name: 'unlocked', wallet },
      renewed: false,
      ...(!same && { data: undefined }),
    });
    if (!same) void refresh();
  };
  /** Shows new contents of the open wallet, with `selected` if it is still listed. */
  const adopt = (contents: VaultContents, selected: AccountRef): void => {
    const open = require();
    const listed = hasAccount(contents, selected) ? selected : contents.selected;
    show({ ...open, contents: withoutPhrase(contents) }, listed);
  };
  /** The account that this tab shows. Throws `wallet_locked`. */
  const shown = (): AccountRef => {
    const { phase } = store.get();
    if (phase.name !== 'unlocked') throw lockedError();
    return phase.wallet.selected.ref;
  };
  const require = (): OpenSecrets => {
    if (secrets.current === undefined) throw lockedError();
    return secrets.current;
  };
  const close = (): void => {
    const { phase } = store.get();
    secrets.current?.keyring.destroy();
    secrets.current = undefined;
    if (phase.name !== 'unlocked') return;
    store.update({
      phase: { name: 'locked', network: phase.wallet.network },
      data: undefined,
      outbox: [],
      payee: undefined,
      replacing: undefined,
    });
  };
  const readAgain = async (): Promise<void> => {
    close();
    store.update({ phase: await readVaultPhase(services) });
  };
  const requireSame = (vault: OpenVault): void => {
    if (secrets.current?.vault !== vault) throw lockedError();
  };
  const readStored = async (): Promise<{ stored: unknown; contents: VaultContents }> => {
    const stored = await storage.read();
    try {
      return { stored, contents: await require().vault.read(stored) };
    } catch (error) {
      if (isWalletError(error, 'vault_changed') || isWalletError(error, 'vault_damaged')) await readAgain();
      throw error;
    }
  };
  return {
    require,
    requireSame,
    readStored,
    close,
    readAgain,
    rekey(before, after) {
      if (secrets.current?.vault === before) secrets.current = { ...secrets.current, vault: after };
    },
    open: (vault, keyring, contents) =>
      show({ vault, keyring, contents: withoutPhrase(contents) }, contents.selected),
    select: (ref) => showAccount(require(), ref, show),
    async change(edit) {
      const { vault } = require();
      const { stored, contents: before } = await readStored();
      const after = edit(before);
      if (after === before) return;
      const file = await vault.seal(after);
      // Write nothing if the wallet was meanwhile locked, even if it was then opened again.
      requireSame(vault);
      await storage.write(file, stored);
      services.tabs.post('contents');
      if (secrets.current?.vault !== vault) return;
      adopt(after, after.selected === before.selected ? shown() : after.selected);
    },
    async follow() {
      if (secrets.current === undefined) return;
      const { vault } = secrets.current;
      try {
        const { contents } = await readStored();
        if (secrets.current?.vault === vault) adopt(contents, shown());
      } catch (error) {
        // Either `readStored` has locked this tab, or the next action reports the error.
        if (!(error instanceof WalletError)) throw error;
      }
    },
  };
}

/** Shows a listed account. Throws `invalid_account_index` for any other. */
function showAccount(
  open: OpenSecrets,
  ref: AccountRef,
  show: (open: OpenSecrets, selected: AccountRef) => void,
): void {
  if (!hasAccount(open.contents, ref)) {
    throw new WalletError('invalid_account_index', 'This account is not in the wallet.', { data: { ref } });
  }
  show(open, ref);
}

/** The error of an action on a wallet that is not open. */
export function lockedError(): WalletError {
  return new WalletError('wallet_locked', 'The wallet was locked meanwhile.');
}

/**
 * Phase according to the stored vault: `first_run` without one, otherwise `locked`, or `unusable` if it cannot be read.
 */
export async function readVaultPhase(services: Services): Promise<Phase> {
  try {
    const stored = await services.storage.vault.read();
    if (stored === undefined) return { name: 'first_run' };
    return { name: 'locked', network: decodeVaultFile(stored).network };
  } catch (error) {
    if (error instanceof WalletError) return { name: 'unusable', code: error.code };
    throw error;
  }
}
