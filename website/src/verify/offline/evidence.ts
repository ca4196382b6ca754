import type { ProofClaim } from '../checks/merkle.ts';

/**
 * A proof that can be kept and checked without the API: the transaction's bytes, its path to a header's root, that
 * header, and those of the blocks on top of it.
 */
export interface Evidence {
  readonly format: 'cairn-evidence-1';
  readonly network: string;
  /** 213 bytes as hex; absent in a proof alone. */
  readonly transaction?: string | undefined;
  /** 118 bytes as hex. */
  readonly header?: string | undefined;
  readonly proof: ProofClaim;
  /** Leaves of the tree, where known. */
  readonly transaction_count?: number | undefined;
  /** Header of block 1, where the network's difficulty rule needs its time. */
  readonly anchor?: string | undefined;
  /** 118 bytes each, as hex, lowest first. */
  readonly headers_above?: readonly string[] | undefined;
}
