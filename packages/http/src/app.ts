import type { IncomingMessage, ServerResponse } from 'node:http';
import { HttpError } from '@cairn/api';
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express';
import { xContentTypeOptions } from 'helmet';
import type { Logger } from 'pino';
import { pinoHttp } from 'pino-http';
import { sendAnswer, type Answer } from './answers.ts';
import { nameRoute, routeOf } from './observer.ts';
import type { SocketFault } from './server.ts';

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

/**
 * The checks of a JSON API before its routes: 400 unless there is exactly one Host (RFC 9112, section 3.2), and 417 for
 * expectations other than `100-continue`. A route that reads a body sends `100 Continue` itself, when it is ready for it.
 */
export function apiChecks(): RequestHandler[] {
  return [requireOneHost, checkExpectation];
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

const requireOneHost: RequestHandler = (request, response, next) => {
  const hosts = request.headersDistinct['host'] ?? [];
  if (hosts.length === 1 || (hosts.length === 0 && request.httpVersion !== '1.1')) next();
  else sendAnswer(response, badRequest('An HTTP/1.1 request needs exactly one Host header.'));
};

const checkExpectation: RequestHandler = (request, response, next) => {
  const { expect } = request.headers;
  if (expect === undefined || expect.toLowerCase() === '100-continue') next();
  else sendAnswer(response, EXPECTATION_FAILED);
};

const EXPECTATION_FAILED: Answer = {
  status: 417,
  body: { error: 'expectation_failed', message: 'The expectation cannot be met.' },
  headers: { Connection: 'close' },
};

/** Binds one route definition of `packages/api`. Another method on its path, even HEAD, gets `wrongMethod` with `Allow`. */
export function bindPath(
  app: Express,
  { method, path }: { readonly method: string; readonly path: string },
  wrongMethod: Answer,
  ...handlers: RequestHandler[]
): void {
  const refused = { ...wrongMethod, headers: { ...wrongMethod.headers, Allow: method } };
  const checkMethod: RequestHandler = (request, response, next) => {
    nameRoute(request, path);
    if (request.method === method) next();
    else sendAnswer(response, refused);
  };
  app.all(path.replaceAll(/\{(\w+)\}/g, ':$1'), checkMethod, ...handlers);
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
      const known = error instanceof HttpError ? error : errorAnswer(error);
      if (known === undefined) logger.error({ err: error, route: routeOf(request) }, 'request failed');
      if (response.headersSent) response.destroy();
      else sendAnswer(response, known ?? INTERNAL_ERROR);
    },
  ];
}

const INTERNAL_ERROR: Answer = { status: 500, body: { error: 'internal_error' } };

/** The `socketAnswer` of a JSON API: its answers to connections without a valid request. @param headers added to each */
export function apiSocketAnswer(
  headers: Readonly<Record<string, string>> = {},
): (fault: SocketFault) => Answer {
  const common = { 'X-Content-Type-Options': 'nosniff', ...headers };
  return (fault) => ({ ...SOCKET_ANSWERS[fault], headers: common });
}

function badRequest(message: string): Answer {
  return { status: 400, body: { error: 'bad_request', message } };
}

const SOCKET_ANSWERS: Readonly<Record<SocketFault, Answer>> = {
  malformed_request: badRequest('The request is not valid HTTP.'),
  connect: badRequest('This server is not a proxy.'),
  request_timeout: {
    status: 408,
    body: { error: 'request_timeout', message: 'The request did not arrive in time.' },
  },
  headers_too_large: {
    status: 431,
    body: { error: 'request_header_fields_too_large', message: 'The request head is larger than 16 KiB.' },
  },
};
