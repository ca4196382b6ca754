/** What peers may cost this node, and how long it waits for them. README.md of this folder tells how these work together. */
import type { Rate } from './token-bucket.ts';

export interface PeerLimits {
  // Connections.
  readonly maximumInbound: number;
  /** Inbound connections from one public IPv4 /24 or IPv6 /48. */
  readonly inboundPerNetwork: number;
  /** Inbound connections from one loopback or private network: many nodes of one owner, or peers behind a proxy, share it. */
  readonly inboundPerLocalNetwork: number;
  /** Outbound connections that this node opens by itself, each to another public network. */
  readonly outboundWanted: number;
  readonly outboundPerLocalNetwork: number;
  /** How long a peer is banned. */
  readonly banMs: number;
  /** Whether a loopback or private address is banned with its peer, as a public one always is: several nodes may share it. */
  readonly bansLocalAddresses: boolean;

  // Known addresses.
  /** Between two attempts to reach an address; doubled after each failure. */
  readonly addressPauseMs: number;
  /** Between two requests for addresses. */
  readonly addressIntervalMs: number;

  // The three rates of a peer.
  /** Requests, by their cost (`REQUEST_COSTS`). Each one above the rate is refused and costs points. */
  readonly requestRate: Rate;
  /** Bytes of headers and blocks sent to it. An answer waits until the debt of earlier ones is paid. */
  readonly servedRate: Rate;
  /** Transactions, and blocks by their cost (`GOSSIP_COSTS`). Each message above the rate costs points. */
  readonly gossipRate: Rate;

  // Serving.
  /** Answers of blocks sent at once, to all peers together. */
  readonly maximumBlockAnswers: number;
  /** Headers sent to all peers together. */
  readonly headersServedRate: Rate;

  // Asking.
  readonly handshakeTimeoutMs: number;
  /** Between two status exchanges without a new tip. */
  readonly statusIntervalMs: number;
  /** How long the next block may take to arrive by gossip after a peer advertised it, before its header is requested. */
  readonly gossipGraceMs: number;
  /** For a whole answer of headers. */
  readonly headersTimeoutMs: number;
  /** For a whole answer of blocks: a full block of 8 MiB at the pace of full blocks, 140 KB/s. */
  readonly blocksTimeoutMs: number;
  /** A second peer is asked after this time. */
  readonly lateAfterMs: number;
  /** For the answer to offered transactions; submissions wait no longer for `relay_count`. */
  readonly offerTimeoutMs: number;
  /** How long a node is `syncing` without receiving a whole block of the branch that it fetches. */
  readonly syncDeadlineMs: number;

  // Memory.
  readonly blocksPerRequest: number;
  /** Bytes of one answer; one whole block is always sent. */
  readonly bytesPerRequest: number;
  /** Blocks that were requested, or wait for the chain. */
  readonly windowBytes: number;
  /** Headers fetched ahead of the chain: fewer than the 20,000 side blocks of the header tree (`DEFAULT_TREE_LIMITS`). */
  readonly headersAhead: number;
  /** Bytes of gossiped blocks that wait for validation, of all peers and of one. */
  readonly bytesInValidation: number;
  readonly bytesInValidationPerPeer: number;
  /** Blocks whose parent is unknown. */
  readonly orphansPerPeer: number;
  readonly orphanBytesPerPeer: number;
  readonly orphanBytesTotal: number;
  readonly orphanLifetimeMs: number;
  /** Transactions sent by gossip: below `gossipRate`, so that no peer penalizes this node. */
  readonly spreadRate: Rate;
}

const MIB = 1_024 * 1_024;

export const PEER_LIMITS: PeerLimits = {
  maximumInbound: 48,
  inboundPerNetwork: 4,
  inboundPerLocalNetwork: 24,
  outboundWanted: 8,
  outboundPerLocalNetwork: 8,
  banMs: 10 * 60_000,
  bansLocalAddresses: false,
  addressPauseMs: 60_000,
  addressIntervalMs: 10 * 60_000,
  requestRate: { perSecond: 100, burst: 1_000 },
  servedRate: { perSecond: 16 * MIB, burst: 128 * MIB },
  // The burst is above a full mempool (20,000); the rate is above the 656 a second that fit into blocks (39,382 in 60 s).
  gossipRate: { perSecond: 1_000, burst: 25_000 },
  maximumBlockAnswers: 8,
  headersServedRate: { perSecond: 20_000, burst: 40_000 },
  handshakeTimeoutMs: 10_000,
  statusIntervalMs: 15_000,
  gossipGraceMs: 400,
  headersTimeoutMs: 8_000,
  blocksTimeoutMs: 60_000,
  lateAfterMs: 1_500,
  offerTimeoutMs: 2_000,
  syncDeadlineMs: 30_000,
  blocksPerRequest: 512,
  bytesPerRequest: 4 * MIB,
  windowBytes: 32 * MIB,
  headersAhead: 16_000,
  bytesInValidation: 32 * MIB,
  bytesInValidationPerPeer: 16 * MIB,
  orphansPerPeer: 64,
  orphanBytesPerPeer: 32 * MIB,
  orphanBytesTotal: 64 * MIB,
  orphanLifetimeMs: 10 * 60_000,
  spreadRate: { perSecond: 900, burst: 20_000 },
};

/** What a request costs of `requestRate`. */
export const REQUEST_COSTS = { status: 1, headers: 10, blocks: 2, offers: 1, addresses: 200 } as const;

/** What a message costs of `gossipRate`. A useless transaction has a wrong nonce or no balance: checking it earns nothing. */
export const GOSSIP_COSTS = { transaction: 1, uselessTransaction: 40, block: 20 } as const;

/** At this many points a peer is dropped and banned. One point expires every six seconds. */
export const BAN_POINTS = 100;
export const POINTS_FORGIVEN_PER_SECOND = 1 / 6;

export const OFFENCES = {
  /** Something that no honest node sends: malformed bytes, an invalid block or header. */
  invalid: 100,
  /** A transaction whose signature or fields are invalid. */
  invalidTransaction: 25,
  /** It does not prove what it has to: no handshake, headers below its claim, no block for a header that it sent. */
  unproven: 60,
  /** No answer in time, or an answer that it does not read: it may be slow or busy, so others are asked first. */
  timeout: 40,
  /** An incomplete answer: it may be shutting down. */
  brokenOff: 30,
  /** A message above a rate. */
  excess: 2,
} as const;
export type Offence = keyof typeof OFFENCES;
