import type { NetworkName } from '@cairn/protocol';
import {
  addNextAccount,
  createVault,
  createVaultContents,
  decodeVaultFile,
  openKeyring,
  openVault,
  selectAccount,
  WalletError,
  type Keyring,
  type OpenVault,
  type VaultContents,
} from '@cairn/wallet';
import type { Store } from '../lib/store.ts';
import type { Services } from '../services.ts';
import type { AppState, OpenWallet, Phase } from './state.ts';

/** What only an unlocked wallet has, in memory and nowhere else. */
export interface Secrets {
  current: { readonly vault: OpenVault; readonly keyring: Keyring } | undefined;
}

/** What the actions work with. */
export interface ActionContext {
  readonly services: Services;
  readonly store: Store<AppState>;
  readonly secrets: Secrets;
  readonly refresh: () => Promise<void>;
}

export interface VaultActions {
  /** Encrypts a new vault, stores it and opens it. Rejects with a `WalletError`. */
  createWallet(input: {
    mnemonic: string;
    password: string;
    network: NetworkName;
    accounts: number;
  }): Promise<void>;
  /** Opens the stored vault. Rejects with a `WalletError` (`wrong_password` above all). */
  unlock(password: string): Promise<void>;
  /** Forgets every secret and everything read with them. */
  lock(): void;
  /** Removes vault and kept transactions from this browser. */
  forgetWallet(): Promise<void>;
  selectAccount(index: number): Promise<void>;
  /** Adds the next account of the derivation and selects it. */
  addAccount(): Promise<void>;
}

/** What is stored, before any password: nothing, a vault, or something that this page cannot read. */
export async function readVaultPhase(services: Services): Promise<Phase> {
  const stored = await services.storage.vault.read();
  if (stored === undefined) return { name: 'first_run' };
  try {
    return { name: 'locked', network: decodeVaultFile(stored).network };
  } catch (error) {
    if (error instanceof WalletError) return { name: 'unusable', code: error.code };
    throw error;
  }
}

/** The actions around vault and accounts. */
export function createVaultActions({ services, store, secrets, refresh }: ActionContext): VaultActions {
  const show = (vault: OpenVault, keyring: Keyring): void => {
    secrets.current = { vault, keyring };
    const wallet = describe(vault.contents, keyring);
    store.update({ phase: { name: 'unlocked', wallet }, data: undefined, renewed: false });
    void refresh();
  };
  const lock = (): void => {
    const { phase } = store.get();
    if (phase.name !== 'unlocked') return;
    secrets.current?.keyring.destroy();
    secrets.current = undefined;
    store.update({ phase: { name: 'locked', network: phase.wallet.network }, data: undefined });
  };
  const change = async (edit: (contents: VaultContents) => VaultContents): Promise<void> => {
    if (secrets.current === undefined) return;
    const { vault, keyring } = secrets.current;
    const sealed = await vault.seal(edit(vault.contents));
    await services.storage.vault.write(sealed.file);
    show(sealed.vault, keyring);
  };
  return {
    async createWallet({ mnemonic, password, network, accounts }) {
      const contents = createVaultContents(mnemonic, accounts);
      const { file, vault } = await createVault({ password, network, contents });
      await services.storage.vault.write(file);
      show(vault, openKeyring(mnemonic, network));
    },
    async unlock(password) {
      const vault = await openVault(await services.storage.vault.read(), password);
      show(vault, openKeyring(vault.contents.mnemonic, vault.network));
    },
    lock,
    async forgetWallet() {
      await services.storage.vault.remove();
      await services.storage.outbox.clear();
      lock();
      store.update({ phase: { name: 'first_run' } });
    },
    selectAccount: (index) => change((contents) => selectAccount(contents, index)),
    addAccount: () => change(addNextAccount),
  };
}

function describe(contents: VaultContents, keyring: Keyring): OpenWallet {
  const accounts = contents.accounts.map(({ index }) => keyring.account(index));
  return { network: keyring.network, accounts, selected: keyring.account(contents.selected) };
}
