import { ApiError, TransportError } from '@cairn/api/rpc';
import { type Address, parsePebbles } from '@cairn/protocol';
import { findNetworkMismatch, listOutbox } from '@cairn/wallet';
import { Discovery } from './discovery.ts';
import { History } from './history.ts';
import { documentVisibility, type Poller, startPoller, type Visibility } from './poller.ts';
import {
  connectionAfterError,
  ForeignAnswerError,
  POLL_INTERVAL_MS,
  readAccount,
  readAccountData,
} from './read-node.ts';
import { Sending } from './sending.ts';
import type { Services } from './services.ts';
import type { SettingsStore } from './settings.ts';
import { type AppState, INITIAL_STATE, isSelected, networkMismatch, type Replacing } from './state.ts';
import { Store } from './store.ts';
import { sendTestCoins } from './test-coins.ts';
import { readVaultPhase, Vault } from './vault.ts';

/** State and actions of the wallet page, for the screens. Polls the node while the page is visible. */
export class Model {
  readonly store: Store<AppState>;
  readonly settings: SettingsStore;
  readonly vault: Vault;
  readonly history: History;
  readonly discovery: Discovery;
  readonly sending: Sending;
  readonly #services: Services;
  readonly #poller: Poller;
  readonly #stopFollowingDevice: () => void;

  constructor(services: Services, store: Store<AppState>, visibility: Visibility) {
    this.#services = services;
    this.store = store;
    this.settings = services.settings;
    this.vault = new Vault(services, store);
    this.history = new History(services, store);
    this.discovery = new Discovery(services, store, this.vault);
    this.sending = new Sending(services, store, this.vault, () => this.refresh());
    this.#poller = startPoller(() => readEverything(services, store), POLL_INTERVAL_MS, visibility);
    this.vault.onAccount = () => void this.refresh();
    this.vault.onOpen = ({ searched }) => void (!searched && this.discovery.start());
    this.vault.onClose = () => this.discovery.stop();
    this.#stopFollowingDevice = services.connectivity.onChange(() => {
      store.update({ deviceOnline: services.connectivity.isOnline() });
      void this.refresh();
    });
  }

  /** Reads the node's data now. Never rejects: the state's `connection` records a failure. */
  refresh(): Promise<void> {
    return this.#poller.now();
  }

  /**
   * Chooses the recipient of the next new transfer: an address or a payment request, which the form checks like typed
   * input. `undefined` clears it.
   */
  choosePayee(payee: string | undefined): void {
    this.store.update({ payee, ...(payee !== undefined && { replacing: undefined }) });
  }

  /** Chooses the pending transaction that the send screen replaces; `undefined` clears the choice. */
  chooseReplacement(replacing: Replacing | undefined): void {
    this.store.update({ replacing });
  }

  /** An account's confirmed balance in pebbles; `undefined` if it cannot be read from a node of the wallet's chain. */
  async readBalance(address: Address): Promise<bigint | undefined> {
    const state = this.store.get();
    if (state.phase.name !== 'unlocked' || state.connection.state !== 'online') return undefined;
    if (state.status === undefined || networkMismatch(state) !== undefined) return undefined;
    try {
      return parsePebbles((await readAccount(this.#services, state.phase.wallet.network, address)).balance);
    } catch (error) {
      if (error instanceof ApiError || error instanceof TransportError || error instanceof ForeignAnswerError)
        return undefined;
      throw error;
    }
  }

  /** Gets test coins for the selected account; see `sendTestCoins`. */
  async getTestCoins(): Promise<void> {
    this.store.update({ testCoins: await sendTestCoins(this.#services, this.store.get()) });
    await this.refresh();
  }

  stop(): void {
    this.#poller.stop();
    this.#stopFollowingDevice();
    this.vault.stop();
  }
}

/** Opens the model with the wallet that this browser has stored. */
export async function startModel(
  services: Services,
  visibility: Visibility = documentVisibility,
): Promise<Model> {
  const store = new Store<AppState>({
    ...INITIAL_STATE,
    phase: await readVaultPhase(services),
    renewed: services.renewed,
    launchResult: services.launchResult,
    deviceOnline: services.connectivity.isOnline(),
  });
  const model = new Model(services, store, visibility);
  if (store.get().phase.name === 'locked') await model.vault.resume();
  return model;
}

/**
 * One round of polling: the gateway's settings (until they are known), the node's status, and, if the node is on the
 * wallet's chain, the selected account.
 */
async function readEverything(services: Services, store: Store<AppState>): Promise<void> {
  try {
    if (store.get().config === undefined) store.update({ config: await services.readConfig() });
    const status = await services.rpc.status();
    const answer = { status, answeredAt: services.now(), connection: { state: 'online' } } as const;
    const { phase, config, data: before } = store.get();
    if (phase.name !== 'unlocked') return store.update(answer);
    const { wallet } = phase;
    if (findNetworkMismatch({ network: wallet.network, gatewayNetwork: config?.network, status })) {
      return store.update({ ...answer, data: undefined });
    }
    const { address } = wallet.selected;
    const asked = { network: wallet.network, address, tip: status.height };
    const data = await readAccountData(services, asked, before);
    // Drop the account's data if the user has meanwhile selected another account or locked the wallet.
    const current = isSelected(store.get(), address);
    return store.update({ ...answer, ...(current && { data, outbox: data.outbox }) });
  } catch (error) {
    const connection = connectionAfterError(error, services.connectivity.isOnline());
    // Update `connection` first: unless it is online, all earlier answers count as out of date.
    store.update({ connection });
    await showStored(services, store).catch(() => undefined); // without storage, nothing can be shown
    // Reload only a page that had a session: otherwise a reload cannot give it one.
    const hadSession = store.get().config !== undefined;
    if (connection.state === 'session_refused' && hadSession) services.renewSession();
  }
}

/** Shows the stored transactions of the selected account, in an unknown state, while the node does not answer. */
async function showStored(services: Services, store: Store<AppState>): Promise<void> {
  const { phase } = store.get();
  if (phase.name !== 'unlocked') return;
  const { network, selected } = phase.wallet;
  const entries = await services.storage.outbox.list(network, selected.address);
  if (isSelected(store.get(), selected.address)) store.update({ outbox: listOutbox(entries) });
}
