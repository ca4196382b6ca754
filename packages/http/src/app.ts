import type { IncomingMessage, ServerResponse } from 'node:http';
import { HttpError } from '@cairn/api';
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express';
import { xContentTypeOptions } from 'helmet';
import type { Logger } from 'pino';
import { pinoHttp } from 'pino-http';
import { sendAnswer, type Answer } from './answers.ts';
import { routeOf } from './observer.ts';

/** Creates an Express app without ETags, query parser and `X-Powered-By`, which matches paths exactly. */
export function createApp(): Express {
  return express()
    .disable('x-powered-by')
    .disable('etag')
    .set('query parser', false)
    .enable('strict routing')
    .enable('case sensitive routing');
}

/** The first middlewares of a JSON API: they log each request, and set `X-Content-Type-Options: nosniff` on each answer. */
export function apiLogAndHeaders(logger: Logger): RequestHandler[] {
  // pino-http creates two child loggers per request, which takes 5 % of the time of a look-up: omit it unless the level
  // is `debug`.
  const logs = logger.isLevelEnabled('debug') ? [logRequests(logger)] : [];
  return [...logs, xContentTypeOptions()];
}

/** Logs each request at level `debug`: its route, not its target, which may contain an address or a cursor. */
function logRequests(logger: Logger): RequestHandler {
  const describe = (request: IncomingMessage, { statusCode }: ServerResponse): object => ({
    route: routeOf(request),
    status: statusCode,
  });
  return pinoHttp({
    logger,
    customLogLevel: () => 'debug',
    customSuccessMessage: () => 'request',
    customErrorMessage: () => 'request', // pino-http treats every 5xx as an error; `apiErrorHandlers` logs the real ones
    customSuccessObject: describe,
    customErrorObject: describe,
    quietReqLogger: true,
    quietResLogger: true,
  });
}

/**
 * The last middlewares of a JSON API: a 404 if no route matched, and an answer to every error that a handler throws.
 * Failures of this server are logged with the route.
 * @param errorAnswer maps an error other than `HttpError` to an answer; `undefined` for a failure of this server
 */
export function apiErrorHandlers(
  logger: Logger,
  notFound: Answer,
  errorAnswer: (error: unknown) => Answer | undefined = () => undefined,
): [RequestHandler, ErrorRequestHandler] {
  return [
    (_request, response) => sendAnswer(response, notFound),
    (error: unknown, request, response, _next) => {
      if (response.destroyed && error instanceof Error && error.name === 'AbortError') return; // the client has left
      const known = error instanceof HttpError ? error : errorAnswer(error);
      if (known === undefined) logger.error({ err: error, route: routeOf(request) }, 'request failed');
      if (response.headersSent) response.destroy();
      else sendAnswer(response, known ?? INTERNAL_ERROR);
    },
  ];
}

const INTERNAL_ERROR: Answer = { status: 500, body: { error: 'internal_error' } };
