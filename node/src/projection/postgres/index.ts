export { describeDatabase } from './connection.ts';
export { startPostgresProjection } from './start-projection.ts';
