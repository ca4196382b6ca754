import type { GatewayClient, KeptBrowser } from '@cairn/api/gateway';
import { ApiError, TransportError } from '@cairn/api/rpc';
import { type Address, parsePebbles } from '@cairn/protocol';
import { isOtherNetwork, listOutbox } from '@cairn/wallet';
import { type Draft, draftIn, readRecipientInput } from './draft.ts';
import { Discovery } from './discovery.ts';
import { History } from './history.ts';
import { PhraseDrill } from './phrase-drill.ts';
import { documentVisibility, type Poller, startPoller, type Visibility } from './poller.ts';
import { connectionAfterError, POLL_INTERVAL_MS, readAccount } from './read-node.ts';
import { type AppEvent, reduce } from './reducer.ts';
import { Sending } from './sending.ts';
import type { Services } from './services.ts';
import type { Settings } from './settings.ts';
import { type AppState, INITIAL_STATE, nodeStateOf, type Replacing } from './state.ts';
import { Store } from '@cairn/ui';
import { sendTestCoins } from './test-coins.ts';
import { readVaultPhase, Vault } from './vault.ts';

/**
 * The wallet page without its screens. Actions dispatch events, the reducer makes them into the state, and what a change
 * of state leads to is in one place ({@link Model.#followUp}). Polls the node while the page is visible.
 */
export class Model {
  readonly store: Store<AppState, AppEvent>;
  readonly settings: Settings;
  readonly vault: Vault;
  readonly gateway: GatewayClient;
  readonly history: History;
  readonly discovery: Discovery;
  readonly drill: PhraseDrill;
  readonly sending: Sending;
  readonly #services: Services;
  readonly #poller: Poller;
  readonly #unsubscribe: () => void;

  constructor(services: Services, store: Store<AppState, AppEvent>, visibility: Visibility) {
    this.#services = services;
    this.store = store;
    this.settings = services.settings;
    this.vault = new Vault(services, store);
    this.gateway = services.session.gateway;
    this.history = new History(services, store);
    this.discovery = new Discovery(services, store, this.vault);
    this.drill = new PhraseDrill(services);
    this.sending = new Sending(services, store, this.vault, () => this.refresh());
    this.#poller = startPoller(() => readEverything(services, store), POLL_INTERVAL_MS, visibility);
    this.#unsubscribe = store.subscribe((before) => this.#followUp(before, store.get()));
  }

  /** Reads the node's data now. Never rejects: the state's `connection` records a failure. */
  refresh(): Promise<void> {
    return this.#poller.now();
  }

  /** Keeps the contents of the send form; `undefined` empties it. */
  changeDraft(draft: Draft | undefined): void {
    this.store.dispatch({ type: 'set', fields: { draft } });
  }

  /**
   * Enters a recipient into the form of the next new transfer, in place of a replacement: an address or a payment
   * request, which the form checks like typed input.
   */
  choosePayee(payee: string): void {
    const before = draftIn(this.settings.unit.get(), this.store.get().draft);
    this.store.dispatch({
      type: 'set',
      fields: { draft: readRecipientInput(before, payee), replacing: undefined },
    });
  }

  /** Chooses the pending transaction that the send screen replaces; `undefined` clears the choice. */
  chooseReplacement(replacing: Replacing | undefined): void {
    this.store.dispatch({ type: 'set', fields: { replacing } });
  }

