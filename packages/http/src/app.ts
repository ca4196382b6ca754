import { errorResponse, type CallChecks } from '@cairn/api';
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

/** True for an error, or several of a pipeline, that say no more than that the client has left. */
const isOfLeaving = (error: unknown): boolean =>
  error instanceof AggregateError
    ? error.errors.every(isOfLeaving)
    : error instanceof Error &&
      (error.name === 'AbortError' || ('code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE'));

/**
 * The last middlewares of a JSON API: a 404 if no route matched, and a response to every error that a handler throws.
 * Failures of this server are logged with the route.
 */
export function apiErrorHandlers(
  logger: Logger,
  checks: Pick<CallChecks, 'notFound' | 'errorOf'>,
): [RequestHandler, ErrorRequestHandler] {
  return [
    (_request, response) => sendResponse(response, checks.notFound),
    (error: unknown, request, response, _next) => {
      if (response.destroyed && isOfLeaving(error)) return;
      const known = errorResponse(checks, error, () =>
        logger.error({ err: error, route: routeOf(request) }, 'request failed'),
      );
      if (known.status === 413) response.setHeader('Connection', 'close'); // the rest of the body stays unread
      if (response.headersSent) response.destroy();
      else sendResponse(response, known);
    },
  ];
}
