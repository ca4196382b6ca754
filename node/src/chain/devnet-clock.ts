import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import * as z from 'zod';
import { NodeError } from '../startup/errors.ts';

/** How a clock deviates from the machine's time. */
export interface ClockState {
  /** How far the clock is ahead of the machine's; negative if it is behind. */
  readonly offsetMs: number;
  /** Unix seconds at which the clock is held until the next block; `undefined` while it runs. */
  readonly heldAt: number | undefined;
}

const FILE = z.object({ offset_milliseconds: z.int(), held_at: z.int().min(0).nullable() });

/**
 * The clock of a devnet node: the machine's clock plus an offset, or held at one second until the next block. Each change is saved
 * in a file, so that a node whose blocks are dated in the future can mine after a restart.
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
   * @throws NodeError if the file is malformed
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
    if (heldAt === undefined) this.restore({ offsetMs: offsetMs + seconds * 1_000, heldAt });
    else this.hold(heldAt + seconds);
  }

  /** Holds the clock until `release`. @param second Unix seconds */
  hold(second: number): void {
    this.restore({ ...this.#state, heldAt: second });
  }

  /** Starts a held clock again from the second at which it was held; no effect on a running one. */
  release(): void {
    if (this.#state.heldAt !== undefined) this.#runFrom(this.#state.heldAt);
  }

  /** Moves the clock forward to a Unix second, never back. */
  advanceTo(second: number): void {
    if (second * 1_000 > this.now()) this.#runFrom(second);
  }

  #runFrom(second: number): void {
    this.restore({ offsetMs: second * 1_000 - this.#machineClock(), heldAt: undefined });
  }

  /** Sets a state, and replaces the file. @throws the system's error */
  restore({ offsetMs, heldAt }: ClockState): void {
    if (this.#state.offsetMs === offsetMs && this.#state.heldAt === heldAt) return;
    this.#state = { offsetMs, heldAt };
    const file: z.input<typeof FILE> = { offset_milliseconds: Math.round(offsetMs), held_at: heldAt ?? null };
    writeFileSync(`${this.#path}.new`, `${JSON.stringify(file)}\n`, { mode: 0o600, flush: true });
    renameSync(`${this.#path}.new`, this.#path);
  }
}

function readState(path: string): ClockState {
  try {
    const { offset_milliseconds: offsetMs, held_at: heldAt } = FILE.parse(
      JSON.parse(readFileSync(path, 'utf8')),
    );
    return { offsetMs, heldAt: heldAt ?? undefined };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { offsetMs: 0, heldAt: undefined };
    const problem = `${path} is not a devnet clock: remove it to continue with the machine's time`;
    throw new NodeError(problem, { cause: error });
  }
}
