/** How a clock deviates from the machine's time. */
export interface ClockState {
  /** How far the clock is ahead of the machine's; negative if it is behind. */
  readonly offsetMs: number;
  /** Unix seconds at which the clock is held until the next block; `undefined` while it runs. */
  readonly heldAt: number | undefined;
}

/** The clock of a devnet: the machine's clock plus an offset, or held at one second until the next block. */
export class DevnetClock {
  readonly #machineClock: () => number;
  #state: ClockState;
  readonly #save: (state: ClockState) => void;

  /**
   * @param machineClock Unix milliseconds
   * @param state that of the machine by default
   * @param save called with each new state
   */
  constructor(
    machineClock: () => number,
    state: ClockState = { offsetMs: 0, heldAt: undefined },
    save: (state: ClockState) => void = () => undefined,
  ) {
    this.#machineClock = machineClock;
    this.#state = state;
    this.#save = save;
  }

  /** Unix milliseconds. */
  readonly now = (): number => {
    const { offsetMs, heldAt } = this.#state;
    return heldAt === undefined ? this.#machineClock() + offsetMs : heldAt * 1_000;
  };

  /** Unix seconds. */
  seconds(): number {
    return Math.floor(this.now() / 1_000);
  }

  get state(): ClockState {
    return this.#state;
  }

  /** Seconds that the clock is ahead of the machine's; negative if it is behind. */
  offsetSeconds(): number {
    return Math.round((this.now() - this.#machineClock()) / 1_000);
  }

  /** Moves the clock, running or held. */
  advance(seconds: number): void {
    const { offsetMs, heldAt } = this.#state;
    if (heldAt === undefined) this.restore({ offsetMs: offsetMs + seconds * 1_000, heldAt });
    else this.hold(heldAt + seconds);
  }

  /** Holds the clock until `release`. @param second Unix seconds */
  hold(second: number): void {
    this.restore({ ...this.#state, heldAt: second });
  }

  /** Starts a held clock again from the second at which it was held; no effect on a running one. */
  release(): void {
    if (this.#state.heldAt !== undefined) this.runFrom(this.#state.heldAt);
  }

  /** Moves the clock forward to a Unix second, never back. */
  advanceTo(second: number): void {
    if (second * 1_000 > this.now()) this.runFrom(second);
  }

  /** Sets a running clock to a Unix second. */
  runFrom(second: number): void {
    this.restore({ offsetMs: second * 1_000 - this.#machineClock(), heldAt: undefined });
  }

  /** Sets a state, and saves it. */
  restore({ offsetMs, heldAt }: ClockState): void {
    if (this.#state.offsetMs === offsetMs && this.#state.heldAt === heldAt) return;
    this.#state = { offsetMs, heldAt };
    this.#save(this.#state);
  }
}
