import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import type { RefusalCode } from './refusal.ts';

/** The parts of the node's answer that the gateway forwards: its HTTP headers are not among them. */
export interface NodeAnswer {
  readonly status: number;
  /** JSON text, as the node wrote it. */
  readonly body: Uint8Array;
}

/** A request to the node failed, or the answer is invalid. The message is for the log and quotes neither of the two. */
export class UpstreamError extends Error {
  override readonly name = 'UpstreamError';
  readonly code: Extract<RefusalCode, `node_${string}`>;

  constructor(code: UpstreamError['code'], reason: string) {
    super(reason);
    this.code = code;
  }
}

const JSON_TYPE = /^application\/json *(?:;|$)/i;

/**
 * Reads the node's whole answer and checks it: no redirect, JSON by `Content-Type` and content, not compressed, with a
 * `Content-Length`, at most `maxBytes`, and without the token. For any other answer the page gets 502 `node_bad_response`.
 * @throws UpstreamError; the stream's error if the connection breaks
 */
export async function readNodeAnswer(
  answer: IncomingMessage,
  { token, maxBytes }: { readonly token: string; readonly maxBytes: number },
): Promise<NodeAnswer> {
  reject(findHeadProblem(answer));
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of answer as AsyncIterable<Uint8Array>) {
    length += chunk.length;
    if (length > maxBytes) reject('the body is too large');
    chunks.push(chunk);
  }
  const body = Buffer.concat(chunks);
  reject(findBodyProblem(body, token));
  return { status: answer.statusCode!, body };
}

function reject(problem: string | undefined): void {
  if (problem !== undefined) throw new UpstreamError('node_bad_response', problem);
}

/** Checks status and headers. `Content-Length` is required: without it, a truncated answer could look complete. */
function findHeadProblem({ statusCode: status = 0, headersDistinct: headers }: IncomingMessage) {
  if (status >= 300 && status < 400) return 'it is a redirect';
  if (status < 200 || status > 599) return 'its status is invalid';
  const types = headers['content-type'] ?? [];
  if (types.length !== 1 || !JSON_TYPE.test(types[0]!)) return 'its Content-Type is not JSON';
  if (headers['content-encoding'] !== undefined) return 'it has a Content-Encoding';
  return headers['content-length'] === undefined ? 'it has no Content-Length' : undefined;
}

function findBodyProblem(body: Buffer, token: string): string | undefined {
  if (!isUtf8(body)) return 'the body is not UTF-8';
  const text = body.toString('utf8');
  try {
    JSON.parse(text);
  } catch {
    return 'the body is not JSON'; // the parser's message would write bytes of the answer to the log
  }
  return text.includes(token) || unescapeJson(text).includes(token) ? 'it contains the token' : undefined;
}

/** Decodes JSON escapes anywhere in the text. The result is only for the search for the token. */
function unescapeJson(text: string): string {
  return text.replaceAll(/\\(?:u([0-9A-Fa-f]{4})|(.))/g, (_, code: string | undefined, character: string) =>
    code === undefined ? character : String.fromCodePoint(Number.parseInt(code, 16)),
  );
}
