export * from './additions.ts';
export * from './client.ts';
export * from './errors.ts';
export * from './events.ts';
export * from './limits.ts';
export {
  parseAddressText,
  parseBlockReference,
  parseIdentifierPrefix,
  parseTransactionReference,
  SERIES_FIGURES,
  type BlockLocator,
  type IdentifierPrefix,
  type SeriesFigure,
} from './parameters.ts';
export * from './routes.ts';
export * from './schemas.ts';
export { ApiError, TransportError, type TransportErrorKind } from '../client/errors.ts';
