import type { Readable } from 'node:stream';
import type { RouteDefinition, RouteOutput, RouteParams } from '@cairn/api';
import type { ProvenBlocks } from '../whole-blocks/proven-blocks.ts';
import type { RpcContext } from './context.ts';
import type { HistoryCursors } from './history-cursor.ts';

/** A request that passed the checks before its route: authentication, content type, size. */
export interface RpcRequest<Route extends RouteDefinition = RouteDefinition> {
  readonly params: RouteParams<Route>;
  /** Query parameters as text, the last of each name. */
  readonly query: ReadonlyMap<string, string>;
  /** The body as received; empty for GET. */
  readonly body: Uint8Array;
}

/** What the routes work with. */
export interface RpcServices {
  readonly context: RpcContext;
  readonly cursors: HistoryCursors;
  readonly provenBlocks: ProvenBlocks;
}

/** A contract's route together with what answers it. */
export interface RpcRoute<Route extends RouteDefinition = RouteDefinition> {
  readonly route: Route;
  /**
   * @returns what is answered, or its JSON as a stream of text where it may be large
   * @throws HttpError with one of the route's codes
   */
  readonly answer: (
    services: RpcServices,
    request: RpcRequest<Route>,
  ) => RouteOutput<Route> | Promise<RouteOutput<Route> | Readable>;
}

/** Checks a route's parts against its contract and hides their types from the adapter. */
export function rpcRoute<Route extends RouteDefinition>(parts: RpcRoute<Route>): RpcRoute {
  return parts as unknown as RpcRoute;
}
