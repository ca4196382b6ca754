import { rpcError, type RpcPlainErrorCode } from '@cairn/api/rpc';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Answer } from '../http/answers.ts';
import { observeServer } from '../http/http-observer.ts';
import { createHttpServer } from '../http/http-server.ts';
import { listen, type RunningServer } from '../http/running-server.ts';
import { createRouteTable } from '../http/route-table.ts';
import { ProvenBlocks } from '../whole-blocks/proven-blocks.ts';
import { createBearerCheck } from './bearer.ts';
import { bindRoute } from './bind-route.ts';
import type { RpcContext } from './context.ts';
import { createHistoryCursors } from './history-cursor.ts';
import { requireLoopbackHost } from './loopback-host.ts';
import { RPC_ROUTES } from './routes/index.ts';

/** Where the private RPC listens, and the bearer token that it asks for. */
export interface RpcAddress {
  /** `127.0.0.1`, `::1` or `localhost`. */
  readonly host: string;
  /** 0 picks a free one. */
  readonly port: number;
  readonly token: string;
}

/**
 * Starts the private RPC (interface document, part B).
 * @throws NotLoopbackError for any other host, before anything is bound; the system's error, such as `EADDRINUSE`
 */
export async function startRpc(context: RpcContext, address: RpcAddress): Promise<RunningServer> {
  requireLoopbackHost(address.host);
  return listen(createRpcServer(context, address.token), address);
}

/** The server with all of its routes, not yet listening. */
export function createRpcServer(context: RpcContext, token: string): FastifyInstance {
  const app = createHttpServer({ notFound: createFallback(), errorAnswer: bodyErrorAnswer }, context.logger);
  if (context.httpObserver !== undefined) observeServer(app, context.httpObserver);
  const services = {
    context,
    cursors: createHistoryCursors(token),
    provenBlocks: new ProvenBlocks(context.chain),
  };
  const isAuthorized = createBearerCheck(token);
  for (const route of RPC_ROUTES) bindRoute(app, route, services, isAuthorized);
  return app;
}

function createFallback(): (request: FastifyRequest) => Answer {
  const methodsOf = createRouteTable(RPC_ROUTES.map(({ route }) => route));
  return ({ method, url }) => {
    const allowed = methodsOf(url.split(/[?#]/, 1)[0]!);
    if (allowed.length === 0 || allowed.includes(method)) return rpcError('not_found');
    const { status, body } = rpcError('method_not_allowed');
    return { status, body, headers: { Allow: allowed.join(', ') } };
  };
}

/** What Fastify finds wrong with a body before the route sees it. */
const BODY_ERRORS: Readonly<Record<string, RpcPlainErrorCode>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_BODY_TOO_LARGE: 'request_too_large',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'invalid_transaction_encoding',
};

function bodyErrorAnswer(error: unknown): Answer | undefined {
  const { code, statusCode } = error as { code?: string; statusCode?: number };
  const known = BODY_ERRORS[code ?? ''];
  if (known !== undefined) return rpcError(known);
  // A body that broke off: the client is most likely gone.
  return statusCode === 400 ? rpcError('invalid_transaction_encoding') : undefined;
}
