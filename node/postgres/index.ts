export { describeDatabase } from './connection.ts';
export { startReplica } from './replica.ts';
export { startPostgresProjection } from './start-projection.ts';
