import type { Rate } from './peer-limits.ts';

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

  #fill(): void {
    const now = this.#clock();
    const { perSecond, burst } = this.#rate;
    // A clock that was set back gives nothing, and takes nothing away.
    const gained = (Math.max(0, now - this.#filledAt) / 1_000) * perSecond;
    this.#tokens = Math.min(burst, this.#tokens + gained);
    this.#filledAt = now;
  }
}
