import { HttpError, type BodyErrors, type JsonResponse } from '@cairn/api';
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express';
import { xContentTypeOptions } from 'helmet';
import type { Logger } from 'pino';
import { routeOf } from './observer.ts';
import { sendResponse } from './responses.ts';

/** Creates an Express app without ETags, query parser and `X-Powered-By`, which matches paths exactly. */
export function createApp(): Express {
  return express()
    .disable('x-powered-by')
    .disable('etag')
    .set('query parser', false)
    .enable('strict routing')
    .enable('case sensitive routing');
}

/** The first middleware of a JSON API: sets `X-Content-Type-Options: nosniff` on each response. */
export const apiHeaders: RequestHandler = xContentTypeOptions();

/** Errors of a JSON API that are not of one route. */
export interface ApiErrors {
  readonly notFound: JsonResponse;
  /** Absent if no route has a body. */
  readonly body?: BodyErrors | undefined;
  /** The response to an error other than `HttpError`; `undefined` for a failure of this server. */
  readonly other?: (error: unknown) => JsonResponse | undefined;
}

/**
 * The last middlewares of a JSON API: a 404 if no route matched, and a response to every error that a handler throws.
 * Failures of this server are logged with the route.
 */
export function apiErrorHandlers(
  logger: Logger,
  { notFound, body, other }: ApiErrors,
): [RequestHandler, ErrorRequestHandler] {
  return [
    (_request, response) => sendResponse(response, notFound),
    (error: unknown, request, response, _next) => {
      if (response.destroyed && error instanceof Error && error.name === 'AbortError') return; // the client has left
      const known =
        error instanceof HttpError ? error : ((body && parserError(error, body)) ?? other?.(error));
      if (known === undefined) logger.error({ err: error, route: routeOf(request) }, 'request failed');
      if (known?.status === 413) response.setHeader('Connection', 'close'); // the rest of the body stays unread
      if (response.headersSent) response.destroy();
      else sendResponse(response, known ?? INTERNAL_ERROR);
    },
  ];
}

const INTERNAL_ERROR: JsonResponse = { status: 500, body: { error: 'internal_error' } };

/** What an error of Express's body parser means to the client; `undefined` for another error. */
function parserError(error: unknown, errors: BodyErrors): HttpError | undefined {
  const { type, status } = error as { readonly type?: unknown; readonly status?: number };
  if (typeof type !== 'string') return undefined;
  if (status === 413) return errors.tooLarge;
  return status === 415 ? errors.wrongType : errors.malformed(undefined);
}
