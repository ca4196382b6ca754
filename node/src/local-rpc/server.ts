import { rpcError, type RpcPlainErrorCode } from '@cairn/api/rpc';
import {
  apiErrorHandlers,
  apiLogAndHeaders,
  createApp,
  HttpServer,
  type Answer,
  type HttpLimits,
  type RunningServer,
} from '@cairn/http';
import { createBearerCheck, requireLoopbackHost } from './access.ts';
import type { RpcContext } from './context.ts';
import { createHistoryCursors } from './history-cursor.ts';
import { RPC_ROUTES } from './routes/index.ts';
import { bindRoute } from './rpc-route.ts';

/** Where the private RPC listens, and the bearer token that it requires. */
export interface RpcAddress {
  /** `127.0.0.1`, `::1` or `localhost`. */
  readonly host: string;
  /** 0 picks a free port. */
  readonly port: number;
  readonly token: string;
}

/**
 * Starts the private RPC (the interface document is docs/spec/node-query-interfaces.md).
 * @param limits other limits, for tests
 * @throws NotLoopbackError for a host that is not loopback; the system's error, such as `EADDRINUSE`
 */
export async function startRpc(
  context: RpcContext,
  { token, ...address }: RpcAddress,
  limits?: HttpLimits,
): Promise<RunningServer> {
  requireLoopbackHost(address.host);
  const services = {
    context,
    cursors: createHistoryCursors(token),
  };
  const isAuthorized = createBearerCheck(token);
  const app = createApp();
  app.use(apiLogAndHeaders(context.logger));
  for (const route of RPC_ROUTES) bindRoute(app, route, services, isAuthorized);
  app.use(...apiErrorHandlers(context.logger, rpcError('not_found'), bodyErrorAnswer));
  const server = new HttpServer({
    app,
    observer: context.metrics?.httpObserver('rpc'),
    ...(limits && { limits }),
  });
  return server.listen(address);
}

/** Error codes of the answers to errors of `express.raw`, by the error's `type`. */
const BODY_ERRORS: Readonly<Record<string, RpcPlainErrorCode>> = {
  'entity.too.large': 'request_too_large',
  'encoding.unsupported': 'unsupported_media_type',
  'request.size.invalid': 'invalid_transaction_encoding',
  'request.aborted': 'invalid_transaction_encoding',
};

function bodyErrorAnswer(error: unknown): Answer | undefined {
  const code = BODY_ERRORS[(error as { type?: string }).type ?? ''];
  return code && rpcError(code);
}
