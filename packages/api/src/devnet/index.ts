export * from './client.ts';
export * from './errors.ts';
export * from './limits.ts';
export * from './routes.ts';
export * from './schemas.ts';
export * from './weather-file.ts';
export { ApiError, TransportError, type TransportErrorCode } from '../client.ts';
