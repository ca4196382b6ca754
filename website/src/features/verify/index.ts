/** The verification in the browser, for the pages of blocks, transactions and addresses. */
export { ReceiptCard, StonesOnTop } from './receipt-card.tsx';
export { ShareProof } from './share-proof.tsx';
export { encodeFields } from './encode-fields.ts';
export type { BlockSubject, ChainSubject, ProvenAddress, ProvenBlock, TransactionSubject } from './proof.ts';
export { Region, type RegionProof, regionOf } from './region.tsx';
export { type PageProof, useProof } from './use-proof.ts';
export type { Claim } from './claims.tsx';
export { Verdict, Witnesses } from './verdict.tsx';
