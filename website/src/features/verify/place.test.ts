import { bytesToHex, encodeBlockHeader, merklePath, merkleRoot, sha256 } from '@cairn/protocol';
import { expect, it } from 'vitest';
import fc from 'fast-check';
import { checkProof, readHeader } from './checks.ts';
import { Findings } from './steps.ts';

const MINER = 'dLhCHA22XoXSswtB78TF1rxQgv3MZQ2iJ3';
const leavesOf = (size: number) =>
  Array.from({ length: size }, (_, index) => sha256(Uint8Array.of(index, index >> 8)));
const headerOf = (leaves: Uint8Array[]) =>
  readHeader(
    encodeBlockHeader({
      version: 1,
      height: 9,
      previousBlockId: '00'.repeat(32),
      merkleRoot: bytesToHex(merkleRoot(leaves)),
      miner: MINER,
      timestamp: 1_767_312_000,
      bits: 0x207fffff,
      nonce: 0,
    }),
  );

/** Whether a proof of a leaf holds, with changes. */
function holds(
  leaves: Uint8Array[],
  index: number,
  change: { id?: string; index?: number; path?: string[] },
) {
  const { id = bytesToHex(leaves[index]!), path = merklePath(leaves, index).map(bytesToHex) } = change;
  const findings = new Findings();
  const proof = { transaction_index: change.index ?? index, path };
  checkProof(findings, proof, { id, header: headerOf(leaves), size: leaves.length });
  return findings.isGood;
}

it('a proof holds for any size and position, and for no altered byte of path or leaf', () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 300 }), fc.nat(), fc.nat(63), (size, seed, digit) => {
      const leaves = leavesOf(size);
      const index = seed % size;
      const flip = (hex: string) =>
        hex.slice(0, digit) + (hex[digit] === '0' ? '1' : '0') + hex.slice(digit + 1);
      const path = merklePath(leaves, index).map(bytesToHex);
      const step = seed % path.length;
      expect(holds(leaves, index, {})).toBe(true);
      expect(holds(leaves, index, { path: path.with(step, flip(path[step]!)) })).toBe(false);
      expect(holds(leaves, index, { path: path.slice(1) })).toBe(false);
      expect(holds(leaves, index, { id: flip(bytesToHex(leaves[index]!)) })).toBe(false);
    }),
    { numRuns: 40 },
  );
});

it('the position is that in a tree of this size', () => {
  // The last leaf of three has the same path as the last leaf of two.
  expect(holds(leavesOf(3), 2, {})).toBe(true);
  expect(holds(leavesOf(3), 2, { index: 1 })).toBe(false);
});
