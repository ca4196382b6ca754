/** Limits on peers' use of this node, and timeouts. All times are milliseconds. */
export interface PeerLimits {
  /** Inbound connections. */
  readonly maximumInbound: number;
  /** Of these, from one public IPv4 /24 or IPv6 /48. */
  readonly inboundPerGroup: number;
  /** The same for a loopback or private network, where many nodes of one owner, or callers behind a proxy, share it. */
  readonly inboundPerLocalGroup: number;
  /** Whether misbehaviour refuses a loopback or private address as it does a public one. */
  readonly refusesLocalAddresses: boolean;
  /** Connections that this node opens: the peers it was given, and those found on the local network. */
  readonly maximumOutbound: number;
  /** Of these, connections from peer discovery, each to another public network. */
  readonly outboundWanted: number;
  /** Of these, to one loopback or private network. */
  readonly outboundPerLocalGroup: number;
  /** Between two probes of addresses in the book. */
  readonly probeInterval: number;
  /** Between two attempts to dial one address; doubled with each failure. */
  readonly addressPause: number;
  /** Between two requests for addresses to one outbound peer. */
  readonly addressInterval: number;
  /** From the connection to the other side's status. */
  readonly handshake: number;
  /** Between two status exchanges without a new tip. */
  readonly statusInterval: number;
  /** For a whole answer of headers. */
  readonly headers: number;
  /** For an answer of blocks; each byte received extends it at `minimumRate`. */
  readonly block: number;
  /** Bytes a second below which an answer of blocks is aborted. */
  readonly minimumRate: number;
  /** After this time the lowest missing blocks, and further headers, are asked of a second peer as well. */
  readonly rescue: number;
  /** For the answer to offered transactions; submissions wait no longer than this for `relay_count`. */
  readonly offer: number;
  /** How long an advertised block after our tip may take to arrive by gossip before it counts as missing. */
  readonly gossipGrace: number;
  /** How long a dropped peer is refused. */
  readonly refusal: number;
  /** Blocks asked for at once. */
  readonly blocksPerRequest: number;
  /** Bytes asked for at once; one whole block is always sent. */
  readonly bytesPerRequest: number;
  /** Headers that a sync may be ahead of the chain; with `depth` below the header tree's limit (20,000). */
  readonly headersAhead: number;
  /** Ranges requested or waiting for validation: with the bytes of each, this bounds the memory of a sync. */
  readonly rangesAhead: number;
  /** Bytes of gossiped blocks waiting for validation; further blocks are ignored. */
  readonly bytesInValidation: number;
  /** Blocks with an unknown parent: of one peer, of all, and for how long. */
  readonly orphans: number;
  readonly orphanBytes: number;
  readonly orphanBytesOfAll: number;
  readonly orphanPatience: number;
  /** Ranges being sent to others at once. */
  readonly rangesServed: number;
  /** Messages a second, and at once after a silence, that one peer may send. */
  readonly statusRate: Rate;
  readonly headerRate: Rate;
  readonly rangeRate: Rate;
  /** Bytes of headers and blocks sent to one peer; further ones wait. */
  readonly servedRate: Rate;
  readonly offerRate: Rate;
  readonly blockRate: Rate;
  /** Transactions beyond it are ignored without points: the peer may be forwarding those of others. */
  readonly transactionRate: Rate;
  /** Transactions by gossip, validated or not; beyond it each costs points. */
  readonly gossipRate: Rate;
  /** Transactions that this node sends by gossip: below `gossipRate`, so that no peer penalizes it. */
  readonly spreadRate: Rate;
  /** Useless transactions (confirmed, wrong nonce, no balance) that each peer may always send. */
  readonly uselessRate: Rate;
  /** The same for all peers together, on top of each one's rate. Beyond both each costs points. */
  readonly uselessRateInAll: Rate;
  /** Requests for addresses. */
  readonly addressRate: Rate;
}

export interface Rate {
  readonly perSecond: number;
  readonly burst: number;
}

