import { LRUCache } from 'lru-cache';
import type { PeerLimits, Rate } from './limits.ts';

/** A rate limit: tokens are added at a rate, up to the burst. */
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

  /** Takes tokens; returns false, and takes none, if there is less than one. The last message may leave a debt. */
  take(count = 1): boolean {
    this.#fill();
    if (this.#tokens < 1) return false;
    this.#tokens -= count;
    return true;
  }

  /**
   * Takes tokens even if that leaves a debt, of at most a burst.
   * @returns milliseconds until the debt is paid; 0 if there is none
   */
  spend(count: number): number {
    this.#fill();
    this.#tokens = Math.max(this.#tokens - count, -this.#rate.burst);
    return Math.max(0, (-this.#tokens / this.#rate.perSecond) * 1_000);
  }

  #fill(): void {
    const now = this.#clock();
    const { perSecond, burst } = this.#rate;
    // A clock that was set back neither adds nor removes tokens.
    const gained = (Math.max(0, now - this.#filledAt) / 1_000) * perSecond;
    this.#tokens = Math.min(burst, this.#tokens + gained);
    this.#filledAt = now;
  }
}

/** The three rates of a peer. */
export interface PeerRates {
  readonly requests: TokenBucket;
  /** Bytes. */
  readonly served: TokenBucket;
  readonly gossip: TokenBucket;
}

/** What a peer has used of its rates, and its points. */
export interface PeerRecord {
  readonly rates: PeerRates;
  /** Points at `pointsAt`; `Peers` lets them expire. */
  points: number;
  /** Unix milliseconds. */
  pointsAt: number;
}

const REMEMBERED = 4_096;

/** Remembers the records of peers that left, by ID and by address: reconnecting or a new key gives no new burst. */
export class PeerRecords {
  readonly #limits: PeerLimits;
  readonly #clock: () => number;
  readonly #left = new LRUCache<string, PeerRecord>({ max: REMEMBERED });

  constructor(limits: PeerLimits, clock: () => number) {
    this.#limits = limits;
    this.#clock = clock;
  }

  /** The record of a peer that connects. @param address `undefined` for one that several nodes may share */
  take(id: string, address: string | undefined): PeerRecord {
    for (const key of [id, address]) {
      const record = key === undefined ? undefined : this.#left.get(key);
      if (record === undefined) continue;
      this.#left.delete(key!);
      return record;
    }
    const { requestRate, servedRate, gossipRate } = this.#limits;
    const clock = this.#clock;
    const rates = {
      requests: new TokenBucket(requestRate, clock),
      served: new TokenBucket(servedRate, clock),
      gossip: new TokenBucket(gossipRate, clock),
    };
    return { rates, points: 0, pointsAt: clock() };
  }

  /** Call when the peer leaves. */
  keep(record: PeerRecord, id: string, address: string | undefined): void {
    this.#left.set(id, record);
    if (address !== undefined) this.#left.set(address, record);
  }
}
