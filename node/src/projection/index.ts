export { startSqliteProjection } from './open-projection.ts';
export type { Projection, RunningProjection } from './projection.ts';
export type { ChainTotals, Page, PageRequest, ProjectionReader } from './projection-reader.ts';
export { progressOf, type ProjectionStatus } from './projection-status.ts';
export { ProjectionError } from './projection-store.ts';
export { formatSum } from './sums.ts';
