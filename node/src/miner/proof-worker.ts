/** Worker thread: searches header nonces for a block ID that meets the target (PROTOCOL.md section 4). */
import { parentPort, workerData } from 'node:worker_threads';
import { HEADER_NONCE_OFFSET, blockIdBytes, compareBytes } from '@cairn/protocol';
import type { ProofJob } from './proof-search.ts';

/** Hashes between two checks whether the search was cancelled: well below a millisecond. */
const SLICE = 512;
const NONCES = 2 ** 32;

/** The number of the job that may run. */
const control = new Int32Array(workerData as SharedArrayBuffer);

/** @returns the lowest nonce; `undefined` if the search was cancelled, or no nonce meets the target */
function search({ job, header, target }: ProofJob): number | undefined {
  const view = new DataView(header.buffer, header.byteOffset, header.byteLength);
  for (let nonce = 0; nonce < NONCES; nonce += 1) {
    if (nonce % SLICE === 0 && Atomics.load(control, 0) !== job) return undefined;
    view.setUint32(HEADER_NONCE_OFFSET, nonce);
    if (compareBytes(blockIdBytes(header), target) <= 0) return nonce;
  }
  return undefined;
}

parentPort?.on('message', (job: ProofJob) => parentPort?.postMessage(search(job), []));
