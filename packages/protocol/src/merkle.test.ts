import fc from 'fast-check';
import { expect, it } from 'vitest';
import { concatBytes } from './bytes.ts';
import { sha256 } from './hash.ts';
import { MerkleTree, merklePath, merkleRoot, merkleRootOfParts, verifyMerklePath } from './merkle.ts';

/** The definitions of RFC 6962 section 2.1, word for word. */
function rfcRoot(leaves: readonly Uint8Array[]): Uint8Array {
  if (leaves.length === 1) return sha256(concatBytes(Uint8Array.of(0), leaves[0]!));
  const split = splitOf(leaves.length);
  return sha256(concatBytes(Uint8Array.of(1), rfcRoot(leaves.slice(0, split)), rfcRoot(leaves.slice(split))));
}

function rfcPath(index: number, leaves: readonly Uint8Array[]): Uint8Array[] {
  if (leaves.length === 1) return [];
  const split = splitOf(leaves.length);
  const [left, right] = [leaves.slice(0, split), leaves.slice(split)];
  return index < split
    ? [...rfcPath(index, left), rfcRoot(right)]
    : [...rfcPath(index - split, right), rfcRoot(left)];
}

function splitOf(size: number): number {
  let split = 1;
  while (split * 2 < size) split *= 2;
  return split;
}

const numbers = (hashes: readonly Uint8Array[]): number[][] => hashes.map((hash) => [...hash]);
const anyLeaves = fc.array(fc.uint8Array({ minLength: 32, maxLength: 32 }), { minLength: 1, maxLength: 70 });

it('a Merkle tree of any size is that of RFC 6962, built at once or from parts', () => {
  fc.assert(
    fc.property(anyLeaves, fc.nat(), fc.integer({ min: 0, max: 5 }), (leaves, seed, power) => {
      const index = seed % leaves.length;
      expect(numbers([merkleRoot(leaves)])).toEqual(numbers([rfcRoot(leaves)]));
      expect(numbers(merklePath(leaves, index))).toEqual(numbers(rfcPath(index, leaves)));
      const size = 2 ** power;
      const parts = Array.from({ length: Math.ceil(leaves.length / size) }, (_, part) =>
        merkleRoot(leaves.slice(part * size, (part + 1) * size)),
      );
      expect(numbers([merkleRootOfParts(parts)])).toEqual(numbers([rfcRoot(leaves)]));
    }),
  );
});

it('a path leads to the root only from its own leaf, index and size', () => {
  fc.assert(
    fc.property(anyLeaves, fc.nat(), fc.nat(), (leaves, seed, other) => {
      const index = seed % leaves.length;
      const path = merklePath(leaves, index);
      const proof = { leaf: leaves[index]!, index, size: leaves.length, path, root: merkleRoot(leaves) };
      expect(verifyMerklePath(proof)).toBe(true);
      expect(verifyMerklePath({ ...proof, path: [...path, proof.leaf] })).toBe(false);
      expect(verifyMerklePath({ ...proof, index: leaves.length })).toBe(false);
      const leaf = leaves[other % leaves.length]!;
      fc.pre(leaf.some((byte, at) => byte !== proof.leaf[at]));
      expect(verifyMerklePath({ ...proof, leaf })).toBe(false);
    }),
  );
  expect(() => merklePath([new Uint8Array(32)], 1)).toThrow(
    expect.objectContaining({ code: 'invalid_merkle_proof' }),
  );
});

it('a Merkle tree accepts only hashes of 32 bytes, and has paths only for its own leaves', () => {
  const tree = new MerkleTree(2);
  expect(() => tree.add(new Uint8Array(31))).toThrow('32 bytes');
  expect(() => tree.addSubtree(new Uint8Array(33))).toThrow('32 bytes');
  tree.add(new Uint8Array(32));
  for (const index of [-1, 1, 0.5]) expect(() => tree.path(index)).toThrow(`no leaf ${index}`);
});
