import type { Chain } from '../chain/chain.ts';
import type { NodeState } from '../chain/node-state.ts';
import type { PendingTransaction } from '../mempool/policy.ts';
import { startListening } from '../startup/listening.ts';
import type { PeerConfig, PeerServices } from './peer-config.ts';
import type { PeerNetwork } from './peer-network.ts';

/** The peer network for the other parts of the node, which open before it; it may also be disabled. */
export class PeerNetworkHandle {
  readonly #chain: Chain;
  #network: PeerNetwork | undefined;

  constructor(chain: Chain) {
    this.#chain = chain;
  }

  attach(network: PeerNetwork): void {
    this.#network = network;
  }

  /** A node without a peer network is ready once its chain has a tip (interface document, section 3.3). */
  state(): NodeState {
    const ready = this.#chain.tip() !== undefined;
    return this.#network?.state() ?? { syncing: false, ready, peers: [], bestPeerHeight: 0 };
  }

  /** True while the node syncs or reorganizes, and in the first seconds until a peer answers (`PeerNetwork.isBehind`). */
  isBehind(): boolean {
    return this.#network?.isBehind() ?? false;
  }

  /** @returns the number of peers to which the transaction was sent */
  async publish(pending: PendingTransaction): Promise<number> {
    return (await this.#network?.publishTransaction(pending)) ?? 0;
  }

  /** Number of pending transactions that no peer has got yet. */
  unrelayedCount(): number {
    return this.#network?.unrelayedCount() ?? 0;
  }

  /** Number of known addresses, and how many of them this node has reached itself. */
  addressCounts(): { readonly known: number; readonly proven: number } {
    return this.#network?.addressCounts() ?? { known: 0, proven: 0 };
  }

  addresses(): readonly string[] {
    return this.#network?.addresses() ?? [];
  }
}

/**
 * Opens the peer network; its modules load here, after the HTTP interfaces are up, because loading is slow.
 * @returns a function that closes it
 * @throws NodeError for a port, host or key file that cannot be used
 */
export async function openPeerNetwork(
  p2p: PeerConfig,
  services: PeerServices,
  handle: PeerNetworkHandle,
): Promise<() => Promise<void>> {
  const { PeerNetwork } = await import('./peer-network.ts');
  const network = new PeerNetwork({ ...services, ...p2p });
  await startListening('p2p', p2p, () => network.start());
  handle.attach(network);
  for (const address of network.addresses()) services.logger.info(`Listening for peers on ${address}`);
  return () => network.close();
}
