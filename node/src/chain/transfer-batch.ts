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
const SHARE = 16;
/** Batches under way at once: what comes meanwhile waits for the next one, so that batches grow with the load. */
const MOST_UNDER_WAY = 4;

/** Judges single transfers as they come, in batches that grow with the load. */
export class TransferBatch {
  readonly #here: FindFault;
  readonly #inThread: FindFault;
  readonly #waiting: Waiting[] = [];
  #underWay = 0;
  #scheduled = false;

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
      this.#waiting.push({ raw, resolve, reject });
      this.#schedule();
    });
  }

  /** What else arrives in this turn of the event loop goes along. */
  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      while (this.#waiting.length > 0 && this.#underWay < MOST_UNDER_WAY) void this.#run();
    });
  }

  async #run(): Promise<void> {
    const transfers = this.#waiting.splice(0, SHARE);
    this.#underWay += 1;
    await judgeAll(transfers, transfers.length < WORTH_A_THREAD ? this.#here : this.#inThread);
    this.#underWay -= 1;
    if (this.#waiting.length > 0) this.#schedule();
  }
}

/** A fault ends a run: what stands behind it is judged in another one. Never rejects. */
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
