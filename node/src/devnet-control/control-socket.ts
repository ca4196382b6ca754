import { lstatSync, unlinkSync } from 'node:fs';
import { connect } from 'node:net';
import { devnetError, DEVNET_LIMITS, devnetRoutes, invalidRequest } from '@cairn/api/devnet';
import { buildDevnetOpenApi } from '@cairn/api/openapi';
import {
  apiErrorHandlers,
  apiLogAndHeaders,
  bindAnswer,
  bindPath,
  createApp,
  HTTP_LIMITS,
  HttpServer,
  sendAnswer,
  type Answer,
  type RouteRules,
} from '@cairn/http';
import type { Logger } from 'pino';
import { MempoolUnavailableError } from '../mempool/mempool.ts';
import type { DevnetControl } from './devnet-control.ts';

/** The control socket cannot be opened; the message is one line. */
export class ControlSocketError extends Error {
  override readonly name = 'ControlSocketError';
}

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
  bindAnswer(app, RULES, devnetRoutes.state, () => control.state());
  bindAnswer(app, RULES, devnetRoutes.mine, ({ body }) => control.mine(body));
  bindAnswer(app, RULES, devnetRoutes.snapshot, () => control.snapshot());
  bindAnswer(app, RULES, devnetRoutes.revert, ({ body }) => control.revert(body));
  bindAnswer(app, RULES, devnetRoutes.reorganize, ({ body }) => control.reorganize(body));
  bindAnswer(app, RULES, devnetRoutes.time, ({ body }) => control.time(body));
  bindAnswer(app, RULES, devnetRoutes.fund, ({ body }) => control.fund(body));
  bindAnswer(app, RULES, devnetRoutes.dump, () => control.dump());
  bindAnswer(app, RULES, devnetRoutes.mining, ({ body }) => control.mining(body));
  const openApi = { method: 'GET' as const, path: '/devnet/openapi.json' };
  bindPath(app, openApi, RULES.errors.methodNotAllowed, (_request, response) =>
    sendAnswer(response, { status: 200, body: buildDevnetOpenApi() }),
  );
  app.use(...apiErrorHandlers(logger, devnetError('not_found'), errorAnswer));
  const server = new HttpServer({
    app,
    limits: LIMITS,
    onClose: () => control.abortWaits(),
  });
  await server.listenOnSocket(path);
  return server;
}

const RULES: RouteRules = {
  errors: {
    methodNotAllowed: devnetError('method_not_allowed'),
    path: () => devnetError('not_found'), // no route has parameters in its path or query
    query: () => devnetError('not_found'),
  },
  body: {
    limit: DEVNET_LIMITS.bodyBytes,
    isOptional: true,
    tooLarge: devnetError('request_too_large'),
    wrongType: devnetError('unsupported_media_type'),
    malformed: invalidRequest,
  },
};

function errorAnswer(error: unknown): Answer | undefined {
  return error instanceof MempoolUnavailableError ? devnetError('mempool_unavailable') : undefined;
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
