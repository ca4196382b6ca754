import { addAccounts, discoverAccounts, isOtherNetwork, WalletError } from '@cairn/wallet';
import type { Services } from './services.ts';
import type { AppEvent } from './reducer.ts';
import type { AppState, Discovery as DiscoveryState } from './state.ts';
import type { Store } from '@cairn/ui';
import type { OpenSecrets, Vault } from './vault.ts';

/** The search for the phrase's accounts in use; only one runs at a time. */
export class Discovery {
  readonly #services: Services;
  readonly #store: Store<AppState, AppEvent>;
  readonly #vault: Vault;
  #controller: AbortController | undefined;

  constructor(services: Services, store: Store<AppState, AppEvent>, vault: Vault) {
    this.#services = services;
    this.#store = store;
    this.#vault = vault;
  }

  /** Searches and lists what it finds. The state's `discovery` has the result, or the error; never rejects. */
  async start(): Promise<void> {
    const { secrets } = this.#vault;
    if (this.#controller !== undefined || secrets === undefined) return;
    const controller = new AbortController();
    this.#controller = controller;
    this.#report({ state: 'running' });
    const result = await this.#search(secrets, controller.signal).catch((error: unknown) => {
      return { state: 'failed', error } as const;
    });
    // A search that was stopped says nothing more: another one may be running.
    if (this.#controller !== controller) return;
    this.#controller = undefined;
    this.#report(result);
  }

  /** Ends a running search, or clears the result of the last one. */
  stop(): void {
    this.#controller?.abort();
    this.#controller = undefined;
    if (this.#store.get().discovery !== undefined) this.#report(undefined);
  }

  async #search({ vault, keyring }: OpenSecrets, signal: AbortSignal): Promise<DiscoveryState> {
    const { network } = vault;
    const status = await this.#services.rpc.status();
    const gatewayNetwork = this.#store.get().config?.network;
    if (isOtherNetwork({ network, gatewayNetwork, status }))
      throw new WalletError('vault_other_network', 'The node is on another network than the wallet.');
    const readAccount = (address: string) => this.#services.rpc.getAccount({ address });
    const { checked, found } = await discoverAccounts({ keyring, readAccount, signal });
    await this.#vault.update((contents) => ({ ...addAccounts(contents, found), searched: true }));
    return { state: 'done', checked, found: found.length };
  }

  #report(discovery: DiscoveryState | undefined): void {
    this.#store.dispatch({ type: 'set', fields: { discovery } });
  }
}
