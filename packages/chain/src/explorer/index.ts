/** The Explorer API without a server: its routes, their readers, and their entity tags. */
export * from './answers.ts';
export * from './context.ts';
export * from './core-reader.ts';
export * from './events/event-hub.ts';
export * from './events/resume-point.ts';
export * from './fee-estimate.ts';
export * from './resources.ts';
export * from './router.ts';
export * from './serializers.ts';
