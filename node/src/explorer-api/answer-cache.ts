import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { nameRoute } from '@cairn/http';
import { LRUCache } from 'lru-cache';
import Negotiator from 'negotiator';
import { ANY_ORIGIN, VARY } from './cors.ts';
import type { Freshness, Generations } from './generations.ts';

/** Bytes of answers that are kept, compressed forms and bookkeeping included. */
const CAPACITY = 64 * 1024 * 1024;
/** Bookkeeping of one answer, in bytes. */
const OVERHEAD = 1_024;
/** Characters of the longest target that is kept: an address, every parameter, and room to spare. */
const MAX_TARGET = 512;
/** Bodies of 1 KiB and less are sent as they are. */
const COMPRESSION_THRESHOLD = 1_025;

/** `Cache-Control` of answers that a client may keep but must revalidate: every body carries `confirmations`. */
export const REVALIDATED = 'public, max-age=0, must-revalidate';
/** `Cache-Control` of what its target names for good: a block's bytes by hash, the documentation's assets. */
export const IMMUTABLE = 'public, max-age=31536000, immutable';

type Encoding = 'br' | 'gzip';

/** How well to compress: `fast` for an answer to one request, `well` for one that is sent again. */
const EFFORT = {
  fast: { brotli: 1, gzip: 1 },
  well: { brotli: 5, gzip: 6 },
} as const;

/** A 200 with all that it takes to send it again. */
export interface CachedAnswer {
  /** The route's template, for metrics. */
  readonly route: string;
  readonly freshness: Freshness;
  readonly generation: string;
  readonly tag: string;
  readonly cacheControl: string;
  readonly contentType: string;
  readonly body: Buffer;
  /** Beside those of every answer; names and values in turn. */
  readonly extraHead?: readonly string[];
  /** Compressed forms, made when a client first asks again. */
  readonly encoded: Map<Encoding, Promise<Buffer>>;
}

/**
 * Answers that were sent before, for requests that come before the router: browsers ask for the same few pages, and an
 * answer stays the same until its generation changes. It repeats bytes and tags, and gives 304s; everything else, errors
 * included, is the app's.
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

  /** Sends a request's answer if it is here. @returns whether it was; otherwise the app must answer */
  answer(request: IncomingMessage, response: ServerResponse): boolean {
    const answer = request.method === 'GET' ? this.#answers.get(request.url!) : undefined;
    if (answer === undefined || !isPlain(request) || !this.#isCurrent(answer)) return false;
    nameRoute(request, answer.route);
    sendAnswer(request, response, answer, 'well');
    return true;
  }

  /** Keeps an answer that was made for a target. */
  keep(target: string, answer: CachedAnswer): void {
    if (target.length <= MAX_TARGET) this.#answers.set(target, answer);
  }

  #isCurrent({ freshness, generation }: CachedAnswer): boolean {
    try {
      return this.#generations.current(freshness) === generation;
    } catch {
      return false; // the app meets the same error and answers with it
    }
  }
}

/** Whether no middleware has anything to refuse about a request's head. */
function isPlain({ rawHeaders, headers }: IncomingMessage): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts === 1 && headers.expect === undefined;
}

/** Sends a 200, or a 304 to a client that has it, with every header of the Explorer API. */
export function sendAnswer(
  request: IncomingMessage,
  response: ServerResponse,
  answer: CachedAnswer,
  effort: keyof typeof EFFORT,
): void {
  const { tag, cacheControl, contentType, body, extraHead = [] } = answer;
  const head = [...commonHead(request, tag, cacheControl), ...extraHead];
  if (hasCopy(request, tag)) {
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
  encode(answer, encoding, effort).then(
    (bytes) => send(bytes, encoding),
    (error: Error) => response.destroy(error),
  );
}

/** Sends a 304. */
export function sendUnchanged(
  request: IncomingMessage,
  response: ServerResponse,
  { tag, cacheControl }: Pick<CachedAnswer, 'tag' | 'cacheControl'>,
): void {
  response.writeHead(304, commonHead(request, tag, cacheControl)).end();
}

/** Names and values in turn, as Node takes them without looking twice. */
function commonHead({ headers }: IncomingMessage, tag: string, cacheControl: string): string[] {
  const head = ['X-Content-Type-Options', 'nosniff', 'Vary', VARY];
  if (headers.origin !== undefined) head.push(...ANY_ORIGIN_HEAD);
  head.push('ETag', tag, 'Cache-Control', cacheControl);
  return head;
}

const ANY_ORIGIN_HEAD = Object.entries(ANY_ORIGIN).flat();

/** Whether a client's `If-None-Match` names a tag, by weak comparison, or anything (RFC 9110, section 13.1.2). */
function hasCopy({ headers }: IncomingMessage, tag: string): boolean {
  return headers['if-none-match'] === '*' || namesTag(headers['if-none-match'], tag);
}

/** Whether `If-None-Match` names this very tag. `*` does not count: whether there is anything is not known yet. */
export function namesTag(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch === tag) return true;
  const wanted = opaquePart(tag);
  return ifNoneMatch.split(',').some((candidate) => opaquePart(candidate.trim()) === wanted);
}

function opaquePart(tag: string): string {
  return tag.startsWith('W/') ? tag.slice(2) : tag;
}

/** `encoding` as of negotiator 1.0; its published types are those of 0.6. */
interface PreferringNegotiator {
  encoding(available: string[], options: { readonly preferred: string[] }): string | undefined;
}

function chooseEncoding(request: IncomingMessage, contentType: string): Encoding | undefined {
  if (request.headers['accept-encoding'] === undefined || contentType.startsWith('image/')) return undefined;
  const negotiator = new Negotiator(request) as unknown as PreferringNegotiator;
  const chosen = negotiator.encoding(['br', 'gzip', 'identity'], { preferred: ['br', 'gzip'] });
  return chosen === 'br' || chosen === 'gzip' ? chosen : undefined;
}

/** A body's compressed form; kept where it is sent again. */
function encode(
  { body, encoded }: CachedAnswer,
  encoding: Encoding,
  effort: keyof typeof EFFORT,
): Promise<Buffer> {
  if (effort === 'fast') return compress(body, encoding, effort);
  const kept = encoded.get(encoding) ?? compress(body, encoding, effort);
  encoded.set(encoding, kept);
  return kept;
}

function compress(body: Buffer, encoding: Encoding, effort: keyof typeof EFFORT): Promise<Buffer> {
  const { brotli, gzip: level } = EFFORT[effort];
  if (encoding === 'gzip') return promisify(gzip)(body, { level });
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: brotli,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
  };
  return promisify(brotliCompress)(body, { params });
}
