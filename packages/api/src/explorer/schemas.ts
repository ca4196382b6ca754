export * from './schemas/address.ts';
export * from './schemas/block.ts';
export * from './schemas/miner.ts';
export * from './schemas/node-state.ts';
export * from './schemas/search.ts';
export * from './schemas/series.ts';
export * from './schemas/stats.ts';
export * from './schemas/transaction.ts';
export type { Pagination } from './schemas/common.ts';
