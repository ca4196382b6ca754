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
import type { BlockBytes } from '../whole-blocks/proven-blocks.ts';
import {
  IMMUTABLE,
  namesTag,
  REVALIDATED,
  sendAnswer,
  sendUnchanged,
  type AnswerCache,
} from './answer-cache.ts';
import type { ExplorerContext } from './context.ts';
import type { Freshness, Generations } from './generations.ts';

/** A handler's parameters: parsed path and query values by name. */
export type RouteInput<Route extends RouteDefinition> = RouteParams<Route> & RouteQuery<Route>;

/** A JSON route of the contract and its handler. */
interface JsonRoute<Route extends RouteDefinition> {
  readonly route: Route;
  readonly freshness: Freshness;
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
  /** True if the answer to the target can never change. */
  readonly isImmutable: boolean;
  /** Opens the bytes; not called if the client has them already. */
  readonly bytes: () => Promise<BlockBytes>;
}

export type ExplorerRoute = JsonRoute<RouteDefinition> | BytesRoute<RouteDefinition>;

/** Pairs a JSON route with its handler, which is type-checked against the contract. */
export function jsonRoute<Route extends RouteDefinition>(
  route: Route,
  freshness: Freshness,
  answer: JsonRoute<Route>['answer'],
): ExplorerRoute {
  return { route, freshness, answer } as unknown as ExplorerRoute;
}

/** The same for a route that answers with bytes. */
export function bytesRoute<Route extends RouteDefinition>(
  route: Route,
  open: BytesRoute<Route>['open'],
): ExplorerRoute {
  return { route, open } as unknown as ExplorerRoute;
}

/** Dependencies of the routes. */
export interface RouteServices {
  readonly context: ExplorerContext;
  readonly generations: Generations;
  readonly cache: AnswerCache;
}

/** The 405 answer of every route (API-DECISIONS). */
export const METHOD_NOT_ALLOWED = { status: 405, body: EXPLORER_FIXED_BODIES.methodNotAllowed };

/**
 * Binds a definition of `packages/api` to its handler. Order of checks: query (422), path values (400), index (503), the
 * client's copy (304), and only then the handler.
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

/** @throws HttpError 503 with the state's own code */
function requireReadyIndex(context: ExplorerContext): void {
  const { state } = context.indexStatus();
  if (state !== 'ready') throw explorerIndexError(state);
}

interface Answering {
  readonly binding: JsonRoute<RouteDefinition>;
  readonly input: RouteInput<RouteDefinition>;
  readonly services: RouteServices;
}

/**
 * How often an answer is computed if the chain or index changes meanwhile. After the last attempt a core route sends the
 * answer it has, without a tag and uncached.
 */
const ATTEMPTS = 4;

/** @throws HttpError of the handler, or 503 `explorer_index_unavailable` if the index changes at every attempt */
async function sendJson(request: Request, response: Response, answering: Answering): Promise<void> {
  const { binding, input, services } = answering;
  const { context, generations, cache } = services;
  const { route, freshness } = binding;
  const target = request.originalUrl;
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    if (route.tier === 'indexed') requireReadyIndex(context);
    const generation = generations.current(freshness);
    const validators = { tag: generations.tagOf(generation, target), cacheControl: REVALIDATED };
    if (namesTag(request.headers['if-none-match'], validators.tag)) {
      return sendUnchanged(request, response, validators);
    }
    const result = await settled(binding.answer(context, input));
    const isOutdated = generations.current(freshness) !== generation;
    const isLast = attempt === ATTEMPTS - 1 && route.tier === 'core';
    if (isOutdated && !isLast) continue;
    if ('error' in result) throw result.error;
    if (isOutdated) return sendPlainAnswer(response, { status: 200, body: result.content });
    const body = Buffer.from(JSON.stringify(result.content));
    const content = { route: route.path, contentType: JSON_TYPE, body, encoded: new Map() };
    const answer = { ...content, ...validators, freshness, generation };
    cache.keep(target, answer);
    return sendAnswer(request, response, answer, 'fast');
  }
  throw explorerIndexUnavailable();
}

/** Returns an error instead of throwing it: it counts only if chain and index did not change meanwhile. */
async function settled<Content>(
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
  if (ifNoneMatch === '*' || namesTag(ifNoneMatch, tag)) {
    return sendUnchanged(request, response, { tag, cacheControl });
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
