import { syncBuiltinESMExports } from 'node:module';
import timersPromises from 'node:timers/promises';
import TinyQueue from 'tinyqueue';

/** A scheduled call. */
interface ScheduledCall {
  readonly at: number;
  readonly order: number;
  work: (() => void) | undefined;
}

/**
 * A clock with timers that moves only by `moveTo`. While it is installed, it replaces the clock of the whole process:
 * `setTimeout`, `setInterval`, `node:timers/promises`, `AbortSignal.timeout` and `performance.now`. `setImmediate`, threads and the
 * disk stay real.
 */
export class SimulatedTime {
  #now: number;
  #order = 0;
  readonly #queue = new TinyQueue<ScheduledCall>([], (a, b) => a.at - b.at || a.order - b.order);
  #restore: (() => void) | undefined;

  /** @param start Unix milliseconds */
  constructor(start: number) {
    this.#now = start;
  }

  /** Unix milliseconds. */
  readonly now = (): number => this.#now;

  /** Calls `work` after some milliseconds. @returns a function that cancels the call */
  after(milliseconds: number, work: () => void): () => void {
    const call: ScheduledCall = {
      at: this.#now + Math.max(0, milliseconds),
      order: (this.#order += 1),
      work,
    };
    this.#queue.push(call);
    return () => (call.work = undefined);
  }

  /** Time of the next scheduled call; `undefined` if there is none. */
  next(): number | undefined {
    while (this.#queue.peek()?.work === undefined && this.#queue.length > 0) this.#queue.pop();
    return this.#queue.peek()?.at;
  }

  /** Moves forward to a time, and makes the calls that are due by then, in order. */
  moveTo(time: number): void {
    for (let at = this.next(); at !== undefined && at <= time; at = this.next()) {
      this.#now = Math.max(this.#now, at);
      const { work } = this.#queue.pop()!;
      work?.();
    }
    this.#now = Math.max(this.#now, time);
  }

  /** Replaces the process's clock and timers until `restore`. */
  install(): void {
    const { setTimeout, clearTimeout, setInterval, clearInterval } = globalThis;
    const { setTimeout: sleep } = timersPromises;
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    Object.assign(globalThis, {
      setTimeout: (work: (...values: unknown[]) => void, milliseconds = 0, ...values: unknown[]) =>
        this.#timer(() => work(...values), milliseconds, false),
      setInterval: (work: (...values: unknown[]) => void, milliseconds = 0, ...values: unknown[]) =>
        this.#timer(() => work(...values), milliseconds, true),
      clearTimeout: (timer: unknown) => void (timer instanceof SimulatedTimer && timer.close()),
      clearInterval: (timer: unknown) => void (timer instanceof SimulatedTimer && timer.close()),
    });
    Object.assign(timersPromises, { setTimeout: this.#sleep });
    AbortSignal.timeout = (milliseconds) => {
      const controller = new AbortController();
      const reason = new DOMException('The operation was aborted due to timeout', 'TimeoutError');
      this.after(milliseconds, () => controller.abort(reason));
      return controller.signal;
    };
    syncBuiltinESMExports();
    const performanceStart = performance.now() - this.#now;
    Object.defineProperty(performance, 'now', {
      configurable: true,
      value: () => performanceStart + this.#now,
    });
    this.#restore = () => {
      Object.assign(globalThis, { setTimeout, clearTimeout, setInterval, clearInterval });
      Object.assign(timersPromises, { setTimeout: sleep });
      AbortSignal.timeout = timeout;
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
      const abort = (): void => {
        cancel();
        reject(new DOMException('The operation was aborted', 'AbortError'));
      };
      const cancel = this.after(milliseconds, () => {
        signal?.removeEventListener('abort', abort);
        resolve(value);
      });
      if (signal?.aborted === true) abort();
      else signal?.addEventListener('abort', abort, { once: true });
    });
}

/** Return value of `setTimeout` and `setInterval` under a simulated clock. */
class SimulatedTimer {
  readonly #time: SimulatedTime;
  readonly #work: () => void;
  readonly #milliseconds: number;
  readonly #repeats: boolean;
  #cancel!: () => void;

  constructor(time: SimulatedTime, work: () => void, milliseconds: number, repeats: boolean) {
    this.#time = time;
    this.#work = work;
    this.#milliseconds = milliseconds;
    this.#repeats = repeats;
    this.refresh();
  }

  refresh(): this {
    this.#cancel?.();
    this.#cancel = this.#time.after(this.#milliseconds, () => {
      if (this.#repeats) this.refresh();
      this.#work();
    });
    return this;
  }

  close(): this {
    this.#cancel();
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
