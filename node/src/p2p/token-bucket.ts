/** A rate limit's parameters. */
export interface Rate {
  /** Tokens added per second. */
  readonly perSecond: number;
  /** Maximum number of tokens that can be taken at once after a pause. */
  readonly burst: number;
}

/** A rate limit: tokens are added at the rate, up to the burst; each message, or each byte sent, takes one. */
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

  /** Takes one token; returns false, and takes none, if the limit is reached. */
  take(): boolean {
    this.#fill();
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }

  /**
   * Takes `count` tokens, even if that leaves a debt.
   * @returns milliseconds until the debt is paid; 0 if there is none
   */
  spend(count: number): number {
    this.#fill();
    this.#tokens -= count;
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
