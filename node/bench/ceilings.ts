import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';

/** Number of threads with which the node verifies. */
export const THREADS = availableParallelism();

/**
 * Runs bare libsecp256k1 for two seconds: only `ecdsaVerify` over prepared signatures, digests and keys. The speed of a
 * machine changes from minute to minute, so call this right before the measurement that is compared with it.
 * @param threads number of threads
 * @returns verifications a second of all threads together
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
