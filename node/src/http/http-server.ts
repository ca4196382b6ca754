import { HttpError } from '@cairn/api';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import { answerClientError, answerRareRequests } from './raw-answers.ts';
import { normalizeTarget } from './request-target.ts';

/** Largest request head, in bytes; 431 above. */
export const MAXIMUM_HEAD_SIZE = 16 * 1024;

const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 30_000;
/** A connection on which nothing moves in either direction: half-open ones, and readers that stopped reading. */
const INACTIVITY_TIMEOUT_MS = 60_000;
/** Above the 60 s after which common reverse proxies drop an idle connection, so that they do it first. */
const KEEP_ALIVE_TIMEOUT_MS = 65_000;
/** How often the time-outs of unfinished requests are looked at. */
const TIMEOUT_CHECK_MS = 2_000;

/** How long `close` waits for requests in flight. */
const CLOSE_GRACE_MS = 5_000;

/** A status with a JSON body, and headers beyond those that every response has. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** How an interface words what happens outside its routes. */
export interface FallbackAnswers {
  /** No route of any method has this path. */
  notFound(request: FastifyRequest): Answer;
  /** @returns what a thrown error that is no `HttpError` means to a client; `undefined` for a failure of this server */
  errorAnswer?(error: unknown): Answer | undefined;
}

/**
 * A Fastify server with what both interfaces share: bounds on head and time, `nosniff`, JSON for every error down to
 * malformed HTTP, no automatic HEAD routes and no body parser (a room adds its own).
 */
export function createHttpServer(fallbacks: FallbackAnswers, logger: Logger): FastifyInstance {
  const app = Fastify({
    logger: false,
    exposeHeadRoutes: false,
    return503OnClosing: false,
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionTimeout: INACTIVITY_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    routerOptions: { maxParamLength: MAXIMUM_HEAD_SIZE, querystringParser: () => ({}) },
    rewriteUrl: (request) => normalizeTarget(request.url ?? '/'),
    clientErrorHandler: answerClientError,
    http: {
      maxHeaderSize: MAXIMUM_HEAD_SIZE,
      headersTimeout: HEADERS_TIMEOUT_MS,
      connectionsCheckingInterval: TIMEOUT_CHECK_MS,
      // Node answers a missing Host without a body; the hook below does it in JSON.
      requireHostHeader: false,
    },
  });
  app.removeAllContentTypeParsers();
  answerRareRequests(app.server);
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('X-Content-Type-Options', 'nosniff');
    if (request.headers.host === undefined && request.raw.httpVersion === '1.1') {
      sendAnswer(reply, MISSING_HOST);
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

/** Content type of every JSON body, to the byte: JSON has no charset parameter (RFC 8259). */
export const JSON_TYPE = 'application/json';

/** Sends a JSON text as it stands. */
export function sendJson(reply: FastifyReply, json: string): FastifyReply {
  // With a serializer of its own, Fastify adds no charset to the type.
  return reply.header('Content-Type', JSON_TYPE).serializer(asItStands).send(json);
}

function asItStands(json: unknown): string {
  return json as string;
}

/** Sends a status and a JSON body; nothing of it may be cached. */
export function sendAnswer(reply: FastifyReply, { status, body, headers }: Answer): FastifyReply {
  if (headers !== undefined) reply.headers(headers);
  return sendJson(reply.code(status).header('Cache-Control', 'no-store'), JSON.stringify(body));
}

/** A server that listens. */
export interface RunningServer {
  /** `http://host:port` without a trailing slash, the port the real one where 0 was asked for. */
  readonly url: string;
  /** Takes no more connections, lets requests in flight finish within 5 s, then resolves. */
  close(): Promise<void>;
}

/**
 * Starts listening.
 * @param port 0–65535; 0 picks a free one
 * @throws the system's error, such as `EADDRINUSE`, with its `code`
 */
export async function listen(
  app: FastifyInstance,
  { host, port }: { host: string; port: number },
): Promise<RunningServer> {
  await app.listen({ host, port });
  const address = app.server.address() as AddressInfo;
  const name = host.includes(':') ? `[${host}]` : host;
  return { url: `http://${name}:${address.port}`, close: () => closeGently(app) };
}

/** Lets requests in flight finish, but waits for no client that never finishes its request or its reading. */
async function closeGently(app: FastifyInstance): Promise<void> {
  const cut = setTimeout(() => app.server.closeAllConnections(), CLOSE_GRACE_MS);
  try {
    await app.close();
  } finally {
    clearTimeout(cut);
  }
}
