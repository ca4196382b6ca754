import { createHash } from 'node:crypto';
import {
  addressFromPublicKey,
  concatBytes,
  getNetwork,
  getPublicKey,
  type TransactionBody,
} from '@cairn/protocol';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';

export const NETWORK = getNetwork('devnet');
/** Number of sending accounts, whose keys are derived from their numbers. */
export const SENDERS = 10_000;

/** Private key of a sender. */
export function senderKey(index: number): Uint8Array {
  return createHash('sha256').update(`cairn bench sender ${index}`).digest();
}

/** Addresses of all senders. */
export function senderAddresses(): string[] {
  return Array.from({ length: SENDERS }, (_, index) =>
    addressFromPublicKey(getPublicKey(senderKey(index)), NETWORK),
  );
}

/** A transfer and the number of the account that signs it. */
export interface Unsigned {
  readonly signer: number;
  readonly body: TransactionBody;
}

/** Request to a signing thread. */
export interface SignRequest {
  /** Keys to sign with: of the first development account, or of the senders by number. */
  readonly keys: 'treasury' | 'senders';
  readonly transfers: readonly Unsigned[];
}

/** Threads that sign transfers, one per core. */
export class Signers {
  readonly #workers = Array.from(
    { length: availableParallelism() },
    () => new Worker(new URL('signing-worker.ts', import.meta.url)),
  );

  /** @returns the concatenated bytes of the transactions */
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
