import type { Address } from '@cairn/protocol';
import { createRpcClient, type RpcClient } from '@cairn/api/rpc';
import { openIndexedDbStorage, type WalletStorage } from '@cairn/wallet';
import { keptPassword, type KeptPassword } from './kept-password.ts';
import { presence, type Presence } from './presence.ts';
import type { Session } from './session.ts';
import { exclusively, openTabs, type Tabs } from './tabs.ts';
import type { Settings } from './settings.ts';

/** Everything that the wallet uses of the gateway and the browser; tests replace parts of it. */
export interface Services {
  readonly rpc: Pick<RpcClient, 'status' | 'getAccount' | 'listAccountTransactions' | 'submitTransaction'>;
  readonly session: Session;
  readonly storage: WalletStorage;
  /** The other tabs of this wallet. */
  readonly tabs: Tabs;
  /** The password for reloads of this tab. */
  readonly kept: KeptPassword;
  /** The user's activity. */
  readonly presence: Presence;
  /** Asks the browser for persistent storage; false if the browser refuses or cannot. */
  persist(): Promise<boolean>;
  /** Runs `work` under the vault's lock: one tab at a time, in the order of the calls. */
  readonly exclusively: <T>(work: () => Promise<T>) => Promise<T>;
  /** Runs `work` under an address's lock for sending: one tab at a time, in the order of the calls. */
  sendAlone<T>(address: Address, work: () => Promise<T>): Promise<T>;
  /** Settings of this browser. */
  readonly settings: Settings;
  /** Unix milliseconds. */
  now(): number;
}

/** Opens the services of the gateway that served the page and of this browser. */
export async function openServices(session: Session, settings: Settings): Promise<Services> {
  return {
    rpc: createRpcClient({ baseUrl: location.origin, timeoutMs: 15_000, fetch: session.fetch }),
    session,
    storage: await openIndexedDbStorage(),
    tabs: openTabs(),
    kept: keptPassword,
    presence,
    persist,
    exclusively,
    sendAlone: (address, work) => exclusively(work, `cairn-wallet-send-${address}`),
    settings,
    now: () => Date.now(),
  };
}

async function persist(): Promise<boolean> {
  try {
    return (await navigator.storage.persisted()) || (await navigator.storage.persist());
  } catch {
    return false;
  }
}
