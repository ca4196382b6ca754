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

/** What is known of a 200 answer before its content. */
export interface AnswerHead {
  /** The route's template, for metrics. */
  readonly route: string;
  readonly dependsOn: StateDependency;
  /** The generation of that state, read before the content is made. */
  readonly generation: string;
  /** Entity tag, including its quotes. */
  readonly tag: string;
  readonly cacheControl: string;
}

/** What a 200 answer consists of. */
export interface Content {
  readonly contentType: string;
  readonly body: Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An answer, and its body in each encoding in which it was sent. */
interface CachedAnswer extends AnswerHead, Content {
  readonly encoded: Map<Encoding, Promise<Buffer>>;
}

type Observed = Pick<ExplorerContext, 'chain' | 'indexStatus' | 'nodeState' | 'devnet'>;

/**
 * Sends answers, and keeps them in front of the router: browsers request the same few pages, and an answer stays the same until
 * the generation of its state changes. The app answers everything else, errors included.
 */
export class AnswerCache {
  readonly #context: Observed;
  readonly #contract: string;
  readonly #answers = new LRUCache<string, CachedAnswer>({
    maxSize: CAPACITY,
    // Twice the body leaves room for its compressed forms.
    sizeCalculation: ({ body }, target) => 2 * body.length + target.length + OVERHEAD,
  });

  /** @param contract the serialized OpenAPI document; entity tags change with it */
  constructor(context: Observed, contract: string) {
    this.#context = context;
    this.#contract = hash('sha256', contract);
  }

  /**
   * The generation of answers that depend on this state: a text that identifies it. As long as it stays the same, so does the
   * answer to a target (a request's path and query).
   * @throws ProjectionError on a replica whose database is unavailable
   */
  generation(dependsOn: StateDependency): string {
    if (dependsOn === 'program') return '';
    const context = this.#context;
    const { chain } = context;
    const tip = chain.view.tip?.id ?? '';
    if (dependsOn === 'chain') return tip;
    if (dependsOn === 'branches') return `${tip} ${chain.branchesVersion}`;
    const index = context.indexStatus();
    if (dependsOn === 'index') return `${tip} ${index.state} ${index.indexedHeight}`;
    const { ready, syncing } = context.nodeState();
    return JSON.stringify([tip, index, ready, syncing, context.devnet?.()]);
  }

  /**
   * The entity tag of the answer to a target, known before the answer is computed. It is weak because all compressed forms have
   * the same tag. The hash covers the target, so that no two resources have the same tag.
   */
  tagOf(generation: string, target: string): string {
    const digest = hash('sha256', `${this.#contract}\n${generation}\n${target}`);
    return `W/"${digest.slice(0, TAG_CHARACTERS)}"`;
  }

  /** Sends the cached answer, if there is a current one. @returns false if the app has to answer */
  answer(request: IncomingMessage, response: ServerResponse): boolean {
    const answer = request.method === 'GET' ? this.#answers.get(request.url ?? '') : undefined;
    if (answer === undefined || !this.#isCurrent(answer)) return false;
    nameRoute(request, answer.route);
    if (!sendNotModified(request, response, answer))
      sendContent(request, response, answer).catch((error: Error) => response.destroy(error));
    return true;
  }

  /**
   * Sends a 304 if the client has the tag already, otherwise the content, which is kept. If the state has changed since its
   * generation was read, the content has no tag and is not kept.
   * @param make called only if the content is needed; may throw an HttpError. Its body has memory of its own
   */
  async send(
    request: IncomingMessage & { readonly originalUrl: string },
    response: ServerResponse,
    head: AnswerHead,
    make: () => Content | Promise<Content>,
  ): Promise<void> {
    if (sendNotModified(request, response, head)) return;
    const answer: CachedAnswer = { ...head, ...(await make()), encoded: new Map() };
    const isCurrent = this.generation(head.dependsOn) === head.generation;
    const { originalUrl: target } = request;
    if (isCurrent && target.length <= MAX_TARGET && answer.body.length <= MAX_BODY)
      this.#answers.set(target, answer);
    await sendContent(request, response, answer, isCurrent);
  }

  #isCurrent({ dependsOn, generation }: CachedAnswer): boolean {
    try {
      return this.generation(dependsOn) === generation;
    } catch {
      return false; // the app gets the same error and answers with it
    }
  }
}

/** @returns false unless the client has the tag */
function sendNotModified(
  { headers }: IncomingMessage,
  response: ServerResponse,
  { tag, cacheControl }: AnswerHead,
): boolean {
  if (!includesTag(headers['if-none-match'], tag)) return false;
  response.writeHead(304, { ...COMMON_HEADERS, ETag: tag, 'Cache-Control': cacheControl }).end();
  return true;
}

async function sendContent(
  request: IncomingMessage,
  response: ServerResponse,
  { tag, cacheControl, contentType, headers, body, encoded }: CachedAnswer,
  isTagged = true,
): Promise<void> {
  const encoding = chooseEncoding(request, contentType, body);
  let pending = encoded.get(encoding);
  if (pending === undefined) {
    pending = encode(body, encoding);
    encoded.set(encoding, pending);
    pending.catch(() => encoded.delete(encoding)); // the next request tries again
  }
  const bytes = await pending;
  response.writeHead(200, {
    ...COMMON_HEADERS,
    ...(isTagged ? { ETag: tag, 'Cache-Control': cacheControl } : { 'Cache-Control': 'no-store' }),
    ...headers,
    'Content-Type': contentType,
    ...(encoding !== 'identity' && { 'Content-Encoding': encoding }),
    'Content-Length': bytes.length,
  });
  response.end(bytes);
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
