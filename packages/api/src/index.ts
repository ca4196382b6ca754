export { ApiError, TransportError, type TransportErrorKind } from './client/errors.ts';
export type { Client, ClientOptions } from './client/client.ts';
export type { RequestOptions } from './client/request.ts';
export * from './explorer/index.ts';
export { HttpError } from './route/http-error.ts';
export { fillPathTemplate, parsePathValues } from './route/path-template.ts';
export { parseQueryInteger, type QueryIntegerError } from './route/query-integer.ts';
export type * from './route/route.ts';
export {
  parseRawQuery,
  validateQuery,
  type QueryIssue,
  type QueryValidation,
  type QueryValidationBody,
} from './route/validate-query.ts';
export * from './rpc/index.ts';
