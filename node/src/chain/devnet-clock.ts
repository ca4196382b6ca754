import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';

/** How a clock deviates from the machine's time. */
export interface ClockState {
  /** How far the clock is ahead of the machine's; negative if it is behind. */
  readonly offsetMs: number;
  /** Unix seconds at which the clock is held until the next block; `undefined` while it runs. */
  readonly heldAt: number | undefined;
}

/** The clock's file is malformed; the message is one line. */
export class ClockFileError extends Error {
  override readonly name = 'ClockFileError';
}

/**
 * The clock of a devnet node: the machine's clock plus an offset, or held at one second until the next block. It is saved in
 * a file, so that a node whose blocks are dated in the future can mine after a restart.
 */
export class DevnetClock {
  readonly #path: string;
  readonly #machineClock: () => number;
  #state: ClockState;

  private constructor(path: string, machineClock: () => number, state: ClockState) {
    this.#path = path;
    this.#machineClock = machineClock;
    this.#state = state;
  }

  /**
   * @param path the clock's file; it does not exist until the clock is set
   * @param machineClock Unix milliseconds
   * @throws ClockFileError
   */
  static open(path: string, machineClock: () => number = Date.now): DevnetClock {
    return new DevnetClock(path, machineClock, readState(path));
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
    this.restore({
      offsetMs: offsetMs + seconds * 1_000,
      heldAt: heldAt === undefined ? undefined : heldAt + seconds,
    });
  }

  /** Holds the clock until `release`. @param second Unix seconds */
  hold(second: number): void {
    this.restore({ ...this.#state, heldAt: second });
  }

  /** Starts a held clock again from the second at which it was held; no effect on a running one. */
  release(): void {
    const { heldAt } = this.#state;
    if (heldAt === undefined) return;
    this.restore({ offsetMs: heldAt * 1_000 - this.#machineClock(), heldAt: undefined });
  }

  /** Moves the clock forward to a Unix second, never back. Call `save` afterwards. */
  advanceTo(second: number): void {
    if (second * 1_000 <= this.now()) return;
    this.#state = { offsetMs: second * 1_000 - this.#machineClock(), heldAt: undefined };
  }

  /** Sets and saves a state. */
  restore(state: ClockState): void {
    const { offsetMs, heldAt } = this.#state;
    if (state.offsetMs === offsetMs && state.heldAt === heldAt) return;
    this.#state = state;
    this.save();
  }

  /** Replaces the file atomically. @throws the system's error */
  save(): void {
    const { offsetMs, heldAt } = this.#state;
    const text = JSON.stringify({
      offset_milliseconds: Math.round(offsetMs),
      held_at: heldAt ?? null,
    });
    const file = openSync(`${this.#path}.new`, 'w', 0o600);
    try {
      writeSync(file, `${text}\n`);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(`${this.#path}.new`, this.#path);
  }
}

function readState(path: string): ClockState {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { offsetMs: 0, heldAt: undefined };
    throw error;
  }
  const state = parseState(text);
  if (state !== undefined) return state;
  throw new ClockFileError(`${path} is not a devnet clock: remove it to continue with the machine's time`);
}

function parseState(text: string): ClockState | undefined {
  const found = /^\{"offset_milliseconds":(-?\d{1,15}),"held_at":(null|\d{1,10})\}\n$/.exec(text);
  if (found === null) return undefined;
  const [, offset, heldAt] = found;
  return { offsetMs: Number(offset), heldAt: heldAt === 'null' ? undefined : Number(heldAt) };
}
