export { startSqliteProjection } from './open-projection.ts';
export type { Projection, RunningProjection } from './projection.ts';
export {
  formatSum,
  type ChainTotals,
  type Page,
  type PageRequest,
  type ProjectionReader,
} from './projection-reader.ts';
export { progressOf, type ProjectionStatus } from './projection-status.ts';
export { ProjectionError } from './projection-store.ts';
