export { decodeSummaries } from './block-summary.ts';
export { connectionConfig, describeDatabase, toProjectionError } from './connection.ts';
export { HEAD_CHANNEL } from './names.ts';
export { pageValues, QUESTIONS, type Question } from './questions.ts';
export { ReadingPool } from './reading-pool.ts';
export * from './rows.ts';
export { findForeignTraits } from './schema.ts';
export { startPostgresProjection } from './start-projection.ts';
