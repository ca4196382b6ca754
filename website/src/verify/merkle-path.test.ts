import { bytesToHex, merklePath, merkleRoot, sha256 } from '@cairn/protocol';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import vectors from '../../../test/vectors/merkle.json' with { type: 'json' };
import { sizesOfPath } from './merkle-path.ts';

const leavesOf = (size: number) =>
  Array.from({ length: size }, (_, index) => sha256(Uint8Array.of(index, index >> 8)));
const claimOf = (leaves: Uint8Array[], index: number) => ({
  id: bytesToHex(leaves[index]!),
  transaction_index: index,
  merkle_root: bytesToHex(merkleRoot(leaves)),
  path: merklePath(leaves, index).map(bytesToHex),
});

describe('sizesOfPath', () => {
  it('includes the path’s own tree, for any size and position', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 300 }), fc.nat(), (size, seed) => {
        const claim = claimOf(leavesOf(size), seed % size);
        const sizes = sizesOfPath(claim);
        expect(sizes?.least).toBeLessThanOrEqual(size);
        expect(sizes?.most).toBeGreaterThanOrEqual(size);
        expect(sizesOfPath(claim, size)).toEqual({ least: size, most: size });
      }),
      { numRuns: 40 },
    );
  });

  it('returns undefined for an altered byte of path, leaf or root', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 60 }), fc.nat(), fc.nat(63), (size, seed, digit) => {
        const claim = claimOf(leavesOf(size), seed % size);
        const flip = (hex: string) =>
          hex.slice(0, digit) + (hex[digit] === '0' ? '1' : '0') + hex.slice(digit + 1);
        const step = seed % claim.path.length;
        const path = claim.path.map((hash, index) => (index === step ? flip(hash) : hash));
        expect(sizesOfPath({ ...claim, path })).toBeUndefined();
        expect(sizesOfPath({ ...claim, id: flip(claim.id) })).toBeUndefined();
        expect(sizesOfPath({ ...claim, merkle_root: flip(claim.merkle_root) })).toBeUndefined();
        expect(sizesOfPath({ ...claim, path: claim.path.slice(1) }, size)).toBeUndefined();
      }),
      { numRuns: 25 },
    );
  });

  it('can return several sizes: a path does not say how large its tree is', () => {
    const claim = claimOf(leavesOf(4), 0);
    expect(sizesOfPath(claim)).toEqual({ least: 3, most: 4 });
  });

  it('agrees with the vectors', () => {
    for (const { leaves, root, index, path } of vectors.cases) {
      const claim = { id: leaves[index]!, transaction_index: index, merkle_root: root, path };
      expect(sizesOfPath(claim, leaves.length)).toBeDefined();
    }
  });
});
