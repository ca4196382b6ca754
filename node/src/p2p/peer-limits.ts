import type { Rate } from './token-bucket.ts';

/** Limits on peers' use of this node, and timeouts. */
export interface PeerLimits {
  /** Inbound connections. */
  readonly maximumInbound: number;
  /** Inbound connections from one public IPv4 /24 or IPv6 /48. */
  readonly inboundPerGroup: number;
  /** Inbound connections from one loopback or private network: many nodes of one owner, or peers behind a proxy, share it. */
  readonly inboundPerLocalGroup: number;
  /** Whether the loopback or private address of a dropped peer is refused, as a public address always is. */
  readonly refusesLocalAddresses: boolean;
  /** At this many outbound connections, this node keeps further ones only to configured peers. */
  readonly maximumOutbound: number;
  /** Peer discovery opens connections until there are this many outbound ones, each to a different public network. */
  readonly outboundWanted: number;
  /** Peer discovery opens none to a loopback or private network that has this many outbound connections. */
  readonly outboundPerLocalGroup: number;
  /** Between two probes of addresses in the book. */
  readonly probeIntervalMs: number;
  /** Between two attempts to dial an address; doubled after each failure. */
  readonly addressPauseMs: number;
  /** Between two requests for addresses, each to one outbound peer. */
  readonly addressIntervalMs: number;
  /** From the opening of a connection to the other side's status. */
  readonly handshakeTimeoutMs: number;
  /** Between two status exchanges without a new tip. */
  readonly statusIntervalMs: number;
  /** For a whole answer of headers. */
  readonly headersTimeoutMs: number;
  /** For an answer of blocks; each byte received extends it at `minimumBytesPerSecond`. */
  readonly blocksTimeoutMs: number;
  /** Bytes a second below which an answer of blocks is aborted. */
  readonly minimumBytesPerSecond: number;
  /** After this time the lowest missing blocks, and further headers, are requested also from a second peer. */
  readonly lateAfterMs: number;
  /** For the answer to offered transactions; submissions wait no longer than this for `relay_count`. */
  readonly offerTimeoutMs: number;
  /** How long the next block may take to arrive by gossip after a peer advertised it, before it counts as missing. */
  readonly gossipGraceMs: number;
  /** How long a dropped peer is refused. */
  readonly refusalMs: number;
  /** Maximum number of blocks of one request. */
  readonly blocksPerRequest: number;
  /** Maximum number of bytes of one answer; one whole block is always sent. */
  readonly bytesPerRequest: number;
  /**
   * How many headers a sync may fetch ahead of the chain: fewer than the 20,000 side blocks that the header tree may have
   * (`DEFAULT_TREE_LIMITS`).
   */
  readonly headersAhead: number;
  /** Ranges requested or waiting for validation: with the bytes of each, this bounds the memory of a sync. */
  readonly rangesAhead: number;
  /** Bytes of gossiped blocks waiting for validation; further blocks are ignored. */
  readonly bytesInValidation: number;
  /** Limits on blocks with an unknown parent. */
  readonly orphansPerPeer: number;
  readonly orphanBytesPerPeer: number;
  readonly orphanBytesTotal: number;
  readonly orphanLifetimeMs: number;
  /** Maximum number of answers of blocks that are sent at once, to all peers together. */
  readonly maximumBlockAnswers: number;
  /** Messages that one peer may send. */
  readonly statusRate: Rate;
  readonly headerRate: Rate;
  readonly rangeRate: Rate;
  /** Bytes of headers and blocks sent to one peer; further answers wait. */
  readonly servedRate: Rate;
  readonly offerRate: Rate;
  readonly blockRate: Rate;
  /** Transactions above this rate are ignored without penalty: the peer may be forwarding transactions of others. */
  readonly transactionRate: Rate;
  /** Transactions by gossip, validated or not; each one above this rate costs points. */
  readonly gossipRate: Rate;
  /** Transactions that this node sends by gossip: below `gossipRate`, so that no peer penalizes it. */
  readonly spreadRate: Rate;
  /** Useless transactions (confirmed, wrong nonce, no balance) that each peer may always send. */
  readonly uselessRate: Rate;
  /** Useless transactions of all peers together, in addition to each peer's rate. One above both rates costs points. */
  readonly uselessRateTotal: Rate;
  /** Requests for addresses. */
  readonly addressRate: Rate;
}

export const PEER_LIMITS: PeerLimits = {
  maximumInbound: 48,
  inboundPerGroup: 4,
  inboundPerLocalGroup: 24,
  refusesLocalAddresses: false,
  maximumOutbound: 16,
  outboundWanted: 8,
  outboundPerLocalGroup: 8,
  probeIntervalMs: 30_000,
  addressPauseMs: 60_000,
  addressIntervalMs: 10 * 60_000,
  handshakeTimeoutMs: 10_000,
  statusIntervalMs: 15_000,
  headersTimeoutMs: 8_000,
  blocksTimeoutMs: 20_000,
  minimumBytesPerSecond: 32 * 1_024,
  lateAfterMs: 2_500,
  offerTimeoutMs: 2_000,
  gossipGraceMs: 400,
  refusalMs: 10 * 60_000,
  blocksPerRequest: 512,
  bytesPerRequest: 4 * 1_024 * 1_024,
  headersAhead: 16_000,
  rangesAhead: 4,
  bytesInValidation: 32 * 1_024 * 1_024,
  orphansPerPeer: 64,
  orphanBytesPerPeer: 32 * 1_024 * 1_024,
  orphanBytesTotal: 64 * 1_024 * 1_024,
  orphanLifetimeMs: 10 * 60_000,
  maximumBlockAnswers: 8,
  statusRate: { perSecond: 20, burst: 100 },
  headerRate: { perSecond: 10, burst: 100 },
  rangeRate: { perSecond: 50, burst: 200 },
  servedRate: { perSecond: 16 * 1_024 * 1_024, burst: 128 * 1_024 * 1_024 },
  offerRate: { perSecond: 200, burst: 1_000 },
  blockRate: { perSecond: 50, burst: 500 },
  transactionRate: { perSecond: 2_000, burst: 20_000 },
  // The burst is above a full mempool (20,000); the rate is above the 656 a second that fit into blocks (39,382 in 60 s).
  gossipRate: { perSecond: 1_000, burst: 25_000 },
  spreadRate: { perSecond: 900, burst: 20_000 },
  uselessRate: { perSecond: 20, burst: 500 },
  uselessRateTotal: { perSecond: 200, burst: 2_000 },
  addressRate: { perSecond: 1 / 60, burst: 5 },
};

/** At this many points a peer is dropped and refused for a while. */
export const DROP_POINTS = 100;

/** Points for each offence; one point expires every six seconds. */
export const OFFENCES = {
  /** Something that no honest node sends: malformed bytes, an invalid block or signature. */
  invalid: 100,
  /** A transaction whose signature or fields are invalid. */
  invalidTransaction: 25,
  /** No answer within the time, or an answer that the peer does not read. */
  timeout: 60,
  /** The peer's headers do not prove its status, or the peer lacks a block whose header it sent. */
  unproven: 60,
  /** An incomplete answer: the peer may be shutting down. */
  brokenOff: 30,
  /** A message, or a useless transaction, above the rate. */
  excess: 2,
} as const;
export const POINTS_FORGIVEN_PER_SECOND = 1 / 6;
