import { findNetworkMismatch, listOutbox } from '@cairn/wallet';
import { documentVisibility, startPoller, type Visibility } from './poller.ts';
import { Store } from './store.ts';
import type { SettingsStore } from './settings.ts';
import type { Services } from './services.ts';
import { createHistoryActions, type HistoryActions } from './history-actions.ts';
import { createOfflineActions, type OfflineActions } from './offline-actions.ts';
import { connectionAfterError, POLL_INTERVAL_MS, readAccountData } from './read-node.ts';
import { createSendActions, type SendActions } from './send-actions.ts';
import { INITIAL_STATE, isSelected, type AppState } from './state.ts';
import { createTestCoinActions, type TestCoinActions } from './test-coins.ts';
import { createVaultActions, type VaultActions } from './vault-actions.ts';
import { readVaultPhase, type Secrets } from './vault-session.ts';

/** State and actions of the wallet page, for the screens. */
export interface Model extends VaultActions, SendActions, HistoryActions, TestCoinActions, OfflineActions {
  readonly store: Store<AppState>;
  readonly settings: SettingsStore;
  /** Reads the node's data now. Never rejects: the state's `connection` records a failure. */
  refresh(): Promise<void>;
  /**
   * Chooses the recipient of the next new transfer: an address or a payment request, which the form checks like typed
   * input. `undefined` clears it.
   */
  choosePayee(recipient: string | undefined): void;
  stop(): void;
}

/** Creates the model, which polls the node while the page is visible. */
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
  const secrets: Secrets = { current: undefined };
  const poller = startPoller(() => readEverything(services, store), POLL_INTERVAL_MS, visibility);
  const refresh = (): Promise<void> => poller.now();
  const followDevice = (): void => {
    store.update({ deviceOnline: services.connectivity.isOnline() });
    void refresh();
  };
  const stopFollowingDevice = services.connectivity.onChange(followDevice);
  const vaultActions = createVaultActions({ services, store, secrets, refresh });
  return {
    store,
    settings: services.settings,
    refresh,
    choosePayee: (payee) => store.update({ payee, ...(payee !== undefined && { replacing: undefined }) }),
    stop() {
      poller.stop();
      stopFollowingDevice();
      vaultActions.stopFollowing();
    },
    ...vaultActions,
    ...createHistoryActions({ services, store }),
    ...createTestCoinActions({ services, store, secrets, refresh }),
    ...createOfflineActions({ services, store, secrets, refresh }),
    ...createSendActions({ services, store, secrets, refresh }, (change) =>
      vaultActions.updateContents(change),
    ),
  };
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
