/** The Explorer API without a server: its core routes, their reader, and their entity tags. */
export * from './answers.ts';
export * from './blocks.ts';
export * from './context.ts';
export * from './core-reader.ts';
export * from './router.ts';
export * from './serializers.ts';
export * from './status.ts';
