/** The ceiling of everything that verifies signatures; also the thread that measures it. */
import { createHash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import secp256k1 from 'secp256k1';

/** As many threads as a node verifies with. */
const THREADS = availableParallelism();
export const CEILING = `${THREADS} × libsecp256k1`;
const SIGNATURES = 4_000;
const [WARM_UP_MS, MEASURED_MS] = [500, 2_000];

/**
 * Runs bare libsecp256k1 in every thread for two seconds: only `ecdsaVerify` over prepared signatures, digests and keys. The speed of
 * a machine changes from minute to minute, so call this right before what is compared with it.
 * @returns verifications a second of all threads together
 */
export async function verificationsPerSecond(): Promise<number> {
  const measure = (): Promise<number> =>
    new Promise((resolve, reject) => {
      new Worker(new URL(import.meta.url)).once('message', resolve).once('error', reject);
    });
  return (await Promise.all(Array.from({ length: THREADS }, measure))).reduce((sum, rate) => sum + rate, 0);
}

if (!isMainThread) {
  const items = Array.from({ length: SIGNATURES }, (_, index) => {
    const privateKey = createHash('sha256').update(`key ${index}`).digest();
    const digest = createHash('sha256').update(`message ${index}`).digest();
    const { signature } = secp256k1.ecdsaSign(digest, privateKey);
    return { signature, digest, publicKey: secp256k1.publicKeyCreate(privateKey, false) };
  });
  const verifyFor = (milliseconds: number): number => {
    const began = performance.now();
    let verified = 0;
    for (; performance.now() - began < milliseconds; verified += items.length) {
      for (const { signature, digest, publicKey } of items)
        if (!secp256k1.ecdsaVerify(signature, digest, publicKey))
          throw new Error('a valid signature is rejected');
    }
    return (verified / (performance.now() - began)) * 1_000;
  };
  verifyFor(WARM_UP_MS);
  parentPort!.postMessage(verifyFor(MEASURED_MS));
}
