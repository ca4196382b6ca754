export { describeDatabase } from './connection.ts';
export { startReplica } from './replica-server.ts';
export { startPostgresProjection } from './start-projection.ts';
