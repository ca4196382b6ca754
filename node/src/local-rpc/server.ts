import { buildRpcOpenApi } from '@cairn/api/openapi';
import { RPC_LIMITS, rpcError, type RpcErrorCode } from '@cairn/api/rpc';
import {
  apiErrorHandlers,
  apiHeaders,
  bindPath,
  createApp,
  createBearerCheck,
  HttpServer,
  sendResponse,
  type BearerCheck,
  type JsonResponse,
  type RouteChecks,
  type RunningServer,
} from '@cairn/http';
import { isValidAddress, type Network } from '@cairn/protocol';
import { BusyError } from '@cairn/chain';
import type { RpcContext } from './context.ts';
import { bindRoutes } from './routes.ts';

/** Where the private RPC listens, and the bearer token that it requires. */
export interface RpcAddress {
  /** `127.0.0.1`, `::1` or `localhost`. */
  readonly host: string;
  /** 0 picks a free port. */
  readonly port: number;
  readonly token: string;
}

/** The OpenAPI document of the private RPC; with the token, like all but `/health`. */
const OPENAPI_PATH = '/v1/openapi.json';

/**
 * Starts the private RPC (the interface document is docs/spec/node-query-interfaces.md).
 * @throws the system's error, such as `EADDRINUSE`
 */
export async function startRpc(
  context: RpcContext,
  { token, ...address }: RpcAddress,
): Promise<RunningServer> {
  const { logger } = context;
  const checks = checksOf(context.chain.network, createBearerCheck(token));
  const app = createApp();
  app.use(apiHeaders);
  bindRoutes(app, checks, context);
  const openApi = { method: 'GET' as const, path: OPENAPI_PATH };
  bindPath(app, openApi, checks.methodNotAllowed, (request, response) => {
    checks.authorize({ tier: 'private' }, request, response);
    sendResponse(response, { status: 200, body: buildRpcOpenApi() });
  });
  const { body } = checks;
  app.use(...apiErrorHandlers(logger, { notFound: rpcError('not_found'), body, other: busyResponse }));
  const observer = context.metrics?.httpObserver('rpc');
  return new HttpServer({ app, logger, observer }).listen(address);
}

/** The 503 if too many clients ask for whole blocks. */
function busyResponse(error: unknown): JsonResponse | undefined {
  if (!(error instanceof BusyError)) return undefined;
  const { status, body } = rpcError('node_busy');
  return { status, body, headers: { 'Retry-After': '1' } };
}

function checksOf(network: Network, isAuthorized: BearerCheck) {
  return {
    methodNotAllowed: rpcError('method_not_allowed'),
    pathError: (code) => rpcError(code as RpcErrorCode),
    queryError: () => rpcError('invalid_limit'), // the only parameter that can be malformed
    body: {
      limit: RPC_LIMITS.bodyBytes,
      isOptional: false,
      tooLarge: rpcError('request_too_large'),
      wrongType: rpcError('unsupported_media_type'),
      malformed: () => rpcError('invalid_transaction_encoding'),
    },
    isPathFirst: true,
    authorize({ tier }, request, response) {
      if (tier === 'public' || isAuthorized(request)) return;
      response.setHeader('WWW-Authenticate', 'Bearer');
      throw rpcError('unauthorized');
    },
    checkPath({ address }) {
      if (typeof address === 'string' && !isValidAddress(address, network)) throw rpcError('invalid_address');
    },
  } satisfies RouteChecks;
}
