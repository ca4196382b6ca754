import { FixtureKept } from './fixture-kept.ts';
import { createRpcClient } from '@cairn/api/rpc';
import { DEVELOPMENT_MNEMONIC } from '@cairn/protocol/development-accounts';
import { createMemoryStorage, WalletError, type VaultStorage, type WalletStorage } from '@cairn/wallet';
import type { Visibility } from '../src/wallet/poller.ts';
import { openSettings, type SettingsStore } from '../src/wallet/settings.ts';
import { exclusively, openTabs } from '../src/wallet/tabs.ts';
import { startModel, type Model } from '../src/wallet/model.ts';
import type { OpenWallet } from '../src/wallet/state.ts';
import { fetchConfig, type Services } from '../src/wallet/services.ts';
import { FixturePresence } from './fixture-presence.ts';

/** A hidden page: the model does not poll. */
const HIDDEN: Visibility = { isVisible: () => false, onChange: () => () => undefined };

export const PASSWORD = 'correct horse';
/** The wallet that {@link FixtureBrowser.openWallet} creates. */
export const NEW = {
  mnemonic: DEVELOPMENT_MNEMONIC,
  password: PASSWORD,
  network: 'devnet',
  accounts: 2,
} as const;
export const MINUTE = 60_000;
/** The error of a full storage. */
export const FULL = new WalletError('storage_write_failed', 'full', { data: { full: true } });

export const phaseOf = ({ store }: Model): string => store.get().phase.name;

/** State of a page's open wallet; throws if it is not open. */
export function walletOf({ store }: Model): OpenWallet {
  const { phase } = store.get();
  if (phase.name !== 'unlocked') throw new Error(`The wallet is ${phase.name}.`);
  return phase.wallet;
}

/** One tab of the wallet, and the user's activity in it. */
export interface FixtureTab {
  readonly model: Model;
  readonly presence: FixturePresence;
}

let browsers = 0;

/** A browser whose tabs share one storage and one gateway. The test sets its clock. */
export class FixtureBrowser {
  readonly storage: WalletStorage;
  readonly settings: SettingsStore = openSettings();
  /** Unix milliseconds. */
  time = 1_800_000_000_000;
  readonly #baseUrl: string;
  #name = `browser-${browsers++}`;
  readonly #shared = { lastActivity: 0 };
  readonly #models: Model[] = [];

  constructor(baseUrl: string, storage = createMemoryStorage()) {
    this.#baseUrl = baseUrl;
    this.storage = storage;
  }

  /** The password that a tab keeps for its reloads. */
  readonly kept = new FixtureKept();

  /** Opens a tab. @param change services that replace the usual ones */
  async openTab(change: Partial<Services> = {}): Promise<FixtureTab> {
    const presence = new FixturePresence(this.#shared);
    const model = await startModel({ ...this.#services(presence), ...change }, HIDDEN);
    this.#models.push(model);
    return { model, presence };
  }

  /** Opens a tab and creates a wallet in it: {@link NEW} with the fields of `change`. */
  async openWallet(change: Partial<typeof NEW> & { searched?: boolean } = {}): Promise<FixtureTab> {
    const tab = await this.openTab();
    await tab.model.vault.createWallet({ ...NEW, ...change });
    return tab;
  }

  /** Opens a second tab and unlocks the wallet in it. */
  async openSecondTab(): Promise<FixtureTab> {
    const tab = await this.openTab();
    await tab.model.vault.unlock(PASSWORD);
    return tab;
  }

  /** Opens a tab in which `change` replaces methods of the vault's storage. */
  openTabWith(change: Partial<VaultStorage>): Promise<FixtureTab> {
    return this.openTab({ storage: { ...this.storage, vault: { ...this.storage.vault, ...change } } });
  }

  /** Simulates that the open pages were closed: later tabs neither wait for their locks nor get their messages. */
  forgetLocks(): void {
    this.#name = `browser-${browsers++}`;
  }

  close(): void {
    for (const model of this.#models) model.stop();
  }

  #services(presence: FixturePresence): Services {
    const name = this.#name;
    return {
      rpc: createRpcClient({ baseUrl: this.#baseUrl, timeoutMs: 5_000 }),
      readConfig: () => fetchConfig(this.#baseUrl),
      storage: this.storage,
      tabs: openTabs(name),
      exclusively: (work) => exclusively(work, name),
      sendAlone: (address, work) => exclusively(work, `${name}-${address}`),
      connectivity: { isOnline: () => true, onChange: () => () => undefined },
      settings: this.settings,
      presence,
      kept: this.kept,
      persist: async () => true,
      now: () => this.time,
      renewSession: () => true,
      renewed: false,
      launchResult: 'none',
    };
  }
}
