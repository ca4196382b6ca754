import { setImmediate } from 'node:timers';
import { concatBytes } from '@cairn/protocol';
import type { TransferFault } from './transaction-checks.ts';

/** Judges transfers one after another, 213 bytes each. */
type FindFault = (transfers: Uint8Array) => Promise<TransferFault | undefined>;

interface Waiting {
  readonly raw: Uint8Array;
  readonly resolve: (holds: boolean) => void;
  readonly reject: (error: unknown) => void;
}

/** Fewer than this are judged where they are: a thread would only add its latency. */
const WORTH_A_THREAD = 3;
/** Transfers that a thread takes at a time: more than one thread gets its share of a burst. */
const SHARE = 32;

/** Judges single transfers as they come, those of one turn of the event loop together. */
export class TransferBatch {
  readonly #here: FindFault;
  readonly #inThread: FindFault;
  #waiting: Waiting[] = [];

  /**
   * @param here judges on this thread
   * @param inThread judges on another one
   */
  constructor(here: FindFault, inThread: FindFault) {
    this.#here = here;
    this.#inThread = inThread;
  }

  /** @returns whether the transfer, by itself, breaks no rule */
  judge(raw: Uint8Array): Promise<boolean> {
    return new Promise((resolve, reject) => {
      if (this.#waiting.length === 0) setImmediate(() => this.#flush());
      this.#waiting.push({ raw, resolve, reject });
    });
  }

  #flush(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    const findFault = waiting.length < WORTH_A_THREAD ? this.#here : this.#inThread;
    for (let start = 0; start < waiting.length; start += SHARE) {
      void judgeAll(waiting.slice(start, start + SHARE), findFault);
    }
  }
}

/** A fault ends a run: what stands behind it is judged in another one. */
async function judgeAll(transfers: readonly Waiting[], findFault: FindFault): Promise<void> {
  try {
    let rest = transfers;
    while (rest.length > 0) {
      const fault = await findFault(concatBytes(...rest.map(({ raw }) => raw)));
      const good = fault?.index ?? rest.length;
      for (const { resolve } of rest.slice(0, good)) resolve(true);
      rest[good]?.resolve(false);
      rest = rest.slice(good + 1);
    }
  } catch (error) {
    for (const { reject } of transfers) reject(error); // those that are resolved stay so
  }
}
