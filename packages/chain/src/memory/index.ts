/** A home in memory, for a test or a browser tab. */
export * from './memory-home.ts';
