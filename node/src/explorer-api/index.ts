export type { ExplorerContext } from './context.ts';
export { DISABLED_INDEX, type IndexStatus } from '../chain/node-state.ts';
export type { FeeEstimate } from '../chain/fee-estimate.ts';
export { ChainReader, type CoreReader, type ProofRow } from './core-reader.ts';
export { startExplorerApi } from './server.ts';
