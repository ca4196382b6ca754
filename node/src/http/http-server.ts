import { HttpError } from '@cairn/api';
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { sendAnswer, type Answer } from './answers.ts';
import { answerClientError, answerRareRequests, type HeaderFields } from './raw-answers.ts';
import { normalizeTarget } from './request-target.ts';

/** Largest request head, in bytes; 431 above. */
export const MAXIMUM_HEAD_SIZE = 16 * 1024;

/** Bounds on waiting, in milliseconds. */
export interface HttpTimeouts {
  /** For a request's head, from its first byte or from the connection. */
  readonly head: number;
  /** For a whole request, its body included. */
  readonly request: number;
  /** For a connection on which nothing moves: half-open ones, and readers that stopped reading. */
  readonly inactivity: number;
  /** For a connection between two requests. */
  readonly keepAlive: number;
  /** How often unfinished requests are looked at. */
  readonly check: number;
}

const TIMEOUTS: HttpTimeouts = {
  head: 10_000,
  request: 30_000,
  inactivity: 60_000,
  // Above the 60 s after which common reverse proxies drop an idle connection, so that they do it first.
  keepAlive: 65_000,
  check: 2_000,
};

/** packages/api judges and writes every message: Fastify need not load its own compilers of schemas, a hundred modules. */
function refuseSchemas(): never {
  throw new Error('a route of this server has no schema of Fastify');
}

/** How an interface words what happens outside its routes. */
export interface FallbackAnswers {
  /** No route of any method has this path. */
  notFound(request: FastifyRequest): Answer;
  /** @returns what a thrown error that is no `HttpError` means to a client; `undefined` for a failure of this server */
  errorAnswer?(error: unknown): Answer | undefined;
  /** What answers get that are given before a request comes to a hook: to malformed HTTP, and without a Host. */
  readonly earlyFields?: HeaderFields;
}

/**
 * A Fastify server with what both interfaces share: bounds on head and time, `nosniff`, JSON for every error down to
 * malformed HTTP, no automatic HEAD routes and no body parser (a room adds its own).
 */
export function createHttpServer(
  fallbacks: FallbackAnswers,
  logger: Logger,
  timeouts: HttpTimeouts = TIMEOUTS,
): FastifyInstance {
  const { earlyFields = {} } = fallbacks;
  const app = Fastify({
    logger: false,
    exposeHeadRoutes: false,
    return503OnClosing: false,
    requestTimeout: timeouts.request,
    connectionTimeout: timeouts.inactivity,
    keepAliveTimeout: timeouts.keepAlive,
    routerOptions: { maxParamLength: MAXIMUM_HEAD_SIZE, querystringParser: () => ({}) },
    rewriteUrl: (request) => normalizeTarget(request.url ?? '/'),
    clientErrorHandler: (error, socket) => answerClientError(error, socket, earlyFields),
    schemaController: { compilersFactory: { buildValidator: refuseSchemas, buildSerializer: refuseSchemas } },
    http: {
      maxHeaderSize: MAXIMUM_HEAD_SIZE,
      headersTimeout: timeouts.head,
      connectionsCheckingInterval: timeouts.check,
      // Node answers a missing Host without a body; the hook below does it in JSON.
      requireHostHeader: false,
    },
  });
  app.removeAllContentTypeParsers();
  answerRareRequests(app.server, earlyFields);
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('X-Content-Type-Options', 'nosniff');
    if (request.headers.host === undefined && request.raw.httpVersion === '1.1') {
      sendAnswer(reply.headers(earlyFields), MISSING_HOST);
      return;
    }
    done();
  });
  app.setNotFoundHandler((request, reply) => sendAnswer(reply, fallbacks.notFound(request)));
  app.setErrorHandler((error, request, reply) => {
    // Fastify looks at a body's type before it notices that there is no route.
    if (request.is404) return sendAnswer(reply, fallbacks.notFound(request));
    if (error instanceof HttpError) return sendAnswer(reply, error);
    const answer = fallbacks.errorAnswer?.(error);
    // The route and not the target: an address or a cursor is nobody's business in a log.
    if (answer === undefined) logger.error({ err: error, route: request.routeOptions.url }, 'request failed');
    return sendAnswer(reply, answer ?? INTERNAL_ERROR);
  });
  return app;
}

const MISSING_HOST: Answer = {
  status: 400,
  body: { error: 'bad_request', message: 'An HTTP/1.1 request needs a Host header.' },
};

const INTERNAL_ERROR: Answer = { status: 500, body: { error: 'internal_error' } };
