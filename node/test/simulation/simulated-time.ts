import { syncBuiltinESMExports } from 'node:module';
import timersPromises from 'node:timers/promises';
import TinyQueue from 'tinyqueue';

/** A scheduled call. */
interface Due {
  readonly at: number;
  readonly order: number;
  work: (() => void) | undefined;
}

/**
 * A clock that moves only by `moveTo`, with its timers. While it is installed, it replaces the clock of the whole process:
 * `setTimeout`, `setInterval`, `node:timers/promises` and `performance.now`. `setImmediate`, threads and the disk
 * stay real.
 */
export class SimulatedTime {
  #now: number;
  #order = 0;
  readonly #queue = new TinyQueue<Due>([], (a, b) => a.at - b.at || a.order - b.order);
  #restore: (() => void) | undefined;

  /** @param start Unix milliseconds */
  constructor(start: number) {
    this.#now = start;
  }

  /** Unix milliseconds. */
  readonly now = (): number => this.#now;

  /** Runs work after some milliseconds. @returns a function that cancels it */
  after(milliseconds: number, work: () => void): () => void {
    const due: Due = { at: this.#now + Math.max(0, milliseconds), order: (this.#order += 1), work };
    this.#queue.push(due);
    return () => (due.work = undefined);
  }

  /** Time of the next scheduled call; `undefined` if there is none. */
  next(): number | undefined {
    while (this.#queue.peek()?.work === undefined && this.#queue.length > 0) this.#queue.pop();
    return this.#queue.peek()?.at;
  }

  /** Moves forward to a time, and makes the calls that are due until then, in order. */
  moveTo(moment: number): void {
    for (let at = this.next(); at !== undefined && at <= moment; at = this.next()) {
      this.#now = Math.max(this.#now, at);
      const { work } = this.#queue.pop()!;
      work?.();
    }
    this.#now = Math.max(this.#now, moment);
  }

  /** Replaces the process's clock and timers until `restore`. */
  install(): void {
    const { setTimeout, clearTimeout, setInterval, clearInterval } = globalThis;
    const { setTimeout: sleep } = timersPromises;
    Object.assign(globalThis, {
      setTimeout: (work: (...values: unknown[]) => void, milliseconds = 0, ...values: unknown[]) =>
        this.#timer(() => work(...values), milliseconds, false),
      setInterval: (work: (...values: unknown[]) => void, milliseconds = 0, ...values: unknown[]) =>
        this.#timer(() => work(...values), milliseconds, true),
      clearTimeout: (timer: unknown) => void (timer instanceof SimulatedTimer && timer.close()),
      clearInterval: (timer: unknown) => void (timer instanceof SimulatedTimer && timer.close()),
    });
    Object.assign(timersPromises, { setTimeout: this.#sleep });
    syncBuiltinESMExports();
    const performanceStart = performance.now() - this.#now;
    Object.defineProperty(performance, 'now', {
      configurable: true,
      value: () => performanceStart + this.#now,
    });
    this.#restore = () => {
      Object.assign(globalThis, { setTimeout, clearTimeout, setInterval, clearInterval });
      Object.assign(timersPromises, { setTimeout: sleep });
      syncBuiltinESMExports();
      Reflect.deleteProperty(performance, 'now');
    };
  }

  restore(): void {
    this.#restore?.();
    this.#restore = undefined;
  }

  #timer(work: () => void, milliseconds: number, repeats: boolean): SimulatedTimer {
    return new SimulatedTimer(this, work, Math.max(1, milliseconds), repeats);
  }

  readonly #sleep = <Value>(
    milliseconds = 1,
    value?: Value,
    { signal }: { signal?: AbortSignal } = {},
  ): Promise<Value | undefined> =>
    new Promise((resolve, reject) => {
      const giveUp = (): void => {
        callOff();
        reject(new DOMException('The operation was aborted', 'AbortError'));
      };
      const callOff = this.after(milliseconds, () => {
        signal?.removeEventListener('abort', giveUp);
        resolve(value);
      });
      if (signal?.aborted === true) giveUp();
      else signal?.addEventListener('abort', giveUp, { once: true });
    });
}

/** Return value of `setTimeout` and `setInterval` under a simulated clock. */
class SimulatedTimer {
  readonly #time: SimulatedTime;
  readonly #work: () => void;
  readonly #milliseconds: number;
  readonly #repeats: boolean;
  #callOff!: () => void;

  constructor(time: SimulatedTime, work: () => void, milliseconds: number, repeats: boolean) {
    this.#time = time;
    this.#work = work;
    this.#milliseconds = milliseconds;
    this.#repeats = repeats;
    this.refresh();
  }

  refresh(): this {
    this.#callOff?.();
    this.#callOff = this.#time.after(this.#milliseconds, () => {
      if (this.#repeats) this.refresh();
      this.#work();
    });
    return this;
  }

  close(): this {
    this.#callOff();
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  hasRef(): boolean {
    return false;
  }
}
