export * from './client.ts';
export * from './errors.ts';
export * from './events.ts';
export * from './limits.ts';
export * from './parameters.ts';
export * from './routes.ts';
export * from './schemas.ts';
export type { Fees } from '../schema.ts';
export { ApiError, TransportError, type TransportErrorKind } from '../client.ts';
