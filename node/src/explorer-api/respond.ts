import type { IncomingMessage } from 'node:http';
import { validateQuery, type RouteDefinition, type RouteQuery } from '@cairn/api';
import { explorerIndexError, explorerIndexUnavailable } from '@cairn/api/explorer';
import type { Answer } from '../http/answers.ts';
import type { BlockBytes } from '../whole-blocks/block-bytes.ts';
import type { AnswerMemory } from './answer-memory.ts';
import { isSameVersion, versionOf, type AnswerVersion, type AnswerVersions } from './answer-version.ts';
import { IMMUTABLE, REVALIDATED } from './caching.ts';
import type { IndexStatus, RouteContext } from './context.ts';
import { namesEntityTag, type EntityTags } from './entity-tag.ts';
import type { ExplorerRoute } from './explorer-route.ts';
import { JsonText } from './json-text.ts';
import { readPlainQuery } from './plain-query.ts';
import { whenKnown } from './projected.ts';

/** What every route is answered with. */
export interface ExplorerServices {
  readonly context: RouteContext;
  readonly tags: EntityTags;
  readonly versions: AnswerVersions;
  /** What was answered lately. */
  readonly memory: AnswerMemory;
  /**
   * What a request came to that is left to Fastify to send: what has to be compressed, or an error of a database. Nobody wants
   * to ask for it twice.
   */
  readonly settled: WeakMap<IncomingMessage, Response | Promise<Response>>;
}

/** What a request says, as far as an answer depends on it. */
export interface AskedOf {
  /** Path and query, as they came. */
  readonly target: string;
  /** Without its question mark. */
  readonly query: string;
  /** Values of the path's parameters, decoded. */
  readonly params: Readonly<Record<string, string>>;
  readonly ifNoneMatch: string | undefined;
}

/** What a response is known by, and how long it may be kept. */
export interface Validators {
  /** Entity tag, quotes included. */
  readonly tag: string;
  readonly cacheControl: string;
}

/** What a request comes to: a 422, a 304, JSON or a block's bytes. */
export type Response =
  | { readonly type: 'refused'; readonly answer: Answer }
  | ({ readonly type: 'unchanged' } & Validators)
  | ({ readonly type: 'json'; readonly body: string | Buffer } & Validators)
  | ({ readonly type: 'bytes'; readonly content: BlockBytes } & Validators);

/**
 * Answers a route, whichever way the request came. Order of checks: query (422), path values (400), index (503), the
 * client's copy (304), and only then the route.
 * @throws HttpError, or rejects with it: with the route's 400 and 404, and 503
 * @throws LevelError once the index of the chain was found damaged, for every answer that depends on the chain
 * @throws ProjectionError, or rejects with it, where a database that is asked is away
 */
export function respond(
  binding: ExplorerRoute,
  services: ExplorerServices,
  asked: AskedOf,
): Response | Promise<Response> {
  const { route, read } = binding;
  const { context } = services;
  const query = readPlainQuery(route, asked.query) ?? validateQuery(route, asked.query);
  if (!query.ok) return { type: 'refused', answer: query };
  const valid = { binding, request: read(asked.params, context), query: query.value, asked };
  return context.openMoment === undefined || binding.freshness === 'content'
    ? respondFrom(services, valid)
    : respondFromMoment(services, valid);
}

/** A request whose parts are as they should be. */
interface ValidRequest {
  readonly binding: ExplorerRoute;
  readonly request: unknown;
  readonly query: RouteQuery<RouteDefinition>;
  readonly asked: AskedOf;
}

/** How often a request is answered anew because the chain moved while the index was asked; then it is unavailable. */
const ATTEMPTS = 4;

function respondFrom(
  services: ExplorerServices,
  valid: ValidRequest,
  attempts = ATTEMPTS,
): Response | Promise<Response> {
  const { binding, request, query, asked } = valid;
  const { context } = services;
  if (binding.route.tier === 'indexed') requireReady(context.indexStatus());
  const version = isOfVersion(binding) ? services.versions.of(context) : undefined;
  const known = knownValidators(services, valid, version);
  if (known !== undefined && namesEntityTag(asked.ifNoneMatch, known.tag)) return unchanged(known);
  const make = (): unknown => binding.answer(context, request, query);
  if (version === undefined || !isWorthRemembering(binding, context)) {
    return whenKnown(make(), (made) => responseOf(made, known, asked, services));
  }
  const content = recall(services, { target: asked.target, version, make });
  if (!(content instanceof Promise)) return responseOf(content, known, asked, services);
  return content.then(
    (made) =>
      hasMoved(context, version)
        ? respondAgain(services, valid, attempts)
        : responseOf(made, known, asked, services),
    (error: unknown) => {
      if (hasMoved(context, version)) return respondAgain(services, valid, attempts);
      throw error;
    },
  );
}

