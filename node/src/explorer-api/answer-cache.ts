/** Answers with an entity tag: the state that they are of, the 304, compression, and a cache in front of the router. */
import { hash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { nameRoute } from '@cairn/http';
import { LRUCache } from 'lru-cache';
import Negotiator from 'negotiator';
import { COMMON_HEADERS } from './cors.ts';
import type { ExplorerContext } from './context.ts';

/** Bytes of all cached answers, including compressed forms and overhead. */
const CAPACITY = 64 * 1024 * 1024;
/** Overhead of one answer, in bytes. */
const OVERHEAD = 1_024;
/** Maximum length of a target (path and query) whose answer is cached: an address and every parameter need far less. */
const MAX_TARGET = 512;
/** Maximum length of a body that is cached: a few full blocks would leave room for nothing else. */
const MAX_BODY = 1024 * 1024;
/** Length of an entity tag: 128 bits in hex. */
const TAG_CHARACTERS = 32;
/** Smallest body that is compressed, in bytes: bodies up to 1 KiB are not. */
const COMPRESSION_THRESHOLD = 1_025;

/**
 * `Cache-Control` of answers that a client must revalidate, because every body contains `confirmations`. Shared caches may hold
 * them for a second.
 */
export const REVALIDATED = 'public, max-age=0, must-revalidate, s-maxage=1';
/** `Cache-Control` of answers that never change: a block's bytes by block ID, the documentation's assets. */
export const IMMUTABLE = 'public, max-age=31536000, immutable';

const COMPRESSIONS = ['br', 'gzip'] as const;
type Encoding = (typeof COMPRESSIONS)[number] | 'identity';

/**
 * The state that an answer depends on, in addition to its request:
 * - `program`: none that changes while this process runs.
 * - `chain`: the tip.
 * - `branches`: the tip and the stale blocks.
 * - `index`: the tip, and the state and height of the projection.
 * - `status`: everything that `/api/v1/status` shows.
 */
export type StateDependency = 'program' | 'chain' | 'branches' | 'index' | 'status';

type Observed = Pick<ExplorerContext, 'chain' | 'indexStatus' | 'nodeState' | 'devnet'>;

/**
 * Makes generations: texts that identify the state of chain, index or node. As long as a generation stays the same, so does the
 * answer to a target (a request's path and query).
 */
export class Generations {
  readonly #context: Observed;
  readonly #contract: string;

  /** @param contract the serialized OpenAPI document; entity tags change with it */
  constructor(context: Observed, contract: string) {
    this.#context = context;
    this.#contract = hash('sha256', contract);
  }

  /**
   * The current generation of answers that depend on this state.
   * @throws ProjectionError on a replica whose database is unavailable
   */
  current(dependsOn: StateDependency): string {
    if (dependsOn === 'program') return '';
    const context = this.#context;
    const tip = context.chain.view.tip?.id ?? '';
    if (dependsOn === 'chain') return tip;
    if (dependsOn === 'branches') return `${tip} ${context.chain.branchesVersion}`;
    const { state, indexedHeight, targetHeight, progress } = context.indexStatus();
    if (dependsOn === 'index') return `${tip} ${state} ${indexedHeight}`;
    const { ready, syncing } = context.nodeState();
    const node = `${tip} ${state} ${indexedHeight} ${targetHeight} ${progress} ${ready} ${syncing}`;
    const { clockOffsetSeconds, rewinds } = context.devnet?.() ?? {};
    return `${node} ${clockOffsetSeconds} ${rewinds}`;
  }

  /**
   * The entity tag of the answer to a target, known before the answer is computed. It is weak because all compressed forms have
   * the same tag. The hash covers the target, so that no two resources have the same tag.
   */
  tagOf(generation: string, target: string): string {
    const digest = hash('sha256', `${this.#contract}\n${generation}\n${target}`);
    return `W/"${digest.slice(0, TAG_CHARACTERS)}"`;
  }
}

/** The entity tag of an answer, known before its content. */
export interface Validators {
  readonly tag: string;
  readonly cacheControl: string;
}

/** What a 200 answer consists of, besides its validators. */
export interface Content {
  readonly contentType: string;
  readonly body: Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
  /** The body of a cached answer in each encoding in which it was sent. */
  readonly encoded?: Map<Encoding, Promise<Buffer>>;
  /** True if the state behind the tag changed while the content was made: it is then sent without a tag. */
  readonly isOutdated?: boolean;
}

/**
 * Sends a 304 if the client has the tag already, otherwise the content.
 * @param makeContent called only if the content is needed; may throw an HttpError
 */
export async function sendTagged(
  request: IncomingMessage,
  response: ServerResponse,
  validators: Validators,
  makeContent: () => Content | Promise<Content>,
): Promise<void> {
  const { tag, cacheControl } = validators;
  if (includesTag(request.headers['if-none-match'], tag)) {
    response.writeHead(304, { ...COMMON_HEADERS, ETag: tag, 'Cache-Control': cacheControl }).end();
    return;
  }
  const content = await makeContent();
  const { contentType, body, encoded } = content;
  const encoding = chooseEncoding(request, contentType, body);
  let pending = encoded?.get(encoding);
  if (pending === undefined) {
    pending = encode(body, encoding);
    encoded?.set(encoding, pending);
    pending.catch(() => encoded?.delete(encoding)); // the next request tries again
  }
  const bytes = await pending;
  response.writeHead(200, headersOf(content, validators, bytes.length, encoding)).end(bytes);
}

function headersOf(
  content: Content,
  { tag, cacheControl }: Validators,
  length: number,
  encoding: Encoding = 'identity',
): Record<string, string | number> {
  return {
    ...COMMON_HEADERS,
    ...(content.isOutdated ? { 'Cache-Control': 'no-store' } : { ETag: tag, 'Cache-Control': cacheControl }),
    ...content.headers,
    'Content-Type': content.contentType,
    ...(encoding !== 'identity' && { 'Content-Encoding': encoding }),
    'Content-Length': length,
  };
}

/** True if `If-None-Match` contains this tag, by weak comparison (RFC 9110, section 13.1.2). `*` is not supported. */
function includesTag(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch === tag) return true;
  const opaque = (text: string): string => text.trim().replace(/^W\//, '');
  return ifNoneMatch.split(',').some((candidate) => opaque(candidate) === opaque(tag));
}

function chooseEncoding(request: IncomingMessage, contentType: string, { length }: Uint8Array): Encoding {
  if (length < COMPRESSION_THRESHOLD || !/^text|json/.test(contentType)) return 'identity';
  if (request.headers['accept-encoding'] === undefined) return 'identity';
  const accepted = new Negotiator(request).encodings([...COMPRESSIONS]);
  return COMPRESSIONS.find((encoding) => accepted.includes(encoding)) ?? 'identity';
}

async function encode(body: Uint8Array, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'identity') return Buffer.from(body.buffer, body.byteOffset, body.length);
  // A copy, because zlib's result may be a small part of a chunk.
  return Buffer.from(await compress(body, encoding));
}

