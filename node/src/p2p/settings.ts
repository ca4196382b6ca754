/** What an operator sets, what a peer may cost, and how long the node waits for one. README.md tells how these work together. */
import { MAX_HEADERS_PER_ANSWER } from '@cairn/protocol';
import type { Listener } from '../startup/listening.ts';
import type { Rate } from './token-bucket.ts';

/** Configuration of the peer network. */
export interface PeerConfig extends Listener {
  /** Multiaddrs of peers to keep a connection to. */
  readonly peers: readonly string[];
  /** Multiaddrs to learn other peers from; `undefined` disables peer discovery, as on a devnet, where a single node is normal. */
  readonly bootstrap: readonly string[] | undefined;
  /** Whether loopback and private addresses are also learned and shared. */
  readonly localPeers: boolean;
  /** Whether to discover peers on the local network; never outside devnet. */
  readonly mdns: boolean;
  /** Inbound peers from one IPv4 /24 or IPv6 /48; absent for the default limits. */
  readonly inboundPerNetwork?: number | undefined;
}

const MIB = 1_024 * 1_024;

export const PEER_LIMITS = {
  // Connections.
  maximumInbound: 48,
  /** Inbound connections from one public IPv4 /24 or IPv6 /48. */
  inboundPerNetwork: 4,
  /** Inbound connections from one loopback or private network: many nodes of one owner, or peers behind a proxy, share it. */
  inboundPerLocalNetwork: 24,
  /** Outbound connections that this node opens by itself, each to another public network. */
  outboundWanted: 8,
  /** Whether loopback and private addresses are banned, and chosen by network, as public ones are: one owner's nodes may share them. */
  treatsLocalAsPublic: false,
  /** How long a peer is banned. */
  banMs: 10 * 60_000,
  /** Between two requests for addresses. */
  addressIntervalMs: 10 * 60_000,

  // The rates of a peer.
  /** Requests, by their cost (`REQUEST_COSTS`). Each one above the rate is refused and costs points. */
  requestRate: { perSecond: 100, burst: 1_000 } as Rate,
  /** Bytes of headers and blocks sent to it. A response waits until the debt of earlier ones is paid. */
  servedRate: { perSecond: 16 * MIB, burst: 128 * MIB } as Rate,
  /** Gossip, by its cost (`GOSSIP_COSTS`): more than an honest node sends (`spreadRate`). Each message above the rate costs points. */
  // The burst is above a full mempool (20,000); the rate is above the 656 a second that fit into blocks (39,382 in 60 s).
  gossipRate: { perSecond: 1_000, burst: 25_000 } as Rate,
  /** Transactions that our state refuses. Above the rate its transactions are ignored unseen, which costs nothing else. */
  // The burst is above what a double spender has refused at once with seven times its 11 chains of 64.
  refusedRate: { perSecond: 100, burst: 5_000 } as Rate,

  // All peers together.
  /** Responses of blocks sent at once, to all peers and to those of one record (`PeerRecord`). */
  maximumBlockResponses: 8,
  blockResponsesPerRecord: 2,
  /** Bytes a second. While others wait, a response that is read more slowly makes room. */
  minimumReadRate: 140_000,
  /** For this long a response is sent before its rate says anything about its reader. */
  readRateAfterMs: 3_000,
  /** Headers sent. */
  headersServedRate: { perSecond: 20_000, burst: 40_000 } as Rate,
  /** Transactions forwarded: below `gossipRate`, so that no peer penalizes this node. */
  spreadRate: { perSecond: 900, burst: 20_000 } as Rate,

  // Time.
  /** Between two looks at what is due: calls, statuses, late requests, slow readers. */
  tickMs: 500,
  /** Before an address is dialed again, doubled after each failure. */
  dialPauseMs: 1_000,
  handshakeTimeoutMs: 10_000,
  /** Between two status exchanges without a new tip. */
  statusIntervalMs: 15_000,
  /** How long after a new tip the peers get our status; further tips in this time share it. By then gossip has usually delivered the block. */
  advertiseAfterMs: 400,
  /** For a whole response of headers. */
  headersTimeoutMs: 8_000,
  /** For a whole response of blocks, times the responses in progress: a full block of 8 MiB at the pace of full blocks, 140 KB/s. */
  blocksTimeoutMs: 60_000,
  /** For one that this node sends: the asking side may fetch five at once over its line. */
  blocksServedTimeoutMs: 5 * 60_000,
  /** A second peer is asked after this time. */
  lateAfterMs: 1_500,
  /** Between two requests for blocks to a peer that sent none the last time; doubled each time in a row, up to a minute. */
  retryMs: 1_500,
  /** How long in all a node is `syncing` without a whole block of a branch that it fetches. */
  syncDeadlineMs: 30_000,

  // Memory.
  headersPerResponse: MAX_HEADERS_PER_ANSWER,
  blocksPerRequest: 512,
  /** Bytes of one response; one whole block is always sent. */
  bytesPerRequest: 4 * MIB,
  /** Blocks that were requested, or wait for the chain. */
  windowBytes: 16 * MIB,
  /** Headers fetched ahead of the chain: fewer than the 20,000 side blocks of the header tree (`DEFAULT_TREE_LIMITS`). */
  headersAhead: 16_000,
  /** Bytes of gossiped blocks that wait for validation, of all peers and of one. */
  bytesInValidation: 32 * MIB,
  bytesInValidationPerPeer: 16 * MIB,
  /** Blocks whose parent is unknown. */
  orphansPerPeer: 64,
  orphanBytesPerPeer: 32 * MIB,
  orphanBytesTotal: 64 * MIB,
  orphanLifetimeMs: 10 * 60_000,
};
export type PeerLimits = Readonly<typeof PEER_LIMITS>;

/** What a request costs of `requestRate`. */
export const REQUEST_COSTS = { status: 1, headers: 10, blocks: 2, peers: 200 } as const;

/** What a message costs of `gossipRate`. */
export const GOSSIP_COSTS = { transaction: 1, block: 4 } as const;

/** After this many requests for blocks in a row that brought none, a peer is disconnected. */
export const MAXIMUM_FRUITLESS = 3;

/** A peer that has lost 100 points is dropped and banned. One comes back every six seconds. */
export const SCORE_RATE: Rate = { perSecond: 1 / 6, burst: 100 };

/** Points that each offence costs. To be late, slow or busy is none, nor to send what only our state refuses. */
export const OFFENCES = {
  /** Something that no honest node sends: malformed bytes, an invalid block or header. */
  invalid: 100,
  /** A transaction whose signature or fields are invalid. */
  invalidTransaction: 25,
  /** A whole response that does not prove what it has to: headers below its claim, no block for a header that it sent. It is disconnected. */
  unproven: 60,
  /** A message above a rate. */
  excess: 2,
} as const;
export type Offence = keyof typeof OFFENCES;
