import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { concatBytes } from '@cairn/protocol';
import type { SignRequest, Unsigned } from './senders.ts';

/** Signs with every core. */
export class Signers {
  readonly #workers = Array.from(
    { length: availableParallelism() },
    () => new Worker(new URL('signing-worker.ts', import.meta.url)),
  );

  /** @returns the transactions' bytes one after another */
  async sign(transfers: readonly Unsigned[], keys: SignRequest['keys']): Promise<Uint8Array> {
    const share = Math.ceil(transfers.length / this.#workers.length);
    const parts = await Promise.all(
      this.#workers.map((worker, index) => {
        const request: SignRequest = { keys, transfers: transfers.slice(index * share, (index + 1) * share) };
        return new Promise<Uint8Array>((resolve, reject) => {
          worker.removeAllListeners().once('message', resolve).once('error', reject);
          worker.postMessage(request);
        });
      }),
    );
    return concatBytes(...parts);
  }

  async close(): Promise<void> {
    await Promise.all(this.#workers.map((worker) => worker.terminate()));
  }
}