  /** An account's confirmed balance in pebbles; `undefined` if it cannot be read from a node of the wallet's chain. */
  async readBalance(address: Address): Promise<bigint | undefined> {
    const state = this.store.get();
    if (state.phase.name !== 'unlocked' || state.connection.state !== 'online') return undefined;
    if (state.status === undefined || nodeStateOf(state) === 'other_network') return undefined;
    try {
      return parsePebbles((await this.#services.rpc.getAccount({ address })).balance);
    } catch (error) {
      if (error instanceof ApiError || error instanceof TransportError) return undefined;
      throw error;
    }
  }

  /**
   * Has the gateway keep this browser, or no longer: a kept one needs no wallet link after a restart of the gateway. Rejects
   * as the client does.
   * @returns those that are kept then
   */
  async keepBrowser(keep: boolean): Promise<readonly KeptBrowser[]> {
    const { browsers } = await this.gateway.keepBrowser({ keep });
    const { config } = this.store.get();
    if (config !== undefined)
      this.store.dispatch({ type: 'set', fields: { config: { ...config, kept: keep } } });
    return browsers;
  }

  /** Gets test coins for the selected account; see `sendTestCoins`. */
  async getTestCoins(): Promise<void> {
    const testCoins = await sendTestCoins(this.#services, this.store.get());
    this.store.dispatch({ type: 'set', fields: { testCoins } });
    await this.refresh();
  }

  stop(): void {
    this.#unsubscribe();
    this.#poller.stop();
    this.vault.stop();
  }

  /**
   * The effects of a change of state: another account is read at once; an opened wallet asks the browser to keep its
   * data and searches for its accounts if it never has; a closed one ends that search. The drill follows them all.
   */
  #followUp({ phase: before }: AppState, { phase: after }: AppState): void {
    if (before === after) return;
    this.drill.follow(before, after);
    if (after.name !== 'unlocked') return this.discovery.stop();
    const was = before.name === 'unlocked' ? before.wallet : undefined;
    if (was?.selected.address !== after.wallet.selected.address) void this.refresh();
    if (was !== undefined) return;
    void this.#services
      .persist()
      .then((durable) => this.store.dispatch({ type: 'set', fields: { durable } }));
    if (!after.wallet.searched) void this.discovery.start();
  }
}

/** Opens the model with the wallet that this browser has stored. */
export async function startModel(
  services: Services,
  visibility: Visibility = documentVisibility,
): Promise<Model> {
  const phase = await readVaultPhase(services);
  const store = new Store({ ...INITIAL_STATE, phase }, reduce);
  const model = new Model(services, store, visibility);
  if (phase.name === 'locked') await model.vault.resume();
  return model;
}

/** One round of polling. A gateway that was restarted meanwhile gets the page's key, and is asked once more. */
async function readEverything(services: Services, store: Store<AppState, AppEvent>): Promise<void> {
  const { session } = services;
  let isOpen = false;
  try {
    await readRound(services, store).catch(async (error: unknown) => {
      const isExpired = error instanceof ApiError && error.code === 'session_expired';
      isOpen = isExpired && (await session.open());
      if (!isOpen) throw error;
      await readRound(services, store);
    });
  } catch (error) {
    // An open session that is refused: another server of this host has set a cookie of the same name for these paths.
    const why = isOpen ? 'blocked' : session.why;
    // First the connection: unless it is online, all earlier answers count as out of date.
    store.dispatch({ type: 'set', fields: { connection: connectionAfterError(error, why) } });
    await showStored(services, store).catch(() => undefined); // without storage, nothing can be shown
  }
}

/**
 * Asks for the gateway's settings (until they are known), the node's status, and, if the node is on the wallet's chain, the
 * selected account. Rejects as the clients do, with `session_expired` for a page without a session.
 */
async function readRound(services: Services, store: Store<AppState, AppEvent>): Promise<void> {
  const { session, rpc } = services;
  if (store.get().config === undefined) {
    if (!(await session.open())) throw new ApiError(403, 'session_expired', undefined);
    store.dispatch({ type: 'set', fields: { config: await session.gateway.getConfig() } });
  }
  const status = await rpc.status();
  const { phase, config, data } = store.get();
  const answered = { type: 'answered', status, at: services.now() } as const;
  if (phase.name !== 'unlocked') return store.dispatch(answered);
  const { network, selected } = phase.wallet;
  if (isOtherNetwork({ network, gatewayNetwork: config?.network, status })) return store.dispatch(answered);
  const asked = { network, address: selected.address, tip: status.height };
  store.dispatch({ ...answered, answer: await readAccount(services, asked, data?.history) });
}

/** Shows the stored transactions of the selected account, in an unknown state, while the node does not answer. */
async function showStored(services: Services, store: Store<AppState, AppEvent>): Promise<void> {
  const { phase } = store.get();
  if (phase.name !== 'unlocked') return;
  const { network, selected } = phase.wallet;
  const outbox = listOutbox(await services.storage.outbox.list(network, selected.address));
  store.dispatch({ type: 'stored', address: selected.address, outbox });
}
