import { rmSync } from 'node:fs';
import { devnetError, shortSocketPath } from '@cairn/api/devnet';
import { buildDevnetOpenApi } from '@cairn/api/openapi';
import {
  apiErrorHandlers,
  apiHeaders,
  bindJson,
  bindPath,
  createApp,
  createBearerCheck,
  HTTP_LIMITS,
  HttpServer,
  sendResponse,
  type RunningServer,
} from '@cairn/http';
import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import { NodeError } from '../startup/errors.ts';
import { bindDevnet, DEVNET_CHECKS, type DevnetControl } from '@cairn/chain/devnet';

/** A call may take minutes, during which its connection is idle. */
const LIMITS = { ...HTTP_LIMITS, timeout: 900_000, maxConnections: 256 };
/** Maximal length of a Unix socket's path on Linux, in bytes. */
const MAX_PATH_BYTES = 107;

/**
 * Serves the routes of devnet control over HTTP on a Unix socket. Only the socket's owner may open it (mode 0600), so no token
 * is needed. The socket is removed on close.
 * @param path in the data directory, which no other process uses: what a killed node left there is replaced
 * @throws NodeError if the path is too long
 */
export async function serveControlSocket(
  control: DevnetControl,
  path: string,
  logger: Logger,
): Promise<{ close(): Promise<void> }> {
  const socketPath = shortSocketPath(path);
  if (Buffer.byteLength(socketPath) > MAX_PATH_BYTES)
    throw new NodeError(
      `${path} is longer than ${MAX_PATH_BYTES} bytes, the limit for a socket's path: choose a shorter --data-dir, or start in a folder near it`,
    );
  rmSync(path, { force: true });
  const server = createServer(control, logger);
  await server.listenOnSocket(socketPath);
  return server;
}

/** Who may call devnet control over TCP. */
export interface ControlAccess {
  /** Bearer token that every request needs. */
  readonly token: string;
  /** Origins whose pages may send requests, such as `http://127.0.0.1:4321`. */
  readonly origins: readonly string[];
}

/**
 * Serves the same routes over TCP, for containers, browsers and other machines.
 * @param address port 0 picks a free one
 * @throws the system's error, such as `EADDRINUSE`
 */
export function serveControlPort(
  control: DevnetControl,
  address: { readonly host: string; readonly port: number },
  access: ControlAccess,
  logger: Logger,
): Promise<RunningServer> {
  return createServer(control, logger, ...checkAccess(access)).listen(address);
}

/** @param checks middlewares that run before the routes */
function createServer(control: DevnetControl, logger: Logger, ...checks: RequestHandler[]): HttpServer {
  const app = createApp();
  app.use(apiHeaders, ...checks);
  bindDevnet((route, read) => bindJson(app, DEVNET_CHECKS, route, read), control);
  const openApi = { method: 'GET' as const, path: '/devnet/openapi.json' };
  bindPath(app, openApi, DEVNET_CHECKS.methodNotAllowed, (_request, response) =>
    sendResponse(response, { status: 200, body: buildDevnetOpenApi() }),
  );
  app.use(...apiErrorHandlers(logger, DEVNET_CHECKS));
  return new HttpServer({ app, logger, limits: LIMITS, onClose: () => control.abortWaits() });
}

/**
 * The checks of the control port: first the page that a request comes from, which only browsers send, then the token. Pages of
 * listed origins get the CORS headers that let them send the token and read answers.
 */
function checkAccess({ token, origins }: ControlAccess): RequestHandler[] {
  const isAuthorized = createBearerCheck(token);
  return [
    (request, response, next) => {
      response.setHeader('Vary', 'Origin');
      const { origin, 'sec-fetch-site': site } = request.headers;
      if (origin === undefined && site === undefined) return next();
      if (origin === undefined || !origins.includes(origin)) throw devnetError('foreign_origin');
      response.setHeader('Access-Control-Allow-Origin', origin);
      // A preflight, which never has a token; without `Access-Control-Request-Method` it is a request like any other.
      if (request.method !== 'OPTIONS' || !('access-control-request-method' in request.headers))
        return next();
      response.writeHead(204, PREFLIGHT_HEADERS).end();
    },
    (request, _response, next) => {
      if (!isAuthorized(request)) throw devnetError('unauthorized', {}, { 'WWW-Authenticate': 'Bearer' });
      next();
    },
  ];
}

const PREFLIGHT_HEADERS = {
  'Access-Control-Allow-Methods': 'GET, POST',
  'Access-Control-Allow-Headers': 'authorization, content-type',
  'Access-Control-Max-Age': '600', // seconds for which a browser may remember it
};
