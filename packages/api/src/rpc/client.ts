import { type Client, type ClientOptions, createClient } from '../client/client.ts';
import { rpcRoutes, type RpcRoutes } from './routes.ts';

export type RpcClient = Client<RpcRoutes>;

export interface RpcClientOptions extends ClientOptions {
  /** Bearer token of the node. Left out behind the gateway, which adds it; never in a browser. */
  readonly token?: string | undefined;
}

/** A typed client of the private RPC: one method a route. Rejects with `ApiError` or `TransportError`. */
export function createRpcClient({ token, ...options }: RpcClientOptions): RpcClient {
  return createClient(rpcRoutes, options, token === undefined ? {} : { authorization: `Bearer ${token}` });
}
