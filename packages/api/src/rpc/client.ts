import { type Client, type ClientOptions, createClient } from '../client.ts';
import { rpcRoutes, type RpcRoutes } from './routes.ts';

export type RpcClient = Client<RpcRoutes>;

export interface RpcClientOptions extends ClientOptions {
  /** Bearer token of the node. Omit it in browsers: the gateway adds it. */
  readonly token?: string | undefined;
}

/** A typed client of the private RPC, with a method for each route. Rejects with `ApiError` or `TransportError`. */
export function createRpcClient({ token, ...options }: RpcClientOptions): RpcClient {
  return createClient(rpcRoutes, options, token === undefined ? {} : { authorization: `Bearer ${token}` });
}
