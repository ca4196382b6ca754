import { merklePath, merkleRoot } from '@cairn/protocol';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { MerkleTree } from './merkle-tree.ts';

it('is the tree of RFC 6962, whatever its size', () => {
  const leaf = fc.uint8Array({ minLength: 32, maxLength: 32 });
  fc.assert(
    fc.property(fc.array(leaf, { minLength: 1, maxLength: 70 }), fc.nat(), (leaves, seed) => {
      const tree = new MerkleTree(leaves.length);
      for (const one of leaves) tree.add(one);
      expect(tree.finish()).toEqual(new Uint8Array(merkleRoot(leaves)));
      const index = seed % leaves.length;
      expect(tree.path(index).map((hash) => [...hash])).toEqual(
        merklePath(leaves, index).map((hash) => [...hash]),
      );
    }),
  );
});

it('keeps 64 bytes a leaf', () => {
  expect(new MerkleTree(39_382).byteLength).toBeLessThan(39_382 * 64 + 1_024);
});
