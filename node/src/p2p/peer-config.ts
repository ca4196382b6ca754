import type { Logger } from 'pino';
import type { Chain } from '../chain/chain.ts';
import type { Mempool } from '../mempool/mempool.ts';
import type { NodeMetrics } from '../metrics/metrics.ts';
import type { Listener } from '../startup/listening.ts';

/** Configuration of the peer network. */
export interface PeerConfig extends Listener {
  /** Multiaddrs of peers to keep a connection to. */
  readonly peers: readonly string[];
  /** Multiaddrs to learn other peers from; `undefined` disables peer discovery. */
  readonly bootstrap: readonly string[] | undefined;
  /** Whether loopback and private addresses are also learned and shared. */
  readonly localPeers: boolean;
  /** Whether to discover peers on the local network; never outside devnet. */
  readonly mdns: boolean;
  /** Inbound peers from one IPv4 /24 or IPv6 /48; absent for the default limits. */
  readonly inboundPerNetwork?: number | undefined;
  /** Whether the log warns while the node has no peers. False on devnet, where a single node is normal. */
  readonly expectsPeers: boolean;
}

/** Parts of the node that the peer network uses. */
export interface PeerServices {
  /** A chain that has its genesis block. */
  readonly chain: Chain;
  readonly mempool: Mempool;
  /** `<data-dir>/peer.key` */
  readonly keyFile: string;
  /** `<data-dir>/peers.json` */
  readonly addressFile: string;
  /** Unix milliseconds. */
  readonly clock: () => number;
  readonly logger: Logger;
  /** Counts the transactions of peers; absent without metrics. */
  readonly metrics: NodeMetrics | undefined;
}
