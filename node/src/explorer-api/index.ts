export { DISABLED_INDEX, type ExplorerContext, type IndexStatus } from './context.ts';
export type { FeeEstimate } from '../mempool/fee-estimate.ts';
export type { AtTip, ExplorerReader, ProofRow } from './explorer-reader.ts';
export { NodeReader } from './node-reader.ts';
export { startExplorerApi } from './server.ts';
