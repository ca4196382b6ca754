import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';

/** A clock's deviation from the machine's time. */
export interface ClockState {
  /** Milliseconds that the clock is ahead of the machine's; negative if it is behind. */
  readonly offset: number;
  /** Unix seconds at which the clock is held until the next block; `undefined` if it runs. */
  readonly heldAt: number | undefined;
}

/** The clock's file is malformed; the message is one line. */
export class ClockFileError extends Error {
  override readonly name = 'ClockFileError';
}

/**
 * The clock of a devnet node: the machine's with an offset, or held at one second until the next block. A file keeps it, so
 * that a node whose blocks are dated ahead can mine after a restart.
 */
export class DevnetClock {
  readonly #path: string;
  readonly #machine: () => number;
  #state: ClockState;

  private constructor(path: string, machine: () => number, state: ClockState) {
    this.#path = path;
    this.#machine = machine;
    this.#state = state;
  }

  /**
   * @param path of the file; absent for a clock that was never moved
   * @param machine Unix milliseconds
   * @throws ClockFileError
   */
  static open(path: string, machine: () => number = Date.now): DevnetClock {
    return new DevnetClock(path, machine, readState(path));
  }

  /** Unix milliseconds. */
  readonly now = (): number => {
    const { offset, heldAt } = this.#state;
    return heldAt === undefined ? this.#machine() + offset : heldAt * 1_000;
  };

  /** Unix seconds. */
  seconds(): number {
    return Math.floor(this.now() / 1_000);
  }

  get state(): ClockState {
    return this.#state;
  }

  /** Seconds that it is ahead of the machine's clock. */
  offsetSeconds(): number {
    return Math.round((this.now() - this.#machine()) / 1_000);
  }

  /** Moves the clock, a held one too. */
  advance(seconds: number): void {
    const { offset, heldAt } = this.#state;
    this.restore({
      offset: offset + seconds * 1_000,
      heldAt: heldAt === undefined ? undefined : heldAt + seconds,
    });
  }

  /** Holds the clock until `release`. @param second Unix seconds */
  hold(second: number): void {
    this.restore({ ...this.#state, heldAt: second });
  }

  /** A held clock runs on from the second at which it was held; otherwise no effect. */
  release(): void {
    const { heldAt } = this.#state;
    if (heldAt !== undefined) this.restore({ offset: heldAt * 1_000 - this.#machine(), heldAt: undefined });
  }

  /** Moves the clock forward to a second, never back; to be followed by `save`. */
  reach(second: number): void {
    if (second * 1_000 <= this.now()) return;
    this.#state = { offset: second * 1_000 - this.#machine(), heldAt: undefined };
  }

  /** Sets and saves a state. */
  restore(state: ClockState): void {
    const { offset, heldAt } = this.#state;
    if (state.offset === offset && state.heldAt === heldAt) return;
    this.#state = state;
    this.save();
  }

  /** Replaces the file atomically. @throws the system's error */
  save(): void {
    const { offset, heldAt } = this.#state;
    const text = JSON.stringify({ offset_milliseconds: Math.round(offset), held_at: heldAt ?? null });
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
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { offset: 0, heldAt: undefined };
    throw error;
  }
  const state = parseState(text);
  if (state !== undefined) return state;
  throw new ClockFileError(`${path} is no devnet clock: remove it to go on with the machine's time`);
}

function parseState(text: string): ClockState | undefined {
  const found = /^\{"offset_milliseconds":(-?\d{1,15}),"held_at":(null|\d{1,10})\}\n$/.exec(text);
  if (found === null) return undefined;
  const [, offset, heldAt] = found;
  return { offset: Number(offset), heldAt: heldAt === 'null' ? undefined : Number(heldAt) };
}
