import type { NetworkName, SignedMessage } from '@cairn/protocol';
import {
  type AccountRef,
  askForWords,
  createVault,
  createVaultContents,
  decodeVaultFile,
  encodeVaultExport,
  findWrongWords,
  hasAccount,
  isWalletError,
  type Keyring,
  openKeyring,
  openVault,
  type OpenVault,
  selectAccount,
  type VaultContents,
  type VaultFile,
  WalletError,
  type WordsQuestion,
} from '@cairn/wallet';
import { AutoLock } from './auto-lock.ts';
import type { Services } from './services.ts';
import type { AppEvent } from './reducer.ts';
import { type AppState, describeWallet, type LockedBy, type OpenWallet, type Phase } from './state.ts';
import type { Store } from '@cairn/ui';

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

/** Secrets of an unlocked wallet, kept in memory only. The recovery phrase is not among them. */
export interface OpenSecrets {
  readonly vault: OpenVault;
  readonly keyring: Keyring;
}

type Change = (contents: VaultContents) => VaultContents;

/**
 * The wallet that this browser stores, and the open one of this tab: creates, opens, changes and locks it, and follows
 * what other tabs do with it. Every change is encrypted with a fresh nonce, one tab at a time. Rejections are
 * `WalletError`s; nothing is stored or changed then.
 */
export class Vault {
  readonly #services: Services;
  readonly #store: Store<AppState, AppEvent>;
  readonly #autoLock: AutoLock;
  readonly #stopTabs: () => void;
  #open: OpenSecrets | undefined;

