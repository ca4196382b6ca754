import { isUtf8 } from 'node:buffer';
import type { Stop } from '../stop.ts';
import type { NodeAnswer } from './answer-reader.ts';
import { ExchangeError } from './exchange-error.ts';
import type { NodeCall } from './node-call.ts';
import type { NodeAddress } from './node-connection.ts';
import type { NodeConnections, StopReason } from './node-connections.ts';

export interface ExchangeOptions {
  readonly node: NodeAddress;
  readonly token: string;
  readonly connections: NodeConnections;
  /** Whether the request needs a connection of its own. */
  readonly alone: boolean;
  readonly stop: Stop<StopReason>;
}

/**
 * One request to the node and its answer, looked through before any of it may travel on.
 * @throws ExchangeError
 */
export async function exchange(call: NodeCall, options: ExchangeOptions): Promise<NodeAnswer> {
  const { connections, alone, stop, token } = options;
  const bytes = renderCall(call, options);
  const answer = await (alone ? connections.askAlone(bytes, stop) : connections.ask(bytes, stop));
  const problem = findBodyProblem(answer.body, token);
  if (problem !== undefined) throw new ExchangeError('node_bad_response', problem);
  return answer;
}

/** The bytes of a request: these headers and no others. Path and body are made of parts that the passes let through. */
function renderCall({ method, path, body }: NodeCall, { node, token, alone }: ExchangeOptions): string {
  if (!/^[\x21-\x7e]+$/.test(path)) throw new TypeError('a path that no request line can carry');
  const host = node.host.includes(':') ? `[${node.host}]` : node.host;
  const own = `Host: ${host}:${node.port}\r\nAuthorization: Bearer ${token}\r\nAccept: application/json\r\n`;
  const content =
    body === undefined
      ? ''
      : `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body, 'latin1')}\r\n`;
  const ending = `Connection: ${alone ? 'close' : 'keep-alive'}\r\n\r\n${body ?? ''}`;
  return `${method} ${path} HTTP/1.1\r\n${own}${content}${ending}`;
}

function findBodyProblem(body: Uint8Array, token: string): string | undefined {
  if (!isUtf8(body)) return 'not UTF-8';
  const text = Buffer.from(body.buffer, body.byteOffset, body.length).toString('utf8');
  try {
    JSON.parse(text);
  } catch {
    return 'not JSON'; // what exactly is wrong with it is the node's business, and its bytes are not for the log
  }
  return text.includes(token) || unescapeJson(text).includes(token) ? 'the token inside' : undefined;
}

/** Text with JSON's escapes undone wherever they stand: good for searching, not for parsing. */
function unescapeJson(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replaceAll(/\\(?:u([0-9A-Fa-f]{4})|(.))/g, (_, code: string | undefined, character: string) =>
    code === undefined ? character : String.fromCodePoint(Number.parseInt(code, 16)),
  );
}
