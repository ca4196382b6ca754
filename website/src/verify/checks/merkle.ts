import {
  bytesToHex,
  hexToBytes,
  MAX_BLOCK_TRANSACTIONS,
  merkleRoot,
  transactionIdBytes,
  verifyMerklePath,
} from '@cairn/protocol';
import type { CheckResult } from '../model.ts';
import type { HeaderBytes } from './header.ts';
import { check, compare, tell } from './result.ts';

/** The API's answer to a request for a proof. */
export interface ProofClaim {
  readonly id: string;
  readonly block_height: number;
  readonly block_id: string;
  readonly transaction_index: number;
  readonly merkle_root: string;
  readonly path: readonly string[];
}

export interface ProofInput {
  readonly proof: ProofClaim;
  readonly source: string;
  /** ID that was computed from the transaction's bytes. */
  readonly id: string;
  readonly header: HeaderBytes;
  /** Leaves of the tree, where they are known; otherwise any size that fits may be the tree's. */
  readonly size: number | undefined;
  /** Position that the page shows; absent where there is no page. */
  readonly shownIndex?: number | undefined;
}

/** The path leads from the transaction's ID to the root in the header, whose own bytes were hashed. */
export function checkMerkleProof(input: ProofInput): CheckResult {
  const { proof, source, id, header, size, shownIndex } = input;
  return check('merkleProof', (findings) => {
    tell(findings, 'source', source);
    tell(findings, 'path', proof.path.length);
    tell(findings, 'root', header.header.merkleRoot);
    compare(findings, 'proof.id', proof.id, id);
    compare(findings, 'proof.block_id', proof.block_id, header.id);
    compare(findings, 'proof.block_height', proof.block_height, header.header.height);
    compare(findings, 'proof.merkle_root', proof.merkle_root, header.header.merkleRoot);
    if (shownIndex !== undefined) compare(findings, 'transaction_index', shownIndex, proof.transaction_index);
    const sizes = sizesOfPath({ ...proof, id, merkle_root: header.header.merkleRoot }, size);
    if (sizes === undefined) findings.problems.push('the path does not lead to the root in the header');
    else if (size === undefined && sizes.least !== sizes.most) findings.limit = { code: 'size_unknown' };
    if (size !== undefined) tell(findings, 'leaves', size);
  });
}

/** Smallest and largest tree in which a path leads from its leaf to its root. */
export interface Sizes {
  readonly least: number;
  readonly most: number;
}

/**
 * Trees in which the path is good. A path does not say how large its tree is, and trees of several sizes may hash a
 * leaf's path in the same order.
 * @param size the only size to try; every size that a block can have when absent
 * @returns `undefined` where there is none
 */
export function sizesOfPath(
  claim: Pick<ProofClaim, 'id' | 'transaction_index' | 'merkle_root' | 'path'>,
  size?: number,
): Sizes | undefined {
  const proof = {
    leaf: hexToBytes(claim.id),
    index: claim.transaction_index,
    path: claim.path.map(hexToBytes),
    root: hexToBytes(claim.merkle_root),
  };
  const fits = (candidate: number) => verifyMerklePath({ ...proof, size: candidate });
  if (size !== undefined) return fits(size) ? { least: size, most: size } : undefined;
  const known = new Map<string, boolean>();
  const good = candidateSizes(claim.transaction_index).filter((candidate) => {
    const order = orderOf(claim.transaction_index, candidate);
    if (order.length !== proof.path.length) return false;
    if (!known.has(order)) known.set(order, fits(candidate));
    return known.get(order) === true;
  });
  return good.length === 0 ? undefined : { least: good[0]!, most: good.at(-1)! };
}

function candidateSizes(index: number): number[] {
  const from = index + 1;
  return Array.from({ length: Math.max(0, MAX_BLOCK_TRANSACTIONS - from + 1) }, (_, more) => from + more);
}

/** On which side each sibling of a path stands, nearest first: `L` or `R`. */
function orderOf(index: number, size: number): string {
  let [node, last, order] = [index, size - 1, ''];
  while (last > 0) {
    if (node % 2 === 1) order += 'L';
    else if (node < last) order += 'R';
    // The last node of a level without a sibling goes up as it is.
    node = Math.floor(node / 2);
    last = Math.floor(last / 2);
  }
  return order;
}

/** Where the transaction stands among all of the block's, whose IDs hash to the header's root. */
export interface PlaceInput {
  readonly transactions: readonly Uint8Array[];
  readonly source: string;
  readonly id: string;
  readonly shownIndex: number;
  readonly header: HeaderBytes;
}

/** The whole block's IDs hash to the header's root, and the transaction stands where the page says. */
export function checkPlace({ transactions, source, id, shownIndex, header }: PlaceInput): CheckResult {
  return check('place', (findings) => {
    const ids = transactions.map((raw) => transactionIdBytes(raw));
    const index = ids.findIndex((candidate) => bytesToHex(candidate) === id);
    tell(findings, 'source', source);
    tell(findings, 'leaves', ids.length);
    compare(findings, 'merkle_root', header.header.merkleRoot, bytesToHex(merkleRoot(ids)));
    if (index === -1) findings.problems.push('the block’s bytes do not hold this transaction');
    else {
      tell(findings, 'index', index);
      compare(findings, 'transaction_index', shownIndex, index);
    }
  });
}

/** The IDs of all of the block's transactions hash to the root in its header. */
export function checkMerkleRoot(
  transactions: readonly Uint8Array[],
  header: HeaderBytes,
  source: string,
): CheckResult {
  return check('merkleRoot', (findings) => {
    const root = bytesToHex(merkleRoot(transactions.map((raw) => transactionIdBytes(raw))));
    tell(findings, 'source', source);
    tell(findings, 'leaves', transactions.length);
    tell(findings, 'root', root);
    compare(findings, 'merkle_root', header.header.merkleRoot, root);
  });
}
