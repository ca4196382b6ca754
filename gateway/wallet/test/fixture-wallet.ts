import { FixtureKept } from './fixture-kept.ts';
import { createRpcClient } from '@cairn/api/rpc';
import { getNetwork } from '@cairn/protocol';
import { developmentAccounts, DEVELOPMENT_MNEMONIC } from '@cairn/protocol/development-accounts';
import { createMemoryStorage, planSend, type OutboxEntry, type SendPlan } from '@cairn/wallet';
import type { Visibility } from '../src/wallet/poller.ts';
import { openSettings } from '../src/wallet/settings.ts';
import { exclusively, openTabs } from '../src/wallet/tabs.ts';
import { startModel, type Model } from '../src/wallet/model.ts';
import type { AppState } from '../src/wallet/state.ts';
import { fetchConfig, type Services } from '../src/wallet/services.ts';
import { FixtureGateway } from './fixture-gateway.ts';
import { FixturePresence } from './fixture-presence.ts';

/** A hidden page: the model does not poll. */
const HIDDEN: Visibility = { isVisible: () => false, onChange: () => () => undefined };

/** Addresses of the first two accounts of these wallets. */
export const [ALICE, BOB] = developmentAccounts(getNetwork('devnet')).map(({ address }) => address) as [
  string,
  string,
];
export const PASSWORD = 'correct horse';

/** A wallet with its own gateway, one page or more, and short time-outs. */
export class FixtureWallet {
  readonly gateway = new FixtureGateway();
  readonly storage = createMemoryStorage();
  readonly kept = new FixtureKept();
  /** How often the page was reloaded. */
  renewals = 0;
  deviceOnline = true;
  readonly #models: Model[] = [];
  /** The services that the pages use. */
  services!: Services;

  static async start(): Promise<FixtureWallet> {
    const wallet = new FixtureWallet();
    wallet.services = wallet.#createServices(await wallet.gateway.open());
    await wallet.openPage();
    return wallet;
  }

  /** Model of the first page. */
  get model(): Model {
    return this.#models[0]!;
  }

  /** Opens another page with the same storage. @param change services that replace the usual ones */
  async openPage(change: Partial<Services> = {}): Promise<Model> {
    const model = await startModel({ ...this.services, ...change }, HIDDEN);
    this.#models.push(model);
    return model;
  }

  /** Creates a wallet of the development phrase, and reads the node once. */
  async create(accounts = 2): Promise<void> {
    const [mnemonic, network] = [DEVELOPMENT_MNEMONIC, 'devnet'] as const;
    await this.model.vault.createWallet({ mnemonic, password: PASSWORD, network, accounts });
    await this.model.refresh();
  }

  state(): AppState {
    return this.model.store.get();
  }

  /** Stored transfers of Alice. */
  storedTransfers(): Promise<OutboxEntry[]> {
    return this.storage.outbox.list('devnet', ALICE);
  }

  /** A plan to pay Bob. @param amount in CRN */
  plan(amount = '1'): SendPlan {
    const form = { recipient: BOB, amount, fee: '0.00001', unit: 'crn' } as const;
    return planSend({ form, network: 'devnet', account: this.state().data!.account }).plan!;
  }

  close(): void {
    for (const model of this.#models) model.stop();
    this.gateway.close();
  }

  #createServices(baseUrl: string): Services {
    return {
      rpc: createRpcClient({ baseUrl, timeoutMs: 400 }),
      readConfig: () => fetchConfig(baseUrl),
      storage: this.storage,
      tabs: openTabs(`test-${baseUrl}`),
      exclusively: (work) => exclusively(work, `test-${baseUrl}`),
      sendAlone: (address, work) => exclusively(work, `test-send-${baseUrl}-${address}`),
      connectivity: { isOnline: () => this.deviceOnline, onChange: () => () => undefined },
      settings: openSettings(),
      presence: new FixturePresence(),
      kept: this.kept,
      persist: async () => true,
      now: () => 1_000,
      renewSession: () => {
        this.renewals++;
        return true;
      },
      renewed: false,
      launchResult: 'none',
    };
  }
}