export const PEER_LIMITS: PeerLimits = {
  maximumInbound: 48,
  inboundPerGroup: 4,
  inboundPerLocalGroup: 24,
  refusesLocalAddresses: false,
  maximumOutbound: 16,
  outboundWanted: 8,
  outboundPerLocalGroup: 8,
  probeInterval: 30_000,
  addressPause: 60_000,
  addressInterval: 10 * 60_000,
  handshake: 10_000,
  statusInterval: 15_000,
  headers: 8_000,
  block: 20_000,
  minimumRate: 32 * 1_024,
  rescue: 2_500,
  offer: 2_000,
  gossipGrace: 400,
  refusal: 10 * 60_000,
  blocksPerRequest: 512,
  bytesPerRequest: 4 * 1_024 * 1_024,
  headersAhead: 16_000,
  rangesAhead: 4,
  bytesInValidation: 32 * 1_024 * 1_024,
  orphans: 64,
  orphanBytes: 32 * 1_024 * 1_024,
  orphanBytesOfAll: 64 * 1_024 * 1_024,
  orphanPatience: 10 * 60_000,
  rangesServed: 8,
  statusRate: { perSecond: 20, burst: 100 },
  headerRate: { perSecond: 10, burst: 100 },
  rangeRate: { perSecond: 50, burst: 200 },
  servedRate: { perSecond: 16 * 1_024 * 1_024, burst: 128 * 1_024 * 1_024 },
  offerRate: { perSecond: 200, burst: 1_000 },
  blockRate: { perSecond: 50, burst: 500 },
  transactionRate: { perSecond: 2_000, burst: 20_000 },
  // A full mempool at once, and more than the 656 a second that blocks can hold.
  gossipRate: { perSecond: 1_000, burst: 25_000 },
  spreadRate: { perSecond: 900, burst: 20_000 },
  uselessRate: { perSecond: 20, burst: 500 },
  uselessRateInAll: { perSecond: 200, burst: 2_000 },
  addressRate: { perSecond: 1 / 60, burst: 5 },
};

/** Points of misbehaviour at which a peer is dropped and refused for a while. */
export const DROP_POINTS = 100;

/** Points of each offence; one point expires every six seconds. */
export const OFFENCES = {
  /** Something that no honest node sends: malformed bytes, an invalid block or signature. */
  invalid: 100,
  /** A transaction whose signature or fields are invalid. */
  invalidTransaction: 25,
  /** No answer within the time. */
  timeout: 60,
  /** Its headers do not prove its status. */
  unproven: 60,
  /** An incomplete answer: the peer may be shutting down. */
  brokenOff: 30,
  /** More messages than the rate allows; for each of them. */
  excess: 2,
} as const;
export const FORGIVEN_PER_SECOND = 1 / 6;

/** Counts what one peer may still send: fills at a rate, holds at most a burst. */
export class TokenBucket {
  readonly #rate: Rate;
  readonly #clock: () => number;
  #tokens: number;
  #filledAt: number;

  /** @param clock Unix milliseconds */
  constructor(rate: Rate, clock: () => number) {
    this.#rate = rate;
    this.#clock = clock;
    this.#tokens = rate.burst;
    this.#filledAt = clock();
  }

  /** Takes one; false, and nothing taken, when the peer has sent too much. */
  take(): boolean {
    this.#fill();
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }

  /**
   * Takes a number, more than there is where need be.
   * @returns milliseconds until the debt is paid; 0 without one
   */
  spend(count: number): number {
    this.#fill();
    this.#tokens -= count;
    return Math.max(0, (-this.#tokens / this.#rate.perSecond) * 1_000);
  }

  #fill(): void {
    const now = this.#clock();
    const { perSecond, burst } = this.#rate;
    // A clock that was set back gives nothing, and takes nothing away.
    const gained = (Math.max(0, now - this.#filledAt) / 1_000) * perSecond;
    this.#tokens = Math.min(burst, this.#tokens + gained);
    this.#filledAt = now;
  }
}

/** Lets a number of holders through at once; the others wait in a row. */
export interface Turns {
  /**
   * Runs `work` when it is its turn.
   * @param signal ends the waiting
   * @throws the signal's reason, or what `work` throws
   */
  take<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result>;
}

/** @param count at once */
export function createTurns(count: number): Turns {
  let free = count;
  const waiting = new Set<() => void>();
  const wait = (signal: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const proceed = (): void => {
        signal.removeEventListener('abort', giveUp);
        resolve();
      };
      const giveUp = (): void => {
        waiting.delete(proceed);
        reject(signal.reason as Error);
      };
      signal.addEventListener('abort', giveUp, { once: true });
      waiting.add(proceed);
    });
  return {
    async take(signal, work) {
      signal.throwIfAborted();
      if (free > 0) free -= 1;
      else await wait(signal);
      try {
        return await work();
      } finally {
        const [next] = waiting;
        if (next === undefined) free += 1;
        else {
          waiting.delete(next);
          next(); // the turn passes on
        }
      }
    },
  };
}
