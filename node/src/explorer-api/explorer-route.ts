import type { RouteDefinition, RouteOutput, RouteParams, RouteQuery } from '@cairn/api';
import type { RouteContext } from './context.ts';
import type { JsonText } from './json-text.ts';
import type { BlockBytes } from '../whole-blocks/block-bytes.ts';

/** A representation that its own name tells apart, such as the bytes of a block. */
export interface NamedContent {
  /** Strong entity tag, quotes included. */
  readonly tag: string;
  /** Whether the target can never mean anything else. */
  readonly immutable: boolean;
}

/**
 * What decides whether a client's copy is still good: `chain` the tip alone; `index` the tip and the projection;
 * `content` the answer itself (small answers that are made anew anyway); a function where the resource has a name of
 * its own, which may throw the route's 404.
 */
export type Freshness<Request> =
  'chain' | 'index' | 'content' | ((context: RouteContext, request: Request) => NamedContent);

/** What a route answers with: a value for JSON or JSON itself, a stream for bytes. */
type RouteAnswer<Route extends RouteDefinition> = Route['contentType'] extends 'application/octet-stream'
  ? BlockBytes
  : RouteOutput<Route> | JsonText;

/** A contract's route together with what answers it. */
export interface ExplorerRoute<Route extends RouteDefinition = RouteDefinition, Request = unknown> {
  readonly route: Route;
  readonly freshness: Freshness<Request>;
  /** Whether an answer of the core tier is worth remembering: it takes longer than a look-up in the index. */
  readonly isRemembered?: true;
  /**
   * Reads the path's values. It asks no store, so that a bad request is told from an unchanged answer without one.
   * @throws HttpError with the route's 400
   */
  readonly read: (params: RouteParams<Route>, context: Pick<RouteContext, 'isAddress'>) => Request;
  /** @throws HttpError with the route's 404 */
  readonly answer: (
    context: RouteContext,
    request: Request,
    query: RouteQuery<Route>,
  ) => RouteAnswer<Route> | Promise<RouteAnswer<Route>>;
}

/** Checks a route's parts against its contract and hides their types from the adapter. */
export function explorerRoute<Route extends RouteDefinition, Request>(
  parts: ExplorerRoute<Route, Request>,
): ExplorerRoute {
  return parts as unknown as ExplorerRoute;
}

/** For routes without path parameters. */
export function readNothing(): undefined {
  return undefined;
}
