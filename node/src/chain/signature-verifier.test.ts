import { concatBytes, encodeTransaction } from '@cairn/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSignatureVerifier, type SignatureVerifier } from './signature-verifier.ts';
import { DEVNET, transfer } from './test-support.ts';

const good = Array.from({ length: 40 }, (_, index) =>
  encodeTransaction(transfer({ from: 1, to: 2, nonce: index + 1 })),
);

/** So many transfers, the named ones with a changed value. */
function block(count: number, bad: number[] = []): Uint8Array {
  return concatBytes(
    ...Array.from({ length: count }, (_, index) => {
      const raw = good[index % good.length]!;
      return bad.includes(index) ? raw.with(16, raw[16]! ^ 1) : raw;
    }),
  );
}

let verifier: SignatureVerifier;
beforeAll(() => {
  verifier = createSignatureVerifier(DEVNET, 2);
});
afterAll(() => verifier.close());

describe('the signature verifier', () => {
  it.each([0, 1, 32, 33, 512, 513, 1_500])('finds nothing wrong with %i good ones', async (count) => {
    expect(await verifier.findBad(block(count))).toBeUndefined();
  });

  it.each([
    [1, [0]],
    [32, [31]],
    [33, [32]],
    [1_500, [511]],
    [1_500, [512]],
    [1_500, [1_499, 700, 600]],
  ])('finds the first bad one of %i', async (count, bad) => {
    expect(await verifier.findBad(block(count, bad))).toBe(Math.min(...bad));
  });

  it('refuses what is under way when it is closed', async () => {
    const answer = verifier.findBad(block(1_500));
    await Promise.all([expect(answer).rejects.toThrow('closed'), verifier.close()]);
  });
});
