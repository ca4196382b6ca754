/** The verification in the browser, for the pages of blocks, transactions and addresses. */
export type { ShownRows } from './block-checks.ts';
export { type Claim, blockClaims, transactionClaims } from './claims.tsx';
export { ReceiptCard, StonesOnTop } from './receipt-card.tsx';
export { type ProofToShare, ShareProof } from './share-proof.tsx';
export type { StepId, StepState } from './findings.ts';
export { Verification } from './verification.tsx';
export type { PageSubject } from './worker.ts';
