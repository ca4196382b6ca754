/** Sends answers: the 304, compression, and a cache in front of the router. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import {
  type AnswerHead,
  type AnswerState,
  type Content,
  headersOf,
  includesTag,
} from '@cairn/chain/explorer';
import { nameRoute } from '@cairn/http';
import { LRUCache } from 'lru-cache';
import Negotiator from 'negotiator';
import { COMMON_HEADERS } from './cors.ts';

/** Bytes of all cached answers, including compressed forms and overhead. */
const CAPACITY = 64 * 1024 * 1024;
/** Overhead of one answer, in bytes. */
const OVERHEAD = 1_024;
/** Maximum length of a target (path and query) whose answer is cached: an address and every parameter need far less. */
const MAX_TARGET = 512;
/** Maximum length of a body that is cached: a few full blocks would leave room for nothing else. */
const MAX_BODY = 1024 * 1024;
/** Smallest body that is compressed, in bytes: bodies up to 1 KiB are not. */
const COMPRESSION_THRESHOLD = 1_025;

const COMPRESSIONS = ['br', 'gzip'] as const;
type Encoding = (typeof COMPRESSIONS)[number] | 'identity';

/** An answer, and its body in each encoding in which it was sent. */
interface CachedAnswer extends AnswerHead, Content {
  readonly encoded: Map<Encoding, Promise<Buffer>>;
}

/**
 * Sends answers, and keeps them in front of the router: browsers request the same few pages, and an answer stays the same until
 * the generation of its state changes. The app answers everything else, errors included.
 */
export class AnswerCache {
  readonly state: AnswerState;
  readonly #answers = new LRUCache<string, CachedAnswer>({
    maxSize: CAPACITY,
    // Twice the body leaves room for its compressed forms.
    sizeCalculation: ({ body }, target) => 2 * body.length + target.length + OVERHEAD,
  });

  constructor(state: AnswerState) {
    this.state = state;
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
    const isCurrent = this.state.isCurrent(head);
    const { originalUrl: target } = request;
    if (isCurrent && target.length <= MAX_TARGET && answer.body.length <= MAX_BODY)
      this.#answers.set(target, answer);
    await sendContent(request, response, answer, isCurrent);
  }

  #isCurrent(answer: CachedAnswer): boolean {
    try {
      return this.state.isCurrent(answer);
    } catch {
      return false; // the app gets the same error and answers with it
    }
  }
}

/** @returns false unless the client has the tag */
function sendNotModified({ headers }: IncomingMessage, response: ServerResponse, head: AnswerHead): boolean {
  if (!includesTag(headers['if-none-match'], head.tag)) return false;
  response.writeHead(304, { ...COMMON_HEADERS, ...headersOf(head) }).end();
  return true;
}

async function sendContent(
  request: IncomingMessage,
  response: ServerResponse,
  answer: CachedAnswer,
  isCurrent = true,
): Promise<void> {
  const { contentType, headers, body, encoded } = answer;
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
    ...headersOf(answer, isCurrent),
    ...headers,
    'Content-Type': contentType,
    ...(encoding !== 'identity' && { 'Content-Encoding': encoding }),
    'Content-Length': bytes.length,
  });
  response.end(bytes);
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
