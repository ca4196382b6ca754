import { validateQuery } from '@cairn/api';
import { explorerIndexError } from '@cairn/api/explorer';
import type { Answer } from '../http/answers.ts';
import type { BlockBytes } from '../whole-blocks/block-bytes.ts';
import type { AnswerMemory } from './answer-memory.ts';
import { IMMUTABLE, REVALIDATED } from './caching.ts';
import type { IndexStatus, RouteContext } from './context.ts';
import { namesEntityTag, type EntityTags } from './entity-tag.ts';
import type { ExplorerRoute } from './explorer-route.ts';
import { JsonText } from './json-text.ts';
import { readPlainQuery } from './plain-query.ts';

/** What every route is answered with. */
export interface ExplorerServices {
  readonly context: RouteContext;
  readonly tags: EntityTags;
  /** What the indexed routes answered. */
  readonly memory: AnswerMemory;
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
 */
export function respond(
  binding: ExplorerRoute,
  services: ExplorerServices,
  asked: AskedOf,
): Response | Promise<Response> {
  const { route, read, answer } = binding;
  const { context, memory } = services;
  const query = readPlainQuery(route, asked.query) ?? validateQuery(route, asked.query);
  if (!query.ok) return { type: 'refused', answer: query };
  const request = read(asked.params, context);
  if (route.tier === 'indexed') requireReady(context.indexStatus());
  const known = knownValidators(binding, services, request, asked.target);
  if (known !== undefined && namesEntityTag(asked.ifNoneMatch, known.tag)) return unchanged(known);
  const make = (): unknown => answer(context, request, query.value);
  const content = route.tier === 'indexed' ? recall(memory, asked.target, make) : make();
  return content instanceof Promise
    ? content.then((made) => responseOf(made, known, asked, services))
    : responseOf(content, known, asked, services);
}

/** @throws HttpError 503 with the state's own code */
function requireReady({ state }: IndexStatus): void {
  if (state !== 'ready') throw explorerIndexError(state);
}

/** What is known before the route is asked; `undefined` where the content itself decides. */
function knownValidators(
  { freshness }: ExplorerRoute,
  { context, tags }: ExplorerServices,
  request: unknown,
  target: string,
): Validators | undefined {
  if (freshness === 'content') return undefined;
  if (typeof freshness === 'function') {
    const { tag, immutable } = freshness(context, request);
    return { tag, cacheControl: immutable ? IMMUTABLE : REVALIDATED };
  }
  const tip = context.chain.tip();
  const tag =
    freshness === 'chain' ? tags.ofChain(tip, target) : tags.ofIndex(tip, context.indexStatus(), target);
  return { tag, cacheControl: REVALIDATED };
}

/** The answer of an indexed route: the one that was given before, or a new one. */
function recall(memory: AnswerMemory, target: string, make: () => unknown): JsonText | Promise<JsonText> {
  const version = memory.version();
  const found = memory.find(target, version);
  if (found !== undefined) return new JsonText(found);
  const keep = (made: unknown): JsonText => {
    const json = JsonText.of(made);
    memory.offer(target, version, json.body);
    return json;
  };
  const made = make();
  return made instanceof Promise ? made.then(keep) : keep(made);
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
