/** `perSecond` tokens are added, up to `burst`. */
export interface Rate {
  readonly perSecond: number;
  readonly burst: number;
}

/** A rate limit. */
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

  /** The tokens that are there; below zero for a debt. */
  get tokens(): number {
    const now = this.#clock();
    const { perSecond, burst } = this.#rate;
    // A clock that was set back neither adds nor removes tokens.
    const gained = (Math.max(0, now - this.#filledAt) / 1_000) * perSecond;
    this.#tokens = Math.min(burst, this.#tokens + gained);
    this.#filledAt = now;
    return this.#tokens;
  }

  /** True if there is less than one token. */
  get isEmpty(): boolean {
    return this.tokens < 1;
  }

  /** Takes tokens; returns false, and takes none, if it is empty. The last message may leave a debt. */
  take(count = 1): boolean {
    if (this.isEmpty) return false;
    this.#tokens -= count;
    return true;
  }

  /**
   * Takes tokens even if that leaves a debt, of at most a burst.
   * @returns milliseconds until the debt is paid; 0 if there is none
   */
  spend(count: number): number {
    this.#tokens = Math.max(this.tokens - count, -this.#rate.burst);
    return Math.max(0, (-this.#tokens / this.#rate.perSecond) * 1_000);
  }
}
