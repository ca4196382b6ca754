/** The verification in the browser, for every page that proves. */
export { proofLink, proofOf, saveProof } from './hand-on.ts';
export { parseInput } from './parse-input.ts';
export type {
  BlockSubject,
  InputSubject,
  ProofFile,
  ProvenAddress,
  ProvenInput,
  TransactionSubject,
} from './proof.ts';
export { Region, type RegionProof, regionOf } from './region.tsx';
export { isLimitedBy, type PageProof, savesData, useProof, useWalk } from './use-proof.ts';
export { RecomputeCard } from './recompute-card.tsx';
export { ChainSeal, Seal, Witnesses } from './seal.tsx';
