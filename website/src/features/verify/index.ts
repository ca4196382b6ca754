/** The verification in the browser, for the pages of blocks, transactions and addresses. */
export { proofLink, saveProof } from './hand-on.ts';
export { parseReceiptText } from './receipts.ts';
export { encodeFields } from './encode-fields.ts';
export type {
  BlockSubject,
  ChainSubject,
  ProofFile,
  ProvenAddress,
  ProvenBlock,
  TransactionSubject,
} from './proof.ts';
export { Region, type RegionProof, regionOf } from './region.tsx';
export { type PageProof, useProof } from './use-proof.ts';
export type { Claim } from './claims.tsx';
export { Verdict, Witnesses } from './verdict.tsx';
