export { describeDatabase } from './connection.ts';
export { startPostgresProjection } from './projection.ts';
export { startReplica } from './replica.ts';
