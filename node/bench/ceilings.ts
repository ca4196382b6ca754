import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';

/** Threads that the node verifies with: as many as the machine runs at once. */
export const THREADS = availableParallelism();

/**
 * Bare libsecp256k1 for two seconds: nothing but `ecdsaVerify` over signatures, digests and keys that lie ready. A
 * machine's speed changes from minute to minute, so that it is measured right beside what is held against it.
 * @param threads at once
 * @returns verifications a second, of all threads together
 */
export async function measureVerification(threads: number): Promise<number> {
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
