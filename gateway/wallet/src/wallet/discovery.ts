import { addAccounts, discoverAccounts, isOtherNetwork, WalletError } from '@cairn/wallet';
import type { Services } from './services.ts';
import type { AppEvent } from './reducer.ts';
import type { AppState, Discovery as DiscoveryState } from './state.ts';
import type { Store } from './store.ts';
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

  /** Searches and lists what it finds. Records an error in the state's `discovery`; rejects only with `wallet_locked`. */
  async start(): Promise<void> {
    if (this.#controller !== undefined) return;
    const open = this.#vault.require();
    this.#controller = new AbortController();
    const { signal } = this.#controller;
    this.#report({ state: 'running', checked: 0, found: 0 });
    try {
      await this.#search(open, signal);
    } catch (error) {
      this.#report(signal.aborted ? undefined : { state: 'failed', error });
    } finally {
      if (this.#controller?.signal === signal) this.#controller = undefined;
    }
  }

  /** Ends a running search, or clears the result of the last one. */
  stop(): void {
    this.#controller?.abort();
    this.#controller = undefined;
    if (this.#store.get().discovery !== undefined) this.#report(undefined);
  }

  async #search(open: OpenSecrets, signal: AbortSignal): Promise<void> {
    const { network } = open.vault;
    const status = await this.#services.rpc.status();
    const gatewayNetwork = this.#store.get().config?.network;
    if (isOtherNetwork({ network, gatewayNetwork, status }))
      throw new WalletError('vault_other_network', 'The node is on another network than the wallet.');
    const { checked, found } = await discoverAccounts({
      keyring: open.keyring,
      readAccount: (address) => this.#services.rpc.getAccount({ address }),
      onProgress: (progress) => {
        if (signal.aborted) return;
        this.#report({ state: 'running', checked: progress.checked, found: progress.found.length });
      },
      signal,
    });
    let added = 0;
    await this.#vault.update((contents) => {
      const next = addAccounts(contents, found);
      added = next.accounts.length - contents.accounts.length;
      return { ...next, searched: true };
    });
    this.#report({ state: 'done', checked, found: found.length, added });
  }

  #report(discovery: DiscoveryState | undefined): void {
    this.#store.dispatch({ type: 'discovery', discovery });
  }
}
