import { buildRpcOpenApi } from '@cairn/api/openapi';
import { rpcError } from '@cairn/api/rpc';
import type { ApiWeather } from '@cairn/chain/explorer';
import { bindRpc, rpcChecks, type RpcContext } from '@cairn/chain/rpc';
import {
  apiErrorHandlers,
  apiHeaders,
  bindJson,
  bindPath,
  createApp,
  createBearerCheck,
  type HttpObserver,
  HttpServer,
  sendResponse,
  type RouteChecks,
  type RunningServer,
  withAdmission,
} from '@cairn/http';
import type { Logger } from 'pino';

/** The parts of the node that its private RPC uses. */
export interface RpcServerContext extends RpcContext {
  readonly logger: Logger;
  /** Counts requests; absent without metrics. */
  readonly httpObserver?: HttpObserver;
  /** What delays or cuts answers of a devnet by hand; absent on other networks. */
  readonly weather?: ApiWeather;
}

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
  context: RpcServerContext,
  { token, ...address }: RpcAddress,
): Promise<RunningServer> {
  const { logger, weather, httpObserver: observer } = context;
  const isAuthorized = createBearerCheck(token);
  const authorize: NonNullable<RouteChecks['authorize']> = ({ tier }, request) => {
    if (tier !== 'public' && !isAuthorized(request))
      throw rpcError('unauthorized', {}, { 'WWW-Authenticate': 'Bearer' });
  };
  const checks = { ...rpcChecks(context.chain.network), authorize };
  const app = createApp();
  app.use(apiHeaders);
  bindRpc((route, read) => bindJson(app, checks, route, read), context);
  const openApi = { method: 'GET' as const, path: OPENAPI_PATH };
  bindPath(app, openApi, checks.methodNotAllowed, (request, response) => {
    authorize({ tier: 'private' }, request);
    sendResponse(response, { status: 200, body: buildRpcOpenApi() });
  });
  app.use(...apiErrorHandlers(logger, checks));
  return new HttpServer({ app: withAdmission(app, weather?.admit), logger, observer }).listen(address);
}
