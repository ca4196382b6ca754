import { bytesToHex, genesisBlock, getNetwork, merklePath, merkleRoot, sha256 } from '@cairn/protocol';
import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import vectors from '../../../../test/vectors/merkle.json' with { type: 'json' };
import { checkProof, leadsToRoot, readHeader } from './checks.ts';
import { Findings } from './steps.ts';

const leavesOf = (size: number) =>
  Array.from({ length: size }, (_, index) => sha256(Uint8Array.of(index, index >> 8)));
const claimOf = (leaves: Uint8Array[], index: number) => ({
  id: bytesToHex(leaves[index]!),
  transaction_index: index,
  merkle_root: bytesToHex(merkleRoot(leaves)),
  path: merklePath(leaves, index).map(bytesToHex),
});

describe('leadsToRoot', () => {
  it('is true for any size and position, with and without the size', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 300 }), fc.nat(), (size, seed) => {
        const claim = claimOf(leavesOf(size), seed % size);
        expect([leadsToRoot(claim), leadsToRoot(claim, size)]).toEqual([true, true]);
      }),
      { numRuns: 40 },
    );
  });

  it('is false for an altered byte of path, leaf or root', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 60 }), fc.nat(), fc.nat(63), (size, seed, digit) => {
        const claim = claimOf(leavesOf(size), seed % size);
        const flip = (hex: string) =>
          hex.slice(0, digit) + (hex[digit] === '0' ? '1' : '0') + hex.slice(digit + 1);
        const step = seed % claim.path.length;
        const path = claim.path.map((hash, index) => (index === step ? flip(hash) : hash));
        expect(leadsToRoot({ ...claim, path })).toBe(false);
        expect(leadsToRoot({ ...claim, id: flip(claim.id) })).toBe(false);
        expect(leadsToRoot({ ...claim, merkle_root: flip(claim.merkle_root) })).toBe(false);
        expect(leadsToRoot({ ...claim, path: claim.path.slice(1) }, size)).toBe(false);
      }),
      { numRuns: 25 },
    );
  });

  it('does not prove the position without the size, which `checkProof` reports', () => {
    const claim = claimOf(leavesOf(3), 2);
    // The last leaf of three has the same path as the last leaf of two.
    expect([leadsToRoot(claim, 3), leadsToRoot({ ...claim, transaction_index: 1 }, 3)]).toEqual([
      true,
      false,
    ]);
    expect(leadsToRoot({ ...claim, transaction_index: 1 })).toBe(true);
    const findings = new Findings();
    const header = readHeader(genesisBlock(getNetwork('devnet')));
    const proof = { ...claim, block_id: header.id, block_height: 0 };
    checkProof(findings, proof, { id: claim.id, header, size: undefined });
    expect(findings.limit?.code).toBe('size_unknown');
  });

  it('agrees with the vectors', () => {
    for (const { leaves, root, index, path } of vectors.cases) {
      const claim = { id: leaves[index]!, transaction_index: index, merkle_root: root, path };
      expect([leadsToRoot(claim), leadsToRoot(claim, leaves.length)]).toEqual([true, true]);
    }
  });
});