function compress(body: Uint8Array, encoding: Exclude<Encoding, 'identity'>): Promise<Buffer> {
  if (encoding === 'gzip') return promisify(gzip)(body);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 4, // 5 makes a page of transactions no smaller, and 1 is hardly faster
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
  };
  return promisify(brotliCompress)(body, { params });
}

/** An answer that is the same as long as its generation is. */
interface CachedAnswer extends Validators {
  /** The route's template, for metrics. */
  readonly route: string;
  readonly dependsOn: StateDependency;
  readonly generation: string;
  readonly content: Content;
}

/**
 * Caches answers in front of the router: browsers request the same few pages, and an answer stays the same until its
 * generation changes. The app answers everything else, errors included.
 */
export class AnswerCache {
  readonly #generations: Pick<Generations, 'current'>;
  readonly #answers: LRUCache<string, CachedAnswer>;

  /** @param capacity bytes; for tests */
  constructor(generations: Pick<Generations, 'current'>, capacity = CAPACITY) {
    this.#generations = generations;
    this.#answers = new LRUCache({
      maxSize: capacity,
      // Twice the body leaves room for its compressed forms.
      sizeCalculation: ({ content }, target) => 2 * content.body.length + target.length + OVERHEAD,
    });
  }

  /** Sends the cached answer, if there is a current one. @returns false if the app has to answer */
  answer(request: IncomingMessage, response: ServerResponse): boolean {
    const answer = request.method === 'GET' ? this.#answers.get(request.url ?? '') : undefined;
    if (answer === undefined || !this.#isCurrent(answer)) return false;
    nameRoute(request, answer.route);
    sendTagged(request, response, answer, () => answer.content).catch((error: Error) =>
      response.destroy(error),
    );
    return true;
  }

  /** Caches the answer for a target, and returns its content. @param body with memory of its own */
  store(target: string, answer: Omit<CachedAnswer, 'content'>, content: Content): Content {
    if (target.length > MAX_TARGET || content.body.length > MAX_BODY) return content;
    const kept = { ...content, encoded: new Map() };
    this.#answers.set(target, { ...answer, content: kept });
    return kept;
  }

  #isCurrent({ dependsOn, generation }: CachedAnswer): boolean {
    try {
      return this.#generations.current(dependsOn) === generation;
    } catch {
      return false; // the app gets the same error and answers with it
    }
  }
}
