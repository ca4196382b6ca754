import { lstatSync, unlinkSync } from 'node:fs';
import { connect } from 'node:net';
import {
  devnetError,
  DEVNET_LIMITS,
  devnetRoutes,
  parseDevnetBody,
  type DevnetPlainErrorCode,
  type DevnetRoutes,
  type RouteBody,
} from '@cairn/api/devnet';
import type { RouteDefinition, RouteOutput } from '@cairn/api';
import {
  apiErrorHandlers,
  apiLogAndHeaders,
  bindPath,
  createApp,
  HTTP_LIMITS,
  HttpServer,
  JSON_TYPE,
  sendJson,
  type Answer,
} from '@cairn/http';
import express, { type RequestHandler } from 'express';
import type { Logger } from 'pino';
import { MempoolUnavailableError } from '../mempool/mempool.ts';
import type { DevnetControl } from './devnet-control.ts';

/** The control socket cannot be opened; the message is one line. */
export class ControlSocketError extends Error {
  override readonly name = 'ControlSocketError';
}

type Handlers = {
  readonly [Id in keyof DevnetRoutes]: (
    control: DevnetControl,
    body: RouteBody<DevnetRoutes[Id]>,
  ) => RouteOutput<DevnetRoutes[Id]> | Promise<RouteOutput<DevnetRoutes[Id]>>;
};

const HANDLERS: Handlers = {
  state: (control) => control.state(),
  mine: (control, body) => control.mine(body),
  snapshot: (control) => control.snapshot(),
  revert: (control, body) => control.revert(body),
  reorganize: (control, body) => control.reorganize(body),
  time: (control, body) => control.time(body),
  fund: (control, body) => control.fund(body),
  mining: (control, body) => control.mining(body),
};

/** A call may take minutes, during which its connection is idle. */
const LIMITS = { ...HTTP_LIMITS, inactivityTimeout: 900_000, maxConnections: 256 };
/** Maximal length of a Unix socket's path on Linux, in bytes. */
const MAX_PATH_BYTES = 107;

/**
 * Serves the routes of devnet control over HTTP on a Unix socket. Only the socket's owner may open it (mode 0600), so no token
 * is needed. The socket is removed on close.
 * @param path of the socket; an existing socket on which nothing answers is replaced
 * @throws ControlSocketError if another process answers on the path, or the path is another kind of file or too long
 */
export async function serveControlSocket(
  control: DevnetControl,
  path: string,
  logger: Logger,
): Promise<{ close(): Promise<void> }> {
  await removeStaleSocket(path);
  const app = createApp();
  app.use(apiLogAndHeaders(logger));
  for (const id of Object.keys(devnetRoutes) as (keyof DevnetRoutes)[]) {
    const route: RouteDefinition = devnetRoutes[id];
    const handle = HANDLERS[id] as (control: DevnetControl, body: unknown) => unknown;
    bindPath(
      app,
      route,
      devnetError('method_not_allowed'),
      readJsonBody,
      requireJson,
      async (request, response) => {
        const bytes = request.body instanceof Uint8Array ? request.body : EMPTY_BODY;
        const answer = await handle(control, parseDevnetBody(route, bytes));
        response.status(route.status).setHeader('Cache-Control', 'no-store');
        sendJson(response, answer);
      },
    );
  }
  app.use(...apiErrorHandlers(logger, devnetError('not_found'), errorAnswer));
  const server = new HttpServer({
    app,
    limits: LIMITS,
    onClose: () => control.abortWaits(),
  });
  await server.listenOnSocket(path);
  return server;
}

const EMPTY_BODY = new Uint8Array();

const readJsonBody: RequestHandler = express.raw({
  type: JSON_TYPE,
  limit: DEVNET_LIMITS.bodyBytes,
  inflate: false,
});

/** Refuses a body that is not `application/json`; a missing or empty body counts as `{}`. */
const requireJson: RequestHandler = (request, _response, next) => {
  const { 'transfer-encoding': coding, 'content-length': length } = request.headers;
  const hasBody = coding !== undefined || Number(length ?? 0) > 0;
  const isRead = request.body instanceof Uint8Array;
  next(hasBody && !isRead ? devnetError('unsupported_media_type') : undefined);
};

/** Error codes of the answers to errors of `express.raw`, by the error's `type`. */
const BODY_ERRORS: Readonly<Record<string, DevnetPlainErrorCode>> = {
  'entity.too.large': 'request_too_large',
  'encoding.unsupported': 'unsupported_media_type',
};

function errorAnswer(error: unknown): Answer | undefined {
  if (error instanceof MempoolUnavailableError) return devnetError('mempool_unavailable');
  const code = BODY_ERRORS[(error as { type?: string }).type ?? ''];
  return code && devnetError(code);
}

/** Removes a socket left by a process that has ended. @throws ControlSocketError if the path cannot be used for a socket */
async function removeStaleSocket(path: string): Promise<void> {
  if (Buffer.byteLength(path) > MAX_PATH_BYTES) {
    throw new ControlSocketError(
      `${path} is longer than ${MAX_PATH_BYTES} bytes, the limit for a socket's path: choose a shorter --data-dir`,
    );
  }
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) return;
  if (!found.isSocket()) {
    throw new ControlSocketError(
      `${path} is not a socket: remove it to let the node create its control socket`,
    );
  }
  if (await answers(path)) throw new ControlSocketError(`another process answers on ${path}`);
  unlinkSync(path);
}

function answers(path: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const socket = connect(path);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED' || error.code === 'ENOENT') resolve(false);
      else reject(new ControlSocketError(`${path} cannot be used: ${error.message}`, { cause: error }));
    });
  });
}
