import { ExchangeError } from './exchange-error.ts';

/** What of the node's answer travels on. Its headers do not. */
export interface NodeAnswer {
  readonly status: number;
  /** JSON text, as the node wrote it. */
  readonly body: Uint8Array;
}

/** Bytes of the status line and the headers together. */
const MAX_HEAD_BYTES = 16_384;
const HEAD_END = Buffer.from('\r\n\r\n');
const BEGINNING = 'HTTP/1.1 ';
const STATUS_LINE = /^HTTP\/1\.1 (?<status>\d{3}) [\t\x20-\x7e\x80-\xff]*$/;
const HEADER_LINE = /^(?<name>[!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*(?<value>[\t\x20-\x7e\x80-\xff]*)$/;
const JSON_TYPE = /^application\/json *(?:;|$)/i;

/**
 * Reads one answer from a connection. It knows one form only, the one that the node's RPC uses: HTTP/1.1, JSON by its type,
 * exactly one `Content-Length`. Whatever else there is (chunks, encodings, interim answers, a body that ends with the
 * connection, bytes behind the body) is refused instead of understood, so that no end of an answer is ever guessed.
 */
export class AnswerReader {
  readonly #maxBytes: number;
  #received: Buffer = Buffer.alloc(0);
  #bodyAt = 0;
  #length = 0;
  #status = 0;
  #closes = false;

  /** @param maxBytes of the body */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Whether anything of the answer has arrived. */
  get hasBegun(): boolean {
    return this.#received.length > 0;
  }

  /** Whether the node said that it ends the connection. */
  get closes(): boolean {
    return this.#closes;
  }

  /**
   * Takes the next bytes.
   * @returns the answer once it is whole
   * @throws ExchangeError for what is no answer of this form
   */
  take(chunk: Buffer): NodeAnswer | undefined {
    this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk]);
    if (this.#bodyAt === 0 && !this.#readHead()) return undefined;
    const end = this.#bodyAt + this.#length;
    if (this.#received.length < end) return undefined;
    if (this.#received.length > end) throw bad('bytes behind the answer');
    return { status: this.#status, body: this.#received.subarray(this.#bodyAt, end) };
  }

  #readHead(): boolean {
    const end = this.#received.indexOf(HEAD_END);
    if (end === -1 ? this.#received.length > MAX_HEAD_BYTES : end > MAX_HEAD_BYTES)
      throw bad('a head beyond the bound');
    if (end === -1) {
      if (!couldBecomeHead(this.#received.toString('latin1'))) throw bad('no HTTP/1.1');
      return false;
    }
    const [first, ...lines] = this.#received.toString('latin1', 0, end).split('\r\n');
    this.#status = readStatus(first!);
    this.#readHeaders(lines);
    this.#bodyAt = end + HEAD_END.length;
    return true;
  }

  #readHeaders(lines: readonly string[]): void {
    const seen = new Map<string, string>();
    for (const line of lines) {
      const { name, value } = HEADER_LINE.exec(line)?.groups ?? {};
      if (name === undefined) throw bad('a malformed header');
      const key = name.toLowerCase();
      if (seen.has(key) && (key === 'content-length' || key === 'content-type')) throw bad(`two of ${key}`);
      seen.set(key, value!.trimEnd());
    }
    if (!JSON_TYPE.test(seen.get('content-type') ?? '')) throw bad('not JSON by its type');
    if (seen.has('transfer-encoding') || seen.has('content-encoding')) throw bad('an encoded body');
    this.#length = readLength(seen.get('content-length'));
    if (this.#length > this.#maxBytes) throw bad('a body beyond the bound');
    this.#closes = (seen.get('connection') ?? 'keep-alive').toLowerCase() !== 'keep-alive';
  }
}

/** Whether what arrived may go on as a head: a node that speaks anything else is not waited for. */
function couldBecomeHead(text: string): boolean {
  const begins = text.startsWith(BEGINNING.slice(0, text.length)) || text.startsWith(BEGINNING);
  return begins && !/(?<!\r)\n|\r[^\n]/.test(text);
}

function readStatus(line: string): number {
  const status = Number(STATUS_LINE.exec(line)?.groups?.['status'] ?? 0);
  if (status >= 300 && status < 400) throw bad('a redirect');
  if (status < 200 || status > 599) throw bad('a status that is none');
  return status;
}

function readLength(text: string | undefined): number {
  if (text === undefined || !/^\d{1,15}$/.test(text)) throw bad('no length');
  return Number(text);
}

function bad(reason: string): ExchangeError {
  return new ExchangeError('node_bad_response', reason);
}
