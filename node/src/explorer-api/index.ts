export { ChainReader } from './chain-reader.ts';
export { DISABLED_INDEX, type ExplorerContext, type IndexStatus } from './context.ts';
export type { FeeEstimate } from '../mempool/fee-estimate.ts';
export type { CoreReader, ProofRow } from './core-reader.ts';
export { startExplorerApi } from './server.ts';
