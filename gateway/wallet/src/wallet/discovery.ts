import { addAccounts, discoverAccounts, findNetworkMismatch, WalletError } from '@cairn/wallet';
import { connectionAfterError, readAccount } from './read-node.ts';
import type { ActionContext, OpenSecrets, UpdateContents, VaultSession } from './vault-session.ts';

export interface DiscoveryActions {
  /**
   * Searches for the phrase's accounts in use and lists them. Records an error of the search in the state's
   * `discovery`; rejects only with `wallet_locked`.
   */
  discover(): Promise<void>;
  /** Ends a running search and clears `discovery` in the state. */
  stopDiscovery(): void;
}

/** Creates the actions on the search. Only one search runs at a time. */
export function createDiscovery(
  { services, store }: ActionContext,
  session: VaultSession,
  update: UpdateContents,
): DiscoveryActions {
  let controller: AbortController | undefined;
  const search = async (open: OpenSecrets, signal: AbortSignal): Promise<void> => {
    const { network } = open.vault;
    await requireNetwork(services, store.get().config?.network, network);
    const { checked, found } = await discoverAccounts({
      keyring: open.keyring,
      readAccount: (address) => readAccount(services, network, address),
      onProgress: (progress) => {
        if (!signal.aborted)
          store.update({
            discovery: { state: 'running', checked: progress.checked, found: progress.found.length },
          });
      },
      signal,
    });
    let added = 0;
    await update((contents) => {
      const next = addAccounts(contents, found);
      added = next.accounts.length - contents.accounts.length;
      return { ...next, searched: true };
    });
    store.update({ discovery: { state: 'done', checked, found: found.length, added } });
  };
  return {
    async discover() {
      if (controller !== undefined) return;
      const open = session.require();
      controller = new AbortController();
      const { signal } = controller;
      store.update({ discovery: { state: 'running', checked: 0, found: 0 } });
      try {
        await search(open, signal);
      } catch (error) {
        const { discovery } = store.get();
        const checked = discovery?.checked ?? 0;
        store.update({
          discovery: signal.aborted ? undefined : { state: 'failed', checked, code: codeOf(error) },
        });
      } finally {
        if (controller?.signal === signal) controller = undefined;
      }
    },
    stopDiscovery() {
      controller?.abort();
      controller = undefined;
      if (store.get().discovery !== undefined) store.update({ discovery: undefined });
    },
  };
}

/** Rejects with `vault_other_network` unless the node is on the wallet's chain. */
async function requireNetwork(
  { rpc }: ActionContext['services'],
  gatewayNetwork: string | null | undefined,
  network: OpenSecrets['vault']['network'],
): Promise<void> {
  const status = await rpc.status();
  if (findNetworkMismatch({ network, gatewayNetwork, status }) !== undefined) throw otherNetwork();
}

function otherNetwork(): WalletError {
  return new WalletError('vault_other_network', 'The node is on another network than the wallet.');
}

/** Code for the screens: that of a `WalletError`, otherwise the connection state that the error leads to. */
function codeOf(error: unknown): string {
  return error instanceof WalletError ? error.code : connectionAfterError(error).state;
}