/** Whether chain and index decide what a route answers, so that its tag is known before it is asked. */
function isOfVersion({ freshness }: ExplorerRoute): boolean {
  return freshness === 'chain' || freshness === 'index';
}

/** Whether an answer is worth remembering: where it had to be asked of somebody, or took more than a look-up. */
function isWorthRemembering(
  { route, freshness, isRemembered }: ExplorerRoute,
  context: RouteContext,
): boolean {
  if (isRemembered === true || route.tier === 'indexed') return true;
  return context.openMoment !== undefined && freshness === 'chain';
}

/** Whether what was asked of an index that answers later may be of another height than the rest of the answer. */
function hasMoved(context: RouteContext, version: AnswerVersion): boolean {
  return !isSameVersion(versionOf(context), version);
}

function respondAgain(
  services: ExplorerServices,
  valid: ValidRequest,
  attempts: number,
): Response | Promise<Response> {
  if (attempts <= 1) throw explorerIndexUnavailable();
  return respondFrom(services, valid, attempts - 1);
}

/**
 * Answers from a moment that is read for this request, unless what is known already will do: a refusal, the client's
 * copy, or an answer that is remembered.
 */
function respondFromMoment(services: ExplorerServices, valid: ValidRequest): Response | Promise<Response> {
  const { binding, request, query, asked } = valid;
  const { context, memory } = services;
  const { route } = binding;
  if (route.tier === 'indexed') requireReady(context.indexStatus());
  const version = isOfVersion(binding) ? services.versions.newest() : undefined;
  if (version !== undefined) {
    const known = knownValidators(services, valid, version)!;
    if (namesEntityTag(asked.ifNoneMatch, known.tag)) return unchanged(known);
    const found = memory.find(asked.target, version);
    if (found !== undefined) return responseOf(new JsonText(found), known, asked, services);
  }
  return context.openMoment!({ route, request, query }).then((moment) =>
    respondFrom({ ...services, context: { ...context, ...moment } }, valid),
  );
}

/** @throws HttpError 503 with the state's own code */
function requireReady({ state }: IndexStatus): void {
  if (state !== 'ready') throw explorerIndexError(state);
}

/** What is known before the route is asked; `undefined` where the content itself decides. */
function knownValidators(
  { context, tags }: ExplorerServices,
  { binding, request, asked }: ValidRequest,
  version: AnswerVersion | undefined,
): Validators | undefined {
  const { freshness } = binding;
  if (typeof freshness === 'function') {
    const { tag, immutable } = freshness(context, request);
    return { tag, cacheControl: immutable ? IMMUTABLE : REVALIDATED };
  }
  if (version === undefined) return undefined;
  const { target } = asked;
  const tag =
    freshness === 'chain'
      ? tags.ofChain(version.tip, target)
      : tags.ofIndex(version.tip, version.index, target);
  return { tag, cacheControl: REVALIDATED };
}

interface Recalled {
  readonly target: string;
  readonly version: AnswerVersion;
  readonly make: () => unknown;
}

/** What is worth remembering: the one that was given before, or a new one. */
function recall(
  { memory }: ExplorerServices,
  { target, version, make }: Recalled,
): JsonText | Promise<JsonText> {
  const found = memory.find(target, version);
  if (found !== undefined) return new JsonText(found);
  return whenKnown(make(), (made) => {
    const json = JsonText.of(made);
    memory.offer(target, version, json.body);
    return json;
  });
}

function responseOf(
  content: unknown,
  known: Validators | undefined,
  { ifNoneMatch }: AskedOf,
  { tags }: ExplorerServices,
): Response {
  // `*` asks whether anything is there.
  const wantsNothingThatExists = ifNoneMatch === '*';
  if (isBytes(content)) {
    if (!wantsNothingThatExists) return { type: 'bytes', content, ...known! };
    content.stream.destroy();
    return unchanged(known!);
  }
  const { body } = JsonText.of(content);
  if (known !== undefined) {
    const { tag, cacheControl } = known;
    return wantsNothingThatExists ? unchanged(known) : { type: 'json', body, tag, cacheControl };
  }
  const validators = { tag: tags.ofContent(String(body)), cacheControl: REVALIDATED };
  if (wantsNothingThatExists || namesEntityTag(ifNoneMatch, validators.tag)) return unchanged(validators);
  return { type: 'json', body, ...validators };
}

function unchanged({ tag, cacheControl }: Validators): Response {
  return { type: 'unchanged', tag, cacheControl };
}

function isBytes(content: unknown): content is BlockBytes {
  return typeof content === 'object' && content !== null && 'stream' in content;
}
