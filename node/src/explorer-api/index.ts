export type { ExplorerContext } from './context.ts';
export type { IndexStatus } from '@cairn/chain';
export type { FeeEstimate } from '@cairn/chain/explorer';
export { ChainReader, type CoreReader, type ProofRow } from '@cairn/chain/explorer';
export { startExplorerApi } from './server.ts';
