import {
  type BlockId,
  hexToBytes,
  MAX_BLOCK_TRANSACTIONS,
  type TransactionId,
  verifyMerklePath,
} from '@cairn/protocol';
import type { Findings } from './findings.ts';
import type { HeaderBytes } from './header-checks.ts';

/** A Merkle proof as the API or a receipt states it. */
export interface ProofClaim {
  readonly id: TransactionId;
  readonly block_height: number;
  readonly block_id: BlockId;
  readonly transaction_index: number;
  readonly merkle_root: string;
  readonly path: readonly string[];
}

/**
 * Checks that the path leads from the transaction's ID to the root in the header.
 * @param id computed from the transaction's bytes
 * @param size leaves of the tree; without it, every size is tried
 */
export function checkProof(
  findings: Findings,
  proof: ProofClaim,
  {
    id,
    header: { header, id: blockId },
    size,
  }: { id: TransactionId; header: HeaderBytes; size: number | undefined },
): void {
  findings.note('path', proof.path.length);
  findings.note('root', header.merkleRoot);
  findings.compare('proof.id', proof.id, id);
  findings.compare('proof.block_id', proof.block_id, blockId);
  findings.compare('proof.block_height', proof.block_height, header.height);
  findings.compare('proof.merkle_root', proof.merkle_root, header.merkleRoot);
  const sizes = sizesOfPath({ ...proof, id, merkle_root: header.merkleRoot }, size);
  if (sizes === undefined) findings.problems.push('the path does not lead to the root in the header');
  else if (size === undefined && sizes.least !== sizes.most) findings.limit = { code: 'size_unknown' };
  if (size !== undefined) findings.note('leaves', size);
}

/** Leaves of the smallest and the largest tree in which a path leads from its leaf to its root. */
interface Sizes {
  readonly least: number;
  readonly most: number;
}

/**
 * Sizes of the trees in which the path is valid. A path does not say how large its tree is, and trees of several sizes can
 * hash it in the same order.
 * @param size the only size to try; without it, every size that a block can have
 * @returns `undefined` if there is none
 */
export function sizesOfPath(
  claim: Pick<ProofClaim, 'id' | 'transaction_index' | 'merkle_root' | 'path'>,
  size?: number,
): Sizes | undefined {
  const index = claim.transaction_index;
  const path = claim.path.map(hexToBytes);
  const proof = { leaf: hexToBytes(claim.id), index, path, root: hexToBytes(claim.merkle_root) };
  const fits = (candidate: number) => verifyMerklePath({ ...proof, size: candidate });
  if (size !== undefined) return fits(size) ? { least: size, most: size } : undefined;
  const known = new Map<string, boolean>();
  let sizes: Sizes | undefined;
  for (let candidate = index + 1; candidate <= MAX_BLOCK_TRANSACTIONS; candidate += 1) {
    const order = orderOf(index, candidate);
    if (order.length !== path.length) continue;
    if (!known.has(order)) known.set(order, fits(candidate));
    if (known.get(order) === true) sizes = { least: sizes?.least ?? candidate, most: candidate };
  }
  return sizes;
}

/** Side of each sibling of a path, nearest first: `L` or `R`. */
function orderOf(index: number, size: number): string {
  let [node, last, order] = [index, size - 1, ''];
  while (last > 0) {
    if (node % 2 === 1) order += 'L';
    else if (node < last) order += 'R';
    // The last node of a level without a sibling moves up unchanged.
    node = Math.floor(node / 2);
    last = Math.floor(last / 2);
  }
  return order;
}
