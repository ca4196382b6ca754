import { request as httpRequest, type Agent, type ClientRequest, type IncomingMessage } from 'node:http';
import type { NodeCall } from './node-call.ts';
import type { RefusalCode } from './refusal.ts';
import { readHeaders } from './request-facts.ts';

/** Where the node's RPC listens: a loopback address. */
export interface NodeAddress {
  readonly host: string;
  readonly port: number;
}

/** What of the node's answer travels on. Its headers do not. */
export interface NodeAnswer {
  readonly status: number;
  /** JSON text, as the node wrote it. */
  readonly body: Uint8Array;
}

/** Why there is no answer to pass on. The message is for the log and holds nothing of request or answer. */
export class ExchangeError extends Error {
  override readonly name = 'ExchangeError';
  readonly code: Extract<RefusalCode, 'node_unreachable' | 'node_bad_response'>;
  /** True when a connection that had rested was found closed, before anything of an answer. */
  readonly stale: boolean;

  constructor(code: ExchangeError['code'], reason: string, stale = false) {
    super(reason);
    this.code = code;
    this.stale = stale;
  }
}

export interface ExchangeOptions {
  readonly node: NodeAddress;
  readonly token: string;
  readonly agent: Agent;
  readonly signal: AbortSignal;
  readonly maxAnswerBytes: number;
}

/**
 * One request to the node and its answer, looked through before any of it may travel on.
 * @throws ExchangeError
 */
export async function exchange(call: NodeCall, options: ExchangeOptions): Promise<NodeAnswer> {
  const response = await sendCall(call, options);
  const headers = readHeaders(response.rawHeaders);
  const problem = findHeadProblem(response.statusCode ?? 0, headers);
  if (problem !== undefined) {
    response.destroy();
    throw new ExchangeError('node_bad_response', problem);
  }
  const body = await readAnswer(response, options.maxAnswerBytes);
  const bodyProblem = findBodyProblem(body, options.token);
  if (bodyProblem !== undefined) throw new ExchangeError('node_bad_response', bodyProblem);
  return { status: response.statusCode!, body };
}

/** The headers that the node gets: these and `Host` and `Connection`, which Node's client writes. */
function buildHeaders(call: NodeCall, token: string): Record<string, string | number> {
  const headers = { Authorization: `Bearer ${token}`, Accept: 'application/json' };
  if (call.body === undefined) return headers;
  return { ...headers, 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(call.body) };
}

function sendCall(call: NodeCall, options: ExchangeOptions): Promise<IncomingMessage> {
  const { node, token, agent, signal } = options;
  return new Promise((resolve, reject) => {
    const request: ClientRequest = httpRequest({
      ...node,
      agent,
      signal,
      method: call.method,
      path: call.path,
      headers: buildHeaders(call, token),
      insecureHTTPParser: false,
    });
    request.once('response', resolve);
    request.once('upgrade', (_, socket) => {
      socket.destroy();
      reject(new ExchangeError('node_bad_response', 'a protocol switch'));
    });
    request.once('close', () => reject(new ExchangeError('node_unreachable', 'closed')));
    // Stays on: an error after the answer began reaches the request too, and `readAnswer` reports it.
    request.on('error', (error: NodeJS.ErrnoException) => {
      const stale = request.reusedSocket && (error.code === 'ECONNRESET' || error.code === 'EPIPE');
      const code = error.code?.startsWith('HPE_') ? 'node_bad_response' : 'node_unreachable';
      reject(new ExchangeError(code, error.code ?? error.name, stale));
    });
    request.end(call.body);
  });
}

function findHeadProblem(
  status: number,
  headers: ReadonlyMap<string, readonly string[]>,
): string | undefined {
  if (status < 200 || status > 599) return 'a status that is none';
  if (status >= 300 && status < 400) return 'a redirect';
  const types = headers.get('content-type') ?? [];
  if (types.length !== 1 || !/^application\/json *(?:;|$)/i.test(types[0]!)) return 'not JSON by its type';
  if (headers.has('content-encoding')) return 'an encoded body that was not asked for';
  return undefined;
}

function readAnswer(response: IncomingMessage, maxAnswerBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = [];
    let size = 0;
    response.on('data', (chunk: Uint8Array) => {
      size += chunk.length;
      chunks.push(chunk);
      if (size <= maxAnswerBytes) return;
      reject(new ExchangeError('node_bad_response', 'a body beyond the bound'));
      response.destroy();
    });
    response.once('end', () => resolve(Buffer.concat(chunks)));
    response.once('close', () => reject(new ExchangeError('node_unreachable', 'closed')));
    response.once('error', (error: NodeJS.ErrnoException) =>
      reject(new ExchangeError('node_unreachable', error.code ?? error.name)),
    );
  });
}

function findBodyProblem(body: Buffer, token: string): string | undefined {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body);
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
