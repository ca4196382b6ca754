import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { median } from './statistics.ts';

/** What the machine can do at the best, per second. */
export interface VerificationCeiling {
  readonly threads: number;
  /** Bare `ecdsaVerify` calls of one thread alone. */
  readonly oneThread: number;
  /** Of all threads at once, together. */
  readonly allThreads: number;
}

const RUNS = 3;

/** Bare libsecp256k1: nothing but `ecdsaVerify` over signatures, digests and keys that lie ready. */
export async function measureVerification(threads = availableParallelism()): Promise<VerificationCeiling> {
  const alone: number[] = [];
  const together: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    alone.push(await verifyWith(1));
    together.push(await verifyWith(threads));
  }
  return { threads, oneThread: median(alone), allThreads: median(together) };
}

async function verifyWith(threads: number): Promise<number> {
  const rates = await Promise.all(
    Array.from(
      { length: threads },
      () =>
        new Promise<number>((resolve, reject) => {
          const worker = new Worker(new URL('verifying-worker.ts', import.meta.url));
          worker.once('error', reject).once('message', (rate: number) => {
            void worker.terminate();
            resolve(rate);
          });
        }),
    ),
  );
  return rates.reduce((sum, rate) => sum + rate, 0);
}
