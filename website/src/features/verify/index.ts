/** The verification in the browser, for the pages of blocks, transactions and addresses. */
export { ReceiptCard, StonesOnTop } from './receipt-card.tsx';
export { ShareProof } from './share-proof.tsx';
export { encodeFields } from './shown-transaction.ts';
export type { BlockSubject, ProvenAddress, ProvenBlock, TransactionSubject } from './proof.ts';
export { Region, type RegionProof, regionOf } from './region.tsx';
export { type PageProof, useProof } from './use-proof.ts';
export type { Claim } from './claims.tsx';
export { Verdict } from './verdict-bar.tsx';
