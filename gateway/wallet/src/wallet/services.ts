import type { Address } from '@cairn/protocol';
import { createGatewayClient, type GatewayClient, type GatewayConfig } from '@cairn/api/gateway';
import { ApiError, createRpcClient, type RpcClient } from '@cairn/api/rpc';
import { openIndexedDbStorage, type WalletStorage } from '@cairn/wallet';
import type { LaunchResult } from './launch.ts';
import { keptPassword, type KeptPassword } from './kept-password.ts';
import { presence, type Presence } from './presence.ts';
import { exclusively, openTabs, type Tabs } from './tabs.ts';
import type { SettingsStore } from './settings.ts';

/** Everything that the wallet uses of the gateway and the browser; tests replace parts of it. */
export interface Services {
  readonly rpc: Pick<RpcClient, 'status' | 'getAccount' | 'listAccountTransactions' | 'submitTransaction'>;
  readConfig(): Promise<GatewayConfig>;
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
  readonly settings: SettingsStore;
  /** Unix milliseconds. */
  now(): number;
  /**
   * Reloads the page to get a new session cookie. Returns false, without a reload, if it did so less than 20 s ago:
   * another reload would not help, and the caller reports the problem.
   */
  renewSession(): boolean;
  /** Whether `renewSession` has just reloaded this page. */
  readonly renewed: boolean;
  /** Result of exchanging the launch secret in the page's address. */
  readonly launchResult: LaunchResult;
}

const RENEWAL_KEY = 'cairn-session-renewed-at';
const RENEWAL_PAUSE_MS = 20_000;
const CONFIG_TIMEOUT_MS = 5_000;

/** Opens the services of the gateway that served the page and of this browser. */
export async function openServices(launchResult: LaunchResult, settings: SettingsStore): Promise<Services> {
  return {
    rpc: createRpcClient({ baseUrl: location.origin, timeoutMs: 15_000 }),
    readConfig: () =>
      readConfig(createGatewayClient({ baseUrl: location.origin, timeoutMs: CONFIG_TIMEOUT_MS })),
    storage: await openIndexedDbStorage(),
    tabs: openTabs(),
    kept: keptPassword,
    presence,
    persist,
    exclusively,
    sendAlone: (address, work) => exclusively(work, `cairn-wallet-send-${address}`),
    settings,
    now: () => Date.now(),
    renewSession,
    renewed: wasRenewed(),
    launchResult,
  };
}

/** Asks for access first: browsers log a refused request as an error of the page. */
async function readConfig(gateway: GatewayClient): Promise<GatewayConfig> {
  if (!(await gateway.getAccess()).open) throw new ApiError(403, 'session_expired', undefined);
  return await gateway.getConfig();
}

async function persist(): Promise<boolean> {
  try {
    return (await navigator.storage.persisted()) || (await navigator.storage.persist());
  } catch {
    return false;
  }
}

function renewSession(): boolean {
  if (wasRenewed()) return false;
  sessionStorage.setItem(RENEWAL_KEY, String(Date.now()));
  location.reload();
  return true;
}

function wasRenewed(): boolean {
  return Date.now() - Number(sessionStorage.getItem(RENEWAL_KEY) ?? 0) < RENEWAL_PAUSE_MS;
}
