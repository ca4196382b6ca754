/** The thread of `measureVerification`: verifies signatures with bare libsecp256k1. */
import { createHash } from 'node:crypto';
import { parentPort } from 'node:worker_threads';
import secp256k1 from 'secp256k1';

const COUNT = 4_000;
const WARM_UP_MS = 500;
const MILLISECONDS = 2_000;

const items = Array.from({ length: COUNT }, (_, index) => {
  const privateKey = createHash('sha256').update(`key ${index}`).digest();
  const digest = createHash('sha256').update(`message ${index}`).digest();
  const { signature } = secp256k1.ecdsaSign(digest, privateKey);
  return { signature, digest, publicKey: secp256k1.publicKeyCreate(privateKey, false) };
});

/** @returns verifications a second */
function verifyFor(milliseconds: number): number {
  const began = performance.now();
  let verified = 0;
  while (performance.now() - began < milliseconds) {
    for (const { signature, digest, publicKey } of items) {
      if (!secp256k1.ecdsaVerify(signature, digest, publicKey))
        throw new Error('a valid signature was refused');
    }
    verified += items.length;
  }
  return (verified / (performance.now() - began)) * 1_000;
}

verifyFor(WARM_UP_MS);
parentPort!.postMessage(verifyFor(MILLISECONDS));
