/** Binds the routes of the Explorer API: their checks, entity tags and the answer cache. */
import type { RouteCall, RouteDefinition, RouteOutput } from '@cairn/api';
import {
  EXPLORER_FIXED_BODIES,
  explorerError,
  explorerIndexError,
  validationError,
  type ExplorerErrorCode,
} from '@cairn/api/explorer';
import { bindRoute, JSON_TYPE, signalOf, type RouteChecks } from '@cairn/http';
import { isValidAddress, type Network } from '@cairn/protocol';
import type { Express } from 'express';
import type { ProjectionReader } from '../projection/index.ts';
import { IMMUTABLE, REVALIDATED, type AnswerCache, type StateDependency } from './answer-cache.ts';
import type { ExplorerContext } from './context.ts';
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

/** The 405 of every route (docs/spec/API-DECISIONS.md). */
export const METHOD_NOT_ALLOWED = { status: 405, body: EXPLORER_FIXED_BODIES.methodNotAllowed };

/** The checks of every route: query (422), path (400). */
export function explorerChecks(network: Network): RouteChecks {
  return {
    methodNotAllowed: METHOD_NOT_ALLOWED,
    pathError: (code) => explorerError(code as ExplorerErrorCode),
    queryError: validationError,
    checkPath({ address }) {
      if (typeof address === 'string' && !isValidAddress(address, network))
        throw explorerError('invalid_address');
    },
  };
}

/**
 * The router of a server. After the checks of `explorerChecks` come the index (503) and the client's copy (304), then the handler.
 * An answer has the tag of the state that was read before it was made; if the state has changed since, it has none.
 */
export function createRouter(app: Express, context: ExplorerContext, cache: AnswerCache): ExplorerRouter {
  const checks = explorerChecks(context.network);

  /** @param begin called before anything is read. @returns what answers the request */
  const bindJson = <Route extends RouteDefinition>(
    route: Route,
    dependsOn: StateDependency,
    begin: () => (call: RouteCall<Route>, reader: CoreReader) => Promise<RouteOutput<Route>>,
  ): void =>
    bindRoute(app, checks, route, async (call, request, response) => {
      const answer = begin();
      using reader = context.reader(signalOf(response));
      const generation = cache.generation(dependsOn);
      const tag = cache.tagOf(generation, request.originalUrl);
      const head = { route: route.path, dependsOn, generation, tag, cacheControl: REVALIDATED };
      await cache.send(request, response, head, async () => ({
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
      bindRoute(app, checks, route, async (call, request, response) => {
        using reader = context.reader(signalOf(response));
        const dependsOn = 'chain';
        const generation = cache.generation(dependsOn);
        const { tag, isImmutable, read } = await open(call, reader);
        const cacheControl = isImmutable ? IMMUTABLE : REVALIDATED;
        const head = { route: route.path, dependsOn, generation, tag, cacheControl } as const;
        const contentType = 'application/octet-stream';
        await cache.send(request, response, head, async () => ({ contentType, body: await read() }));
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
