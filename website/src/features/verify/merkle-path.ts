import type { TransactionProof } from '@cairn/api/explorer';
import { hexToBytes, MAX_BLOCK_TRANSACTIONS, type TransactionId, verifyMerklePath } from '@cairn/protocol';
import type { HeaderBytes } from './block-checks.ts';
import type { Findings } from './findings.ts';

/** A Merkle proof as the API or a receipt states it. */
export type ProofClaim = Omit<TransactionProof, 'network'>;

/**
 * Checks that the path leads from the transaction's ID to the root in the header. Without the number of leaves, it proves
 * that the transaction is in the block, but not its position.
 * @param of.id computed from the transaction's bytes; without them, the ID in the proof
 * @param of.header without it, the root is not proven to be that of a block
 * @param of.size leaves of the tree, if known
 */
export function checkProof(
  findings: Findings,
  proof: ProofClaim,
  of: { id: TransactionId; header: HeaderBytes | undefined; size: number | undefined },
): void {
  const { id, header, size } = of;
  findings.note('path', proof.path.length);
  findings.note('index', proof.transaction_index);
  findings.compareAll(proof, { id }, 'proof.');
  if (header !== undefined) {
    const { height, merkleRoot } = header.header;
    const place = { block_id: header.id, block_height: height, merkle_root: merkleRoot };
    findings.compareAll(proof, place, 'proof.');
  }
  if (!leadsToRoot({ ...proof, id }, size)) findings.problems.push('the path does not lead to the root');
  if (header === undefined) findings.limit = { code: 'header_missing' };
  else if (size === undefined) findings.limit = { code: 'size_unknown' };
}

/**
 * True if the path leads from the leaf to the root in a tree of this size, or of any size.
 * @param size leaves of the tree; if absent, any number that a block can have
 */
export function leadsToRoot(
  claim: Pick<ProofClaim, 'id' | 'transaction_index' | 'merkle_root' | 'path'>,
  size?: number,
): boolean {
  const index = claim.transaction_index;
  const path = claim.path.map(hexToBytes);
  const proof = { leaf: hexToBytes(claim.id), index, path, root: hexToBytes(claim.merkle_root) };
  const sizes = size === undefined ? sizesByShape(index) : [size];
  return sizes.some((candidate) => verifyMerklePath({ ...proof, size: candidate }));
}

/**
 * One tree size for each shape that the path of this leaf can have. On each level of the tree, a larger tree can add a
 * sibling on the right to the path: these are the smallest trees that do.
 */
function sizesByShape(index: number): number[] {
  const sizes = [index + 1];
  for (let width = 1; width < MAX_BLOCK_TRANSACTIONS; width *= 2) {
    sizes.push((Math.floor(index / width) + 1) * width + 1);
  }
  return sizes.filter((size) => size <= MAX_BLOCK_TRANSACTIONS);
}
