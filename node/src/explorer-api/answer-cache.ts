import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync, type BrotliOptions } from 'node:zlib';
import { nameRoute } from '@cairn/http';
import { LRUCache } from 'lru-cache';
import Negotiator from 'negotiator';
import { ANY_ORIGIN, VARY } from './cors.ts';
import type { Generations, StateDependency } from './generations.ts';

/** Bytes of all cached answers, including compressed forms and overhead. */
const CAPACITY = 64 * 1024 * 1024;
/** Overhead of one answer, in bytes. */
const OVERHEAD = 1_024;
/** Maximal length of a target (path and query) whose answer is cached: an address and every parameter need far less. */
const MAX_TARGET = 512;
/** Smallest body that is compressed, in bytes: bodies up to 1 KiB are not. */
const COMPRESSION_THRESHOLD = 1_025;

/** `Cache-Control` of answers that a client may store but must revalidate: every body contains `confirmations`. */
export const REVALIDATED = 'public, max-age=0, must-revalidate';
/** `Cache-Control` of answers that never change: a block's bytes by block ID, the documentation's assets. */
export const IMMUTABLE = 'public, max-age=31536000, immutable';

type Encoding = 'br' | 'gzip';

/**
 * How well to compress. `fast` runs synchronously, for an answer's first request: brotli takes 20 µs for a transaction and
 * 200 µs for a page of 100, while a round trip to the thread pool alone takes 150 µs. `thorough` runs in the thread pool,
 * once for each encoding in which a cached answer is sent again.
 */
type Effort = 'fast' | 'thorough';
const BROTLI_QUALITY = { fast: 1, thorough: 4 } as const; // 5 makes a page of transactions no smaller than 4
const GZIP_LEVEL = { fast: 1, thorough: 6 } as const;

/** A 200 answer with everything needed to send it again. */
export interface CachedAnswer {
  /** The route's template, for metrics. */
  readonly route: string;
  readonly dependsOn: StateDependency;
  readonly generation: string;
  readonly tag: string;
  readonly cacheControl: string;
  readonly contentType: string;
  readonly body: Buffer;
  /** HTTP headers in addition to those of every answer; names and values alternate. */
  readonly extraHead?: readonly string[];
  /** Compressed forms, each made when a cached answer is first sent in that encoding. */
  readonly encoded: Map<Encoding, Promise<Buffer>>;
}

/**
 * Caches answers in front of the router: browsers request the same few pages, and an answer stays the same until its
 * generation changes. The cache sends stored bytes and 304s; the app answers everything else, errors included.
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
      sizeCalculation: ({ body }, target) => 2 * body.length + target.length + OVERHEAD,
    });
  }

  /** Sends the cached answer, if there is a current one. @returns false if the app has to answer */
  answer(request: IncomingMessage, response: ServerResponse): boolean {
    const answer = request.method === 'GET' ? this.#answers.get(request.url!) : undefined;
    if (answer === undefined || !this.#isCurrent(answer)) return false;
    nameRoute(request, answer.route);
    sendAnswer(request, response, answer, 'thorough');
    return true;
  }

  /** Caches the answer for a target. */
  store(target: string, answer: CachedAnswer): void {
    if (target.length > MAX_TARGET) return;
    this.#answers.set(target, { ...answer, body: copyToOwnMemory(answer.body) });
  }

  #isCurrent({ dependsOn, generation }: CachedAnswer): boolean {
    try {
      return this.#generations.current(dependsOn) === generation;
    } catch {
      return false; // the app gets the same error and answers with it
    }
  }
}

/** Sends a 200, or a 304 if the client has the answer already, with all HTTP headers of the Explorer API. */
export function sendAnswer(
  request: IncomingMessage,
  response: ServerResponse,
  answer: CachedAnswer,
  effort: Effort,
): void {
  const { tag, cacheControl, contentType, body, extraHead } = answer;
  const head = commonHead(request, tag, cacheControl);
  if (extraHead !== undefined) head.push(...extraHead);
  if (clientHasCopy(request, tag)) {
    response.writeHead(304, head).end();
    return;
  }
  const send = (bytes: Buffer, encoding?: Encoding): void => {
    head.push('Content-Type', contentType, 'Content-Length', String(bytes.length));
    if (encoding !== undefined) head.push('Content-Encoding', encoding);
    response.writeHead(200, head).end(bytes);
  };
  const encoding = body.length < COMPRESSION_THRESHOLD ? undefined : chooseEncoding(request, contentType);
  if (encoding === undefined) return send(body);
  if (effort === 'fast') return send(compressNow(body, encoding), encoding);
  getCompressed(answer, encoding).then(
    (bytes) => send(bytes, encoding),
    (error: Error) => response.destroy(error),
  );
}

