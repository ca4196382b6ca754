import { createRpcClient } from '@cairn/api/rpc';
import { getNetwork } from '@cairn/protocol';
import { DEVELOPMENT_MNEMONIC, developmentAccounts } from '@cairn/protocol/development-accounts';
import {
  type OutboxEntry,
  planSend,
  type SendPlan,
  type VaultStorage,
  WalletError,
  type WalletStorage,
} from '@cairn/wallet';
import { deriveKeysFast, openTestStorage } from '@cairn/wallet/test-support';
import { afterEach, beforeEach } from 'vitest';
import type { KeptPassword } from '../src/model/kept-password.ts';
import { startModel, type Model } from '../src/model/model.ts';
import type { Visibility } from '../src/model/poller.ts';
import type { Services } from '../src/model/services.ts';
import { Session } from '../src/model/session.ts';
import { openSettings } from '../src/model/settings.ts';
import type { AppState, OpenWallet } from '../src/model/state.ts';
import { exclusively, openTabs } from '../src/model/tabs.ts';
import { FixtureGateway, ORIGIN, PAGE_KEY } from './fixture-gateway.ts';
import { FixturePresence } from './fixture-presence.ts';

/** A hidden page: the model does not poll. */
export const HIDDEN: Visibility = { isVisible: () => false, onChange: () => () => undefined };

/** Addresses of the wallet that {@link FixtureBrowser.openWallet} creates, by account. */
export const ADDRESSES = developmentAccounts(getNetwork('devnet')).map(({ address }) => address);
export const [ALICE, BOB] = ADDRESSES as [string, string];
export const PASSWORD = 'correct horse';
export const OTHER_PASSWORD = 'another horse';
/** The wallet that {@link FixtureBrowser.openWallet} creates. */
export const NEW = {
  mnemonic: DEVELOPMENT_MNEMONIC,
  password: PASSWORD,
  network: 'devnet' as const,
  accounts: 2,
};
export const MINUTE = 60_000;
/** The error of a full storage. */
export const FULL = new WalletError('storage_write_failed', 'full');

export const phaseOf = ({ store }: Model): string => store.get().phase.name;

/** State of a page's open wallet; throws if it is not open. */
export function walletOf({ store }: Model): OpenWallet {
  const { phase } = store.get();
  if (phase.name !== 'unlocked') throw new Error(`The wallet is ${phase.name}.`);
  return phase.wallet;
}

/** What a page uses of its local storage. */
export function memoryStorage(items: Record<string, string> = {}): Storage {
  const values = new Map(Object.entries(items));
  const storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> = {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  };
  return storage as Storage;
}

/** One tab of the wallet, and the user's activity in it. */
export interface FixtureTab {
  readonly model: Model;
  readonly presence: FixturePresence;
}

/** A browser whose tabs share one storage, and a gateway of its own. The test sets its clock. */
export class FixtureBrowser {
  readonly gateway = new FixtureGateway();
  readonly storage: WalletStorage;
  readonly settings = openSettings();
  /** Local storage of the gateway's origin. The browser was let in. */
  readonly localStorage = memoryStorage({ 'cairn-page-key': PAGE_KEY });
  /** The password that a tab keeps for its reloads. */
  readonly kept: KeptPassword & { password?: string | undefined } = {
    async keep(password) {
      this.password = password;
    },
    async read() {
      return this.password;
    },
    drop() {
      this.password = undefined;
    },
  };
  /** Unix milliseconds. */
  time = 1_800_000_000_000;
  /** Time-out of the RPC client in milliseconds. */
  timeoutMs = 5_000;
  /** Of its locks and messages. Files of tests share a process, and a test may leave a lock held. */
  #name = crypto.randomUUID();
  readonly #shared = { lastActivity: 0 };
  readonly #models: Model[] = [];
  readonly #deriveSlowly = deriveKeysFast();

  /** @param storage of all tabs */
  constructor(storage: WalletStorage) {
    this.storage = storage;
  }

  static async start(): Promise<FixtureBrowser> {
    const browser = new FixtureBrowser(await openTestStorage());
    await browser.gateway.open();
    return browser;
  }

  /** Model of the first tab. */
  get model(): Model {
    return this.#models[0]!;
  }

  /** Opens a tab. @param change services that replace the usual ones */
  async openTab(change: Partial<Services> = {}): Promise<FixtureTab> {
    const presence = new FixturePresence(this.#shared);
    const model = await startModel({ ...this.services(presence), ...change }, HIDDEN);
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
  async openSecondTab(change: Partial<Services> = {}): Promise<FixtureTab> {
    const tab = await this.openTab(change);
    await tab.model.vault.unlock(PASSWORD);
    return tab;
  }

  /** Opens a tab in which `change` replaces methods of the vault's storage. */
  openTabWith(change: Partial<VaultStorage>): Promise<FixtureTab> {
    return this.openTab({ storage: { ...this.storage, vault: { ...this.storage.vault, ...change } } });
  }

  /** Creates the wallet in the first tab, and reads the node once. */
  async create(accounts = 2): Promise<void> {
    await this.model.vault.createWallet({ ...NEW, accounts });
    await this.model.refresh();
  }

  /** State of the first tab. */
  state(): AppState {
    return this.model.store.get();
  }

  /** Stored transfers of Alice. */
  storedTransfers(): Promise<OutboxEntry[]> {
    return this.storage.outbox.list('devnet', ALICE);
  }

  /** A plan to pay Bob. @param amount in CRN */
  plan(amount = '1', { store }: Model = this.model): SendPlan {
    const form = { recipient: BOB, amount, fee: '0.00001', unit: 'crn' } as const;
    return planSend({ form, network: 'devnet', account: store.get().data!.account }).plan!;
  }

  /** Simulates that the open pages were closed: later tabs neither wait for their locks nor get their messages. */
  forgetLocks(): void {
    this.#name = crypto.randomUUID();
  }

  async close(): Promise<void> {
    for (const model of this.#models) model.stop();
    this.#deriveSlowly();
    await this.gateway.chain?.close();
  }

  services(presence = new FixturePresence(this.#shared)): Services {
    const name = this.#name;
    const session = new Session(ORIGIN, () => this.localStorage, this.gateway.fetch);
    return {
      rpc: createRpcClient({ baseUrl: ORIGIN, timeoutMs: this.timeoutMs, fetch: session.fetch }),
      session,
      storage: this.storage,
      tabs: openTabs(name),
      exclusively: (work) => exclusively(work, name),
      sendAlone: (address, work) => exclusively(work, `${name}-${address}`),
      settings: this.settings,
      presence,
      kept: this.kept,
      persist: async () => true,
      now: () => this.time,
    };
  }
}

/** What each test of a file gets from {@link useBrowser} or {@link usePage}; `model` is that of the first tab. */
export let browser: FixtureBrowser;
export let gateway: FixtureGateway;
export let model: Model;

/** Gives each test of the calling file a new browser. */
export function useBrowser(): void {
  beforeEach(async () => {
    browser = await FixtureBrowser.start();
    ({ gateway } = browser);
  });
  afterEach(() => browser.close());
}

/** Gives each test of the calling file a new browser with one page, which does not wait long for answers. */
export function usePage(): void {
  useBrowser();
  beforeEach(async () => {
    browser.timeoutMs = 400;
    ({ model } = await browser.openTab());
  });
}
