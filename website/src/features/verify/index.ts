/** The verification in the browser, for the pages of blocks, transactions and addresses. */
export { blockClaims, transactionClaims } from './claims.tsx';
export { ReceiptCard, StonesOnTop } from './receipt-card.tsx';
export { type Proof, ShareProof } from './share-proof.tsx';
export type { StepId, StepState } from './steps.ts';
export { type Claim, Verification } from './verification.tsx';
export type { PageSubject } from './worker.ts';
