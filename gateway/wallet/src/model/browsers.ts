import type { KeptBrowser } from '@cairn/api/gateway';
import type { Store } from '@cairn/ui';
import type { AppEvent } from './reducer.ts';
import type { Services } from './services.ts';
import type { AppState } from './state.ts';

/** The browsers that the gateway keeps: after a restart of it they need no wallet link. Each method rejects as the client does. */
export class Browsers {
  readonly #services: Services;
  readonly #store: Store<AppState, AppEvent>;

  constructor(services: Services, store: Store<AppState, AppEvent>) {
    this.#services = services;
    this.#store = store;
  }

  async list(): Promise<readonly KeptBrowser[]> {
    return (await this.#services.session.gateway.listBrowsers()).browsers;
  }

  /** Keeps this browser, or no longer. @returns those that are kept then */
  async keep(keep: boolean): Promise<readonly KeptBrowser[]> {
    const { browsers } = await this.#services.session.gateway.keepBrowser({ keep });
    const { config } = this.#store.get();
    if (config !== undefined)
      this.#store.dispatch({ type: 'set', fields: { config: { ...config, kept: keep } } });
    return browsers;
  }

  /** Ends the access of another browser at once. @returns those that are kept then */
  async revoke(id: string): Promise<readonly KeptBrowser[]> {
    return (await this.#services.session.gateway.revokeBrowser({ id })).browsers;
  }
}
