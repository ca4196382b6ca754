/** The routes of the Explorer API: their checks and entity tags, whatever brings their requests. */
import {
  type CallChecks,
  EXPLORER_FIXED_BODIES,
  explorerError,
  type ExplorerErrorCode,
  explorerIndexError,
  JSON_TYPE,
  type RouteCall,
  type RouteDefinition,
  type RouteOutput,
  validationError,
} from '@cairn/api/contract';
import { isValidAddress, type Network } from '@cairn/protocol';
import {
  type AnswerHead,
  type AnswerState,
  type Content,
  IMMUTABLE,
  REVALIDATED,
  type StateDependency,
} from './answers.ts';
import type { ExplorerContext } from './context.ts';
import { BusyError } from '../chain/whole-blocks.ts';
import type { ProjectionReader } from '../projection/index-reader.ts';
import { ProjectionError } from '../projection/store.ts';
import type { CoreReader } from './core-reader.ts';

/** Bytes and their entity tag, which is known before they are read. */
export interface TaggedBytes {
  /** Strong entity tag, including its quotes. */
  readonly tag: string;
  /** True if the answer to this target (path and query) can never change. */
  readonly isImmutable: boolean;
  readonly read: () => Promise<Uint8Array>;
}

/**
 * Binds handlers, which are type-checked against the contract. They throw HttpError with one of the route's codes. The reader that
 * they get is the request's own, and of the tip behind its entity tag.
 */
export interface ExplorerRouter {
  readonly json: <Route extends RouteDefinition & { readonly tier: 'core' }>(
    route: Route,
    dependsOn: StateDependency,
    answer: (call: RouteCall<Route>, reader: CoreReader) => Promise<RouteOutput<Route>>,
  ) => void;
  /** A JSON route that is answered from the ready index. */
  readonly indexed: <Route extends RouteDefinition & { readonly tier: 'indexed' }>(
    route: Route,
    answer: (
      call: RouteCall<Route>,
      index: ProjectionReader,
      reader: CoreReader,
    ) => Promise<RouteOutput<Route>>,
  ) => void;
  readonly bytes: <Route extends RouteDefinition>(
    route: Route,
    open: (call: RouteCall<Route>, reader: CoreReader) => Promise<TaggedBytes>,
  ) => void;
}

/** Binds the routes of one resource. */
export type Resource = (router: ExplorerRouter, context: ExplorerContext) => void;

/** A request of a route, without its transport. */
export interface AnswerRequest {
  /** Path and query. */
  readonly target: string;
  /** Ends with the request. */
  readonly signal: AbortSignal;
}

/**
 * Sends a 304 if the client has the tag already, otherwise the content.
 * @param make called only if the content is needed; may throw an HttpError. Its body has memory of its own
 */
export type Reply = (head: AnswerHead, make: () => Promise<Content>) => Promise<void>;

/** Answers a parsed request. @throws HttpError with one of the route's codes */
export type AnswerHandler<Route extends RouteDefinition> = (
  call: RouteCall<Route>,
  request: AnswerRequest,
  reply: Reply,
) => Promise<void>;

/** The 405 of every route (docs/spec/API-DECISIONS.md). */
export const METHOD_NOT_ALLOWED = { status: 405, body: EXPLORER_FIXED_BODIES.methodNotAllowed };

/** The checks of every route: query (422), path (400). */
export function explorerChecks(network: Network): CallChecks {
  return {
    notFound: { status: 404, body: EXPLORER_FIXED_BODIES.notFound },
    methodNotAllowed: METHOD_NOT_ALLOWED,
    pathError: (code) => explorerError(code as ExplorerErrorCode),
    queryError: validationError,
    isAddress: (text) => isValidAddress(text, network),
    // The index, or the database of a replica, cannot be read; or too many clients ask for whole blocks.
    errorOf(error) {
      if (error instanceof ProjectionError) return explorerError('explorer_index_unavailable');
      if (error instanceof BusyError) return explorerError('node_busy', {}, { 'Retry-After': '1' });
      return undefined;
    },
  };
}

/**
 * A router over a transport. After the checks of `explorerChecks` come the index (503) and the client's copy (304), then the handler.
 * An answer has the tag of the state that was read before it was made; if the state has changed since, it has none.
 * @param bind binds a route to its handler
 */
export function createRouter(
  bind: <Route extends RouteDefinition>(route: Route, handle: AnswerHandler<Route>) => void,
  context: ExplorerContext,
  state: AnswerState,
): ExplorerRouter {
  /** @param begin called before anything is read. @returns what answers the request */
  const bindJson = <Route extends RouteDefinition>(
    route: Route,
    dependsOn: StateDependency,
    begin: () => (call: RouteCall<Route>, reader: CoreReader) => Promise<RouteOutput<Route>>,
  ): void =>
    bind(route, async (call, { target, signal }, reply) => {
      const answer = begin();
      using reader = context.reader(signal);
      const generation = state.generation(dependsOn);
      const tag = state.tagOf(generation, target);
      await reply({ route: route.path, dependsOn, generation, tag, cacheControl: REVALIDATED }, async () => ({
        contentType: JSON_TYPE,
        body: new TextEncoder().encode(JSON.stringify(await answer(call, reader))),
      }));
    });

  return {
    json: (route, dependsOn, answer) => bindJson(route, dependsOn, () => answer),
    indexed: (route, answer) =>
      bindJson(route, 'index', () => {
        const index = requireIndex(context);
        return (call, reader) => answer(call, index, reader);
      }),
    bytes: (route, open) =>
      bind(route, async (call, { signal }, reply) => {
        using reader = context.reader(signal);
        const dependsOn = 'chain';
        const generation = state.generation(dependsOn);
        const { tag, isImmutable, read } = await open(call, reader);
        const cacheControl = isImmutable ? IMMUTABLE : REVALIDATED;
        const contentType = 'application/octet-stream';
        await reply({ route: route.path, dependsOn, generation, tag, cacheControl }, async () => ({
          contentType,
          body: await read(),
        }));
      }),
  };
}

/** @throws HttpError 503 with the code of the index state, unless that is `ready` */
function requireIndex(context: ExplorerContext): ProjectionReader {
  const { state } = context.indexStatus();
  if (state !== 'ready') throw explorerIndexError(state);
  const index = context.index();
  if (index === undefined) throw explorerError('explorer_index_unavailable');
  return index;
}