  constructor(services: Services, store: Store<AppState, AppEvent>) {
    this.#services = services;
    this.#store = store;
    this.#autoLock = new AutoLock(services, store, () => this.lock('idle'));
    this.#stopTabs = services.tabs.listen((message) => {
      if (message === 'contents') void services.exclusively(() => this.#follow());
      else void this.#followClosing(message);
    });
  }

  /** The open wallet's secrets; `undefined` while it is locked. */
  get secrets(): OpenSecrets | undefined {
    return this.#open;
  }

  /** The open wallet's secrets. Throws `wallet_locked`. */
  require(): OpenSecrets {
    if (this.#open === undefined) throw lockedError();
    return this.#open;
  }

  /** Encrypts a new vault, stores it and opens it. */
  async createWallet({ mnemonic, password, network, ...options }: NewWallet): Promise<void> {
    const contents = createVaultContents(mnemonic, options);
    const { file, vault } = await createVault({ password, network, contents });
    await this.#storeNew(file);
    await this.#enter(vault, contents, password);
  }

  /** Stores an exported vault and opens it. @param file result of `readVaultExport` */
  async importWallet(file: VaultFile, password: string): Promise<void> {
    const { vault, contents } = await openVault(file, password);
    await this.#storeNew(file);
    await this.#enter(vault, contents, password);
  }

  /** Opens the stored vault; rejects with `wrong_password`, among others. */
  async unlock(password: string): Promise<void> {
    const { vault, contents } = await this.#check(password);
    await this.#enter(vault, contents, password);
  }

  /** Opens the wallet that was open before this page was reloaded, if its owner chose that and was active meanwhile. */
  async resume(): Promise<void> {
    const { kept } = this.#services;
    if (!this.#services.settings.keepOpen.get() || this.#autoLock.isIdle()) return kept.drop();
    // Without the kept password, or if it does not open the wallet any more, the page asks for it.
    const password = await kept.read().catch(() => undefined);
    if (password !== undefined) await this.unlock(password).catch(() => kept.drop());
  }

  /** Locks the wallet in every tab: drops all secrets and the account data. @param by what locked it, if not its owner */
  lock(by?: LockedBy): void {
    this.#close(by);
    this.#services.tabs.post('lock');
  }

  /** Removes the vault and the stored transactions from this browser. */
  async forgetWallet(): Promise<void> {
    const { storage, tabs, exclusively } = this.#services;
    await exclusively(async () => {
      await storage.vault.remove();
      await storage.outbox.clear();
    });
    tabs.post('vault');
    this.#close();
    await this.#readPhase();
  }

  /**
   * Changes the stored contents, starting from those that any tab stored last: `change` is a function of `@cairn/wallet`,
   * such as `renameAccount`, and may throw its errors. A newly selected account is shown.
   */
  update(change: Change): Promise<void> {
    return this.#services.exclusively(() => this.#change(change));
  }

  /** Shows an account in this tab at once, then stores the choice; rejects with `invalid_account_index`. */
  async selectAccount(ref: AccountRef): Promise<void> {
    const wallet = this.#wallet();
    const selected = wallet.accounts.find((account) => account.ref === ref);
    if (selected === undefined)
      throw new WalletError('invalid_account_index', `Account ${ref} is not in the wallet.`);
    this.#store.dispatch({ type: 'opened', wallet: { ...wallet, selected } });
    await this.update((contents) => (contents.selected === ref ? contents : selectAccount(contents, ref)));
  }

  /**
   * Signs a message with the selected account's key. Throws `wallet_locked`, `invalid_account_index` for a watched
   * address, and `ProtocolError` `invalid_message`.
   */
  signMessage(message: string): SignedMessage {
    const { selected } = this.#wallet();
    return this.require().keyring.signMessage(selected.kind === 'own' ? selected.index : -1, message);
  }

  /** Returns the recovery phrase. The caller must drop it as soon as it is no longer shown. */
  async revealPhrase(password: string): Promise<string> {
    return (await this.#check(password)).contents.phrase;
  }

  /** Asks for three words of the phrase, which is decrypted for each answer and not kept. */
  async askForWords(): Promise<WordsQuestion> {
    const readPhrase = async () => (await this.#readStored()).contents.phrase;
    const { places } = askForWords(await readPhrase());
    return { places, findWrong: async (typed) => findWrongWords(await readPhrase(), typed) };
  }

  /** Returns the stored vault as the text of a file, after checking that the password opens it. */
  async exportWallet(password: string): Promise<string> {
    return encodeVaultExport((await this.#check(password)).file);
  }

  /** Encrypts the vault under a new password; every other tab locks. */
  async changePassword({ password, next }: { password: string; next: string }): Promise<void> {
    const { vault: before } = this.require();
    await this.#check(password);
    await this.#services.exclusively(async () => {
      const { stored, contents } = await this.#readStored();
      const { file, vault } = await createVault({ password: next, network: before.network, contents });
      this.#requireSame(before);
      await this.#services.storage.vault.write(file, stored);
      this.#services.tabs.post('vault');
      if (this.#open?.vault === before) this.#open = { ...this.#open, vault };
      await this.#keep(next);
    });
  }

  /** Shows an open wallet in this tab. */
  async #enter(vault: OpenVault, contents: VaultContents, password: string): Promise<void> {
    await this.#keep(password);
    this.#open = { vault, keyring: await openKeyring(contents.phrase, vault.network) };
    this.#autoLock.start();
    this.#show(contents, contents.selected);
  }

  /** Overwrites the keys, and drops all secrets and the account data. @param by what closed the wallet, if not its owner */
  #close(by?: LockedBy): void {
    this.#services.kept.drop();
    this.#open?.keyring.destroy();
    this.#open = undefined;
    const { phase } = this.#store.get();
    if (phase.name !== 'unlocked') return;
    this.#store.dispatch({
      type: 'closed',
      phase: { name: 'locked', network: phase.wallet.network },
      ...(by && { by }),
    });
  }

  /** Reads, changes and stores the contents. The caller excludes concurrent changes. */
  async #change(edit: Change): Promise<void> {
    const { vault } = this.require();
    const { stored, contents: before } = await this.#readStored();
    const after = edit(before);
    if (after === before) return;
    const file = await vault.seal(after);
    this.#requireSame(vault);
    await this.#services.storage.vault.write(file, stored);
    this.#services.tabs.post('contents');
    if (this.#open?.vault !== vault) return;
    this.#show(after, after.selected === before.selected ? this.#wallet().selected.ref : after.selected);
  }

  /** Stops listening to other tabs and to the user's activity. */
  stop(): void {
    this.#stopTabs();
    this.#autoLock.stop();
  }

  async #keep(password: string): Promise<void> {
    const { kept, settings } = this.#services;
    // If it cannot be kept, a reload asks for it.
    if (settings.keepOpen.get()) await kept.keep(password).catch(() => undefined);
  }

  async #check(password: string) {
    return await openVault(await this.#services.storage.vault.read(), password);
  }

  async #storeNew(file: VaultFile): Promise<void> {
    const { storage, tabs, exclusively } = this.#services;
    await exclusively(() => storage.vault.write(file, undefined));
    tabs.post('vault');
  }

  /** Another tab has locked the wallet, or created, removed or re-encrypted one. */
  async #followClosing(message: 'lock' | 'vault'): Promise<void> {
    this.#close('other_tab');
    if (message === 'vault') await this.#readPhase();
  }

  async #readPhase(): Promise<void> {
    const phase = await readVaultPhase(this.#services);
    const { lockedBy } = this.#store.get();
    this.#store.dispatch({ type: 'closed', phase, ...(lockedBy && { by: lockedBy }) });
  }

  /** Shows the contents that another tab has stored. */
  async #follow(): Promise<void> {
    const vault = this.#open?.vault;
    if (vault === undefined) return;
    try {
      const { contents } = await this.#readStored();
      if (this.#open?.vault === vault) this.#show(contents, this.#wallet().selected.ref);
    } catch (error) {
      // Either `#readStored` has locked this tab, or the next action reports the error.
      if (!(error instanceof WalletError)) throw error;
    }
  }

  /** Decrypts the stored vault with this tab's key; locks this tab if it is under another key or damaged. */
  async #readStored(): Promise<{ stored: unknown; contents: VaultContents }> {
    const stored = await this.#services.storage.vault.read();
    try {
      return { stored, contents: await this.require().vault.read(stored) };
    } catch (error) {
      if (isWalletError(error, 'vault_changed') || isWalletError(error, 'vault_unreadable')) {
        this.#close('other_tab');
        await this.#readPhase();
      }
      throw error;
    }
  }

  /** Throws `wallet_locked` if the wallet was meanwhile locked, even if it was then opened again. */
  #requireSame(vault: OpenVault): void {
    if (this.#open?.vault !== vault) throw lockedError();
  }

  /** The open wallet as the screens see it. Throws `wallet_locked`. */
  #wallet(): OpenWallet {
    const { phase } = this.#store.get();
    if (phase.name !== 'unlocked') throw lockedError();
    return phase.wallet;
  }

  /** Shows contents of the open wallet, with the account `ref` if it is listed. */
  #show(contents: VaultContents, ref: AccountRef): void {
    const selected = hasAccount(contents, ref) ? ref : contents.selected;
    const wallet = describeWallet({ ...contents, selected }, this.require().keyring);
    this.#store.dispatch({ type: 'opened', wallet });
  }
}

/** The error of an action on a wallet that is not open. */
export function lockedError(): WalletError {
  return new WalletError('wallet_locked', 'The wallet was locked meanwhile.');
}

/**
 * Phase according to the stored vault: `first_run` without one, otherwise `locked` or `unusable`. Rejects with
 * `storage_unavailable`: unreadable storage must not be mistaken for empty storage.
 */
export async function readVaultPhase({
  storage,
}: Pick<Services, 'storage'>): Promise<Exclude<Phase, { name: 'unlocked' }>> {
  const stored = await storage.vault.read();
  if (stored === undefined) return { name: 'first_run' };
  try {
    return { name: 'locked', network: decodeVaultFile(stored).network };
  } catch (error) {
    if (isWalletError(error, 'vault_unreadable')) return { name: 'unusable' };
    throw error;
  }
}
