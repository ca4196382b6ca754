export { DISABLED_INDEX, type ExplorerContext, type IndexStatus } from './context.ts';
export type { FeeEstimate } from '../chain/fee-estimate.ts';
export { ChainReader, type CoreReader, type ProofRow } from './core-reader.ts';
export { startExplorerApi } from './server.ts';
