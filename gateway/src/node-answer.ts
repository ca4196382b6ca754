import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import type { RefusalCode } from './refusal.ts';

/** The forwarded parts of the node's answer. Its headers are not forwarded. */
export interface NodeAnswer {
  readonly status: number;
  /** JSON text, as the node wrote it. */
  readonly body: Uint8Array;
}

/** Why the node's answer cannot be forwarded. The message is for the log and quotes neither request nor answer. */
export class NodeError extends Error {
  override readonly name = 'NodeError';
  readonly code: Extract<RefusalCode, `node_${string}`>;

  constructor(code: NodeError['code'], reason: string) {
    super(reason);
    this.code = code;
  }
}

const JSON_TYPE = /^application\/json *(?:;|$)/i;

/**
 * Reads the node's whole answer and checks it: no redirect, JSON by its type and its bytes, at most `maxBytes`, and without
 * the token.
 * @throws NodeError; the stream's error if the connection breaks
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
    if (length > maxBytes) reject('a body beyond the bound');
    chunks.push(chunk);
  }
  const body = Buffer.concat(chunks);
  reject(findBodyProblem(body, token));
  return { status: answer.statusCode!, body };
}

function reject(problem: string | undefined): void {
  if (problem !== undefined) throw new NodeError('node_bad_response', problem);
}

/** The RPC sends the length of every answer; without it, a truncated answer would look complete. */
function findHeadProblem({ statusCode: status = 0, headersDistinct: headers }: IncomingMessage) {
  if (status >= 300 && status < 400) return 'a redirect';
  if (status < 200 || status > 599) return 'an invalid status';
  const types = headers['content-type'] ?? [];
  if (types.length !== 1 || !JSON_TYPE.test(types[0]!)) return 'not JSON by its type';
  if (headers['content-encoding'] !== undefined) return 'an encoded body';
  return headers['content-length'] === undefined ? 'no length' : undefined;
}

function findBodyProblem(body: Buffer, token: string): string | undefined {
  if (!isUtf8(body)) return 'not UTF-8';
  const text = body.toString('utf8');
  try {
    JSON.parse(text);
  } catch {
    return 'not JSON'; // the parser's message would write bytes of the answer to the log
  }
  return text.includes(token) || unescapeJson(text).includes(token) ? 'the token inside' : undefined;
}

/** The text with JSON's escapes decoded everywhere, for searching only. */
function unescapeJson(text: string): string {
  return text.replaceAll(/\\(?:u([0-9A-Fa-f]{4})|(.))/g, (_, code: string | undefined, character: string) =>
    code === undefined ? character : String.fromCodePoint(Number.parseInt(code, 16)),
  );
}
