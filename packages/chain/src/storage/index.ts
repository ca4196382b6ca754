/** Storage by keys: the tables of a chain, its block log, and what a home keeps them in. */
export * from './block-log.ts';
export * from './core-store.ts';
export * from './errors.ts';
export * from './layout.ts';
export * from './level.ts';
