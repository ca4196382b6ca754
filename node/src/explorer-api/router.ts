/** Binds the routes of the Explorer API: their checks, entity tags and the answer cache. */
import type { RouteCall, RouteDefinition, RouteOutput } from '@cairn/api';
import {
  EXPLORER_FIXED_BODIES,
  explorerError,
  explorerIndexError,
  validationError,
  type ExplorerErrorCode,
} from '@cairn/api/explorer';
import { bindRoute, JSON_TYPE, type RouteRules } from '@cairn/http';
import { isValidAddress, type Network } from '@cairn/protocol';
import type { Express } from 'express';
import type { BlockBytes } from '../chain/whole-blocks.ts';
import { IMMUTABLE, REVALIDATED, sendTagged, type AnswerCache } from './answer-cache.ts';
import type { ExplorerContext } from './context.ts';
import type { Generations, StateDependency } from './generations.ts';

/** Bytes and their entity tag, which is known before they are read. */
export interface TaggedBytes {
  /** Strong entity tag, including its quotes. */
  readonly tag: string;
  /** True if the answer to this target (path and query) can never change. */
  readonly isImmutable: boolean;
  /** Reads the bytes; a whole block is a stream, which is not cached. */
  readonly read: () => Promise<Uint8Array | BlockBytes>;
}

/** Binds handlers, which are type-checked against the contract. They throw HttpError with one of the route's codes. */
export interface ExplorerRouter {
  readonly json: <Route extends RouteDefinition>(
    route: Route,
    dependsOn: StateDependency,
    answer: (call: RouteCall<Route>) => Promise<RouteOutput<Route>>,
  ) => void;
  readonly bytes: <Route extends RouteDefinition>(
    route: Route,
    open: (call: RouteCall<Route>) => Promise<TaggedBytes>,
  ) => void;
}

/** Binds the routes of one resource. */
export type Resource = (router: ExplorerRouter, context: ExplorerContext) => void;

/** The 405 answer of every route (docs/spec/API-DECISIONS.md). */
export const METHOD_NOT_ALLOWED = { status: 405, body: EXPLORER_FIXED_BODIES.methodNotAllowed };

/** The checks of every route: query (422), path (400). */
export function explorerRules(network: Network): RouteRules {
  return {
    errors: {
      methodNotAllowed: METHOD_NOT_ALLOWED,
      path: (code) => explorerError(code as ExplorerErrorCode),
      query: validationError,
    },
    checkPath({ address }) {
      if (typeof address === 'string' && !isValidAddress(address, network))
        throw explorerError('invalid_address');
    },
  };
}

/** The objects with which routes are answered. */
export interface RouteServices {
  readonly context: ExplorerContext;
  readonly generations: Generations;
  readonly cache: AnswerCache;
}

/**
 * The router of a server. After the checks of `explorerRules` come the index (503) and the client's copy (304), then the handler.
 * An answer has the tag of the state that was read before it was made; if the state has changed since, it has none.
 */
export function createRouter(app: Express, { context, generations, cache }: RouteServices): ExplorerRouter {
  const rules = explorerRules(context.network);
  return {
    json(route, dependsOn, answer) {
      bindRoute(app, rules, route, async (call, request, response) => {
        if (route.tier === 'indexed') requireReadyIndex(context);
        const target = request.originalUrl;
        const generation = generations.current(dependsOn);
        const validators = { tag: generations.tagOf(generation, target), cacheControl: REVALIDATED };
        await sendTagged(request, response, validators, async () => {
          const body = new TextEncoder().encode(JSON.stringify(await answer(call)));
          const content = { contentType: JSON_TYPE, body };
          if (generations.current(dependsOn) !== generation) return { ...content, isOutdated: true };
          return cache.store(target, { ...validators, route: route.path, dependsOn, generation }, content);
        });
      });
    },
    bytes(route, open) {
      const dependsOn = 'chain';
      bindRoute(app, rules, route, async (call, request, response) => {
        const target = request.originalUrl;
        const generation = generations.current(dependsOn);
        const { tag, isImmutable, read } = await open(call);
        const validators = { tag, cacheControl: isImmutable ? IMMUTABLE : REVALIDATED };
        await sendTagged(request, response, validators, async () => {
          const body = await read();
          const contentType = 'application/octet-stream';
          if (!(body instanceof Uint8Array)) return { contentType, body };
          const content = { contentType, body };
          if (generations.current(dependsOn) !== generation) return { ...content, isOutdated: true };
          return cache.store(target, { ...validators, route: route.path, dependsOn, generation }, content);
        });
      });
    },
  };
}

/** @throws HttpError 503 with the code of the index state, unless that is `ready` */
function requireReadyIndex(context: ExplorerContext): void {
  const { state } = context.indexStatus();
  if (state !== 'ready') throw explorerIndexError(state);
}
