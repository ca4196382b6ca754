import {
  parsePathValues,
  validateQuery,
  type RouteDefinition,
  type RouteOutput,
  type RouteParams,
  type RouteQuery,
} from '@cairn/api';
import {
  EXPLORER_FIXED_BODIES,
  explorerError,
  explorerIndexError,
  explorerIndexUnavailable,
  type ExplorerPlainErrorCode,
} from '@cairn/api/explorer';
import { bindPath, JSON_TYPE, queryOf, sendAnswer as sendPlainAnswer, sendStream } from '@cairn/http';
import { isValidAddress } from '@cairn/protocol';
import type { Express, Request, Response } from 'express';
import type { BlockBytes } from '../chain/whole-blocks.ts';
import {
  IMMUTABLE,
  matchesTag,
  REVALIDATED,
  sendAnswer,
  sendNotModified,
  type AnswerCache,
} from './answer-cache.ts';
import type { ExplorerContext } from './context.ts';
import type { Generations, StateDependency } from './generations.ts';

/** A handler's input: parsed path and query values by name. */
export type RouteInput<Route extends RouteDefinition> = RouteParams<Route> & RouteQuery<Route>;

/** A JSON route of the contract and its handler. */
interface JsonRoute<Route extends RouteDefinition> {
  readonly route: Route;
  readonly dependsOn: StateDependency;
  /** @throws HttpError with one of the route's codes */
  readonly answer: (context: ExplorerContext, input: RouteInput<Route>) => Promise<RouteOutput<Route>>;
}

/** A route that answers with bytes and their entity tag. */
interface BytesRoute<Route extends RouteDefinition> {
  readonly route: Route;
  readonly open: (context: ExplorerContext, input: RouteInput<Route>) => Promise<TaggedBytes>;
}

export interface TaggedBytes {
  /** Strong entity tag, including its quotes. */
  readonly tag: string;
  /** True if the answer to this target (path and query) can never change. */
  readonly isImmutable: boolean;
  /** Opens the bytes; not called if the client has them already. */
  readonly bytes: () => Promise<BlockBytes>;
}

export type ExplorerRoute = JsonRoute<RouteDefinition> | BytesRoute<RouteDefinition>;

/** Pairs a JSON route with its handler, which is type-checked against the contract. */
export function jsonRoute<Route extends RouteDefinition>(
  route: Route,
  dependsOn: StateDependency,
  answer: JsonRoute<Route>['answer'],
): ExplorerRoute {
  return { route, dependsOn, answer } as unknown as ExplorerRoute;
}

/** Pairs a route that answers with bytes with its handler, which is type-checked against the contract. */
export function bytesRoute<Route extends RouteDefinition>(
  route: Route,
  open: BytesRoute<Route>['open'],
): ExplorerRoute {
  return { route, open } as unknown as ExplorerRoute;
}

/** The objects with which routes are answered. */
export interface RouteServices {
  readonly context: ExplorerContext;
  readonly generations: Generations;
  readonly cache: AnswerCache;
}

/** The 405 answer of every route (docs/spec/API-DECISIONS.md). */
export const METHOD_NOT_ALLOWED = { status: 405, body: EXPLORER_FIXED_BODIES.methodNotAllowed };

/**
 * Adds a route of `packages/api` and its handler to the app. Checks run in this order: query (422), path values (400), index
 * (503), the client's copy (304), then those of the handler. A route that answers with bytes runs its handler before the 304.
 */
export function bindRoute(app: Express, binding: ExplorerRoute, services: RouteServices): void {
  const { route } = binding;
  const { context } = services;
  bindPath(app, route, METHOD_NOT_ALLOWED, async (request, response) => {
    const query = validateQuery(route, queryOf(request.url));
    if (!query.ok) return sendPlainAnswer(response, query);
    const input = { ...readPath(route, request, context), ...query.value } as RouteInput<RouteDefinition>;
    if ('open' in binding) await sendBytes(request, response, await binding.open(context, input));
    else await sendJson(request, response, { binding, input, services });
  });
}

/** @throws HttpError 400 with the parameter's code */
function readPath(route: RouteDefinition, { params }: Request, { network }: ExplorerContext) {
  const parsed = parsePathValues(route, params);
  if (!parsed.ok) throw explorerError(parsed.error as ExplorerPlainErrorCode);
  const { address } = parsed.value as { address?: string };
  if (address !== undefined && !isValidAddress(address, network)) throw explorerError('invalid_address');
  return parsed.value;
}

/** @throws HttpError 503 with the code of the index state, unless that is `ready` */
function requireReadyIndex(context: ExplorerContext): void {
  const { state } = context.indexStatus();
  if (state !== 'ready') throw explorerIndexError(state);
}

interface RouteCall {
  readonly binding: JsonRoute<RouteDefinition>;
  readonly input: RouteInput<RouteDefinition>;
  readonly services: RouteServices;
}

/**
 * How often an answer is computed at most: it is computed again if chain or index have changed in the meantime. After the last
 * attempt, a core route sends its answer uncached and without a tag, an indexed route a 503.
 */
const ATTEMPTS = 4;

/** @throws HttpError of the handler, or 503 `explorer_index_unavailable` if the index changes at every attempt */
async function sendJson(request: Request, response: Response, call: RouteCall): Promise<void> {
  const { binding, input, services } = call;
  const { context, generations, cache } = services;
  const { route, dependsOn } = binding;
  const target = request.originalUrl;
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    if (route.tier === 'indexed') requireReadyIndex(context);
    const generation = generations.current(dependsOn);
    const validators = { tag: generations.tagOf(generation, target), cacheControl: REVALIDATED };
    if (matchesTag(request.headers['if-none-match'], validators.tag)) {
      return sendNotModified(request, response, validators);
    }
    const result = await settle(binding.answer(context, input));
    const isOutdated = generations.current(dependsOn) !== generation;
    const isLast = attempt === ATTEMPTS - 1 && route.tier === 'core';
    if (isOutdated && !isLast) continue;
    if ('error' in result) throw result.error;
    if (isOutdated) return sendPlainAnswer(response, { status: 200, body: result.content });
    const body = Buffer.from(JSON.stringify(result.content));
    const content = { route: route.path, contentType: JSON_TYPE, body, encoded: new Map() };
    const answer = { ...content, ...validators, dependsOn, generation };
    cache.store(target, answer);
    return sendAnswer(request, response, answer, 'fast');
  }
  throw explorerIndexUnavailable();
}

/** Returns an error instead of throwing it: the caller ignores the error if chain or index have changed in the meantime. */
async function settle<Content>(
  answer: Promise<Content>,
): Promise<{ readonly content: Content } | { readonly error: unknown }> {
  try {
    return { content: await answer };
  } catch (error) {
    return { error };
  }
}

async function sendBytes(request: Request, response: Response, tagged: TaggedBytes): Promise<void> {
  const { tag, isImmutable } = tagged;
  const cacheControl = isImmutable ? IMMUTABLE : REVALIDATED;
  const ifNoneMatch = request.headers['if-none-match'];
  if (ifNoneMatch === '*' || matchesTag(ifNoneMatch, tag)) {
    return sendNotModified(request, response, { tag, cacheControl });
  }
  const { length, stream } = await tagged.bytes();
  response.set({
    ETag: tag,
    'Cache-Control': cacheControl,
    'Content-Type': 'application/octet-stream',
    'Content-Length': String(length),
  });
  sendStream(response, stream);
}