/** Sends a 304, for an answer that the client already has. */
export function sendNotModified(
  request: IncomingMessage,
  response: ServerResponse,
  { tag, cacheControl }: Pick<CachedAnswer, 'tag' | 'cacheControl'>,
): void {
  response.writeHead(304, commonHead(request, tag, cacheControl)).end();
}

/** HTTP headers as alternating names and values, the form that `writeHead` processes fastest. */
function commonHead({ headers }: IncomingMessage, tag: string, cacheControl: string): string[] {
  const head = ['X-Content-Type-Options', 'nosniff', 'Vary', VARY];
  if (headers.origin !== undefined) head.push(...ANY_ORIGIN_HEAD);
  head.push('ETag', tag, 'Cache-Control', cacheControl);
  return head;
}

const ANY_ORIGIN_HEAD = Object.entries(ANY_ORIGIN).flat();

/** True if `If-None-Match` contains the tag, by weak comparison, or is `*` (RFC 9110, section 13.1.2). */
function clientHasCopy({ headers }: IncomingMessage, tag: string): boolean {
  return headers['if-none-match'] === '*' || matchesTag(headers['if-none-match'], tag);
}

/** True if `If-None-Match` contains this tag. `*` does not count: the caller may not know yet whether the resource exists. */
export function matchesTag(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch === tag) return true;
  const wanted = opaquePart(tag);
  return ifNoneMatch.split(',').some((candidate) => opaquePart(candidate.trim()) === wanted);
}

function opaquePart(tag: string): string {
  return tag.startsWith('W/') ? tag.slice(2) : tag;
}

/** The method `encoding` of negotiator 1.0, whose published types are those of version 0.6. */
interface PreferringNegotiator {
  encoding(available: string[], options: { readonly preferred: string[] }): string | undefined;
}

function chooseEncoding(request: IncomingMessage, contentType: string): Encoding | undefined {
  if (request.headers['accept-encoding'] === undefined || contentType.startsWith('image/')) return undefined;
  const negotiator = new Negotiator(request) as unknown as PreferringNegotiator;
  const chosen = negotiator.encoding(['br', 'gzip', 'identity'], { preferred: ['br', 'gzip'] });
  return chosen === 'br' || chosen === 'gzip' ? chosen : undefined;
}

/** The thoroughly compressed form of an answer, cached with it. */
function getCompressed({ body, encoded }: CachedAnswer, encoding: Encoding): Promise<Buffer> {
  const kept = encoded.get(encoding);
  if (kept !== undefined) return kept;
  const made = compressInPool(body, encoding).then(copyToOwnMemory);
  encoded.set(encoding, made);
  made.catch(() => encoded.delete(encoding)); // the next request tries again
  return made;
}

/** Copies the bytes to separate memory: a small Buffer is part of a 64 KiB pool, which it would keep alive. */
function copyToOwnMemory(bytes: Buffer): Buffer {
  const own = Buffer.allocUnsafeSlow(bytes.length);
  own.set(bytes);
  return own;
}

function compressNow(body: Buffer, encoding: Encoding): Buffer {
  return encoding === 'gzip'
    ? gzipSync(body, { level: GZIP_LEVEL.fast })
    : brotliCompressSync(body, brotliOptions(body, 'fast'));
}

function compressInPool(body: Buffer, encoding: Encoding): Promise<Buffer> {
  return encoding === 'gzip'
    ? promisify(gzip)(body, { level: GZIP_LEVEL.thorough })
    : promisify(brotliCompress)(body, brotliOptions(body, 'thorough'));
}

function brotliOptions(body: Buffer, effort: Effort): BrotliOptions {
  return {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY[effort],
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    },
  };
}
