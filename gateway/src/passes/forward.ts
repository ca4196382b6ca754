import { Agent, IncomingMessage, ServerResponse, type ClientRequest } from 'node:http';
import { Socket } from 'node:net';
import { createProxyMiddleware, type RequestHandler } from 'http-proxy-middleware';
import type { Logger } from 'pino';
import type { GatewayLimits } from '../limits.ts';
import { UpstreamError, readNodeAnswer, type NodeAnswer } from '../node-answer.ts';
import { refuse, type Refusal, type RefusalCode } from '../refusal.ts';
import type { RpcRoute } from '../routes.ts';
import type { TokenSource } from '../token-source.ts';
import type { HistoryQuery } from './allowlist.ts';

/** The loopback address on which the node's RPC listens. */
export interface NodeAddress {
  readonly host: string;
  readonly port: number;
}

/** A request to the node, built only from parts that the passes have checked. */
export interface NodeCall {
  readonly method: 'GET' | 'POST';
  /** Path and query. */
  readonly path: string;
  /** JSON text; only for a POST. */
  readonly body?: string;
}

/**
 * Builds the request to the node for a GET route.
 * @param query values that need no encoding (the allowlist pass checks that); empty except for the account history
 */
export function buildReadCall({ id, address }: RpcRoute, query: HistoryQuery): NodeCall {
  if (id === 'status') return { method: 'GET', path: '/v1/status' };
  const account = `/v1/accounts/${address}`;
  if (id === 'getAccount') return { method: 'GET', path: account };
  const parameters = Object.entries(query).map(([name, value]) => `${name}=${value}`);
  const search = parameters.length === 0 ? '' : `?${parameters.join('&')}`;
  return { method: 'GET', path: `${account}/transactions${search}` };
}

/** Builds the request that submits a transaction. @param raw 426 hexadecimal characters */
export function buildSubmitCall(raw: string): NodeCall {
  return { method: 'POST', path: '/v1/transactions', body: JSON.stringify({ raw }) };
}

export interface ForwarderOptions {
  readonly node: NodeAddress;
  readonly token: TokenSource;
  readonly limits: GatewayLimits;
  readonly logger: Logger;
}

const CLIENT_LEFT = new UpstreamError('node_unreachable', 'the client disconnected');

/** GATEWAY.md, pass 9: sends requests to the node, with the bearer token and a deadline. A process has one forwarder. */
export class Forwarder {
  readonly #options: ForwarderOptions;
  /** Opens a new connection for each request, so that bytes of one answer cannot become part of another. */
  readonly #agent = new Agent({ keepAlive: false });
  readonly #proxy: RequestHandler<NodeRequest>;
  /** The current fault of the node; absent while it answers. The log gets a line for each change, not for each request. */
  #fault: RefusalCode | undefined;

  constructor(options: ForwarderOptions) {
    const { node, limits } = options;
    this.#options = options;
    this.#proxy = createProxyMiddleware<NodeRequest>({
      target: `http://${node.host.includes(':') ? `[${node.host}]` : node.host}:${node.port}`,
      agent: this.#agent,
      changeOrigin: true,
      xfwd: false,
      ws: false,
      followRedirects: false,
      selfHandleResponse: true,
      proxyTimeout: limits.forwardTimeout,
      on: {
        proxyReq: (outgoing, request) => request.send(outgoing),
        proxyRes: (answer, request) => request.receive(answer),
        error: (error, request) => request.fail(error),
        // Emitted instead of `error` because a `NodeRequest` (below) has no writable connection.
        econnreset: (error, request) => request.fail(error),
      },
    });
  }

  /**
   * Sends a request to the node. If the answer is 401, reloads the token, and repeats a GET once.
   * @param client aborts a GET when it closes; a POST goes on, because the node may already have the transaction
   */
  async forward(call: NodeCall, client: ServerResponse): Promise<NodeAnswer | Refusal> {
    const stop = new AbortController();
    const timeout = new UpstreamError('node_timeout', 'the full answer did not arrive in time');
    const deadline = setTimeout(() => stop.abort(timeout), this.#options.limits.forwardTimeout);
    if (call.method === 'GET') client.once('close', () => stop.abort(CLIENT_LEFT));
    try {
      const answer = await this.#sendWithTokenReload(call, stop.signal);
      this.#report(undefined);
      return answer;
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      if (error !== CLIENT_LEFT) this.#report(error);
      return refuse(error.code);
    } finally {
      clearTimeout(deadline);
    }
  }

  /** Closes the connections to the node. */
  close(): void {
    this.#agent.destroy();
  }

  async #sendWithTokenReload(call: NodeCall, signal: AbortSignal): Promise<NodeAnswer> {
    const answer = await this.#sendOnce(call, signal);
    if (answer.status !== 401) return answer;
    const isReloaded = await this.#reloadToken();
    return isReloaded && call.method === 'GET' ? this.#sendOnce(call, signal) : answer;
  }

  #sendOnce(call: NodeCall, signal: AbortSignal): Promise<NodeAnswer> {
    const { token, limits } = this.#options;
    const request = new NodeRequest(call, {
      signal,
      token: token.current(),
      maxBytes: limits.maxAnswerBytes,
    });
    void this.#proxy(request, new ServerResponse(request));
    return request.answer;
  }

  async #reloadToken(): Promise<boolean> {
    const { token, logger } = this.#options;
    try {
      await token.reload();
      logger.info('the node refused the token; its file was read again');
      return true;
    } catch (error) {
      const reason = (error as Error).message;
      logger.warn({ reason }, 'the token file cannot be used; the old token is kept');
      return false;
    }
  }

  #report(error: UpstreamError | undefined): void {
    if (error?.code === this.#fault) return;
    this.#fault = error?.code;
    const { logger } = this.#options;
    if (error === undefined) logger.info('the node answers again');
    else logger.warn({ code: error.code, reason: error.message }, 'the node gives no valid answer');
  }
}

interface NodeRequestOptions {
  readonly token: string;
  /** Maximum size of the answer's body in bytes. */
  readonly maxBytes: number;
  /** Aborts the request. The reason of the signal is an `UpstreamError`. */
  readonly signal: AbortSignal;
}

/**
 * The request that the proxy gets instead of the client's, so that the proxy cannot copy anything from the client: a
 * rebuilt path, at most three headers, no raw headers, no body. Its response has no connection, because the proxy would
 * close both sides if either breaks. So a submission completes even if the client disconnects, and the client gets a
 * 502 for a partial answer.
 */
class NodeRequest extends IncomingMessage {
  readonly answer: Promise<NodeAnswer>;
  readonly #settle = Promise.withResolvers<NodeAnswer>();
  readonly #call: NodeCall;
  readonly #options: NodeRequestOptions;
  #outgoing: ClientRequest | undefined;

  constructor(call: NodeCall, options: NodeRequestOptions) {
    super(new Socket());
    this.#call = call;
    this.#options = options;
    this.answer = this.#settle.promise;
    this.method = call.method;
    this.url = call.path;
    this.headers = { Accept: 'application/json', Authorization: `Bearer ${options.token}` };
    if (call.body !== undefined) this.headers['Content-Type'] = 'application/json';
    this.push(null);
    const { signal } = options;
    signal.addEventListener('abort', () => this.fail(signal.reason as UpstreamError));
  }

  /** Called with the request to the node before any byte of it is sent. */
  send(outgoing: ClientRequest): void {
    const { signal } = this.#options;
    this.#outgoing = outgoing;
    if (signal.aborted) return this.fail(signal.reason as UpstreamError);
    outgoing.once('upgrade', () =>
      this.fail(new UpstreamError('node_bad_response', 'the node tried to switch protocols')),
    );
    const { body } = this.#call;
    if (body === undefined) return;
    outgoing.setHeader('Content-Length', Buffer.byteLength(body));
    outgoing.end(body);
  }

  /** Called when status and headers of the node's answer have arrived. */
  receive(answer: IncomingMessage): void {
    readNodeAnswer(answer, this.#options).then(this.#settle.resolve, (error: Error) => this.fail(error));
  }

  /** Fails the request. @param error of the connection or of Node's HTTP parser, or an `UpstreamError` */
  fail(error: NodeJS.ErrnoException): void {
    this.#settle.reject(error instanceof UpstreamError ? error : describeFault(error));
    this.#outgoing?.destroy();
  }
}

/** Converts an error of the connection or of Node's HTTP parser. The parser's codes begin with `HPE_`. */
function describeFault({ code = 'failed', name }: NodeJS.ErrnoException): UpstreamError {
  if (code.startsWith('HPE_')) return new UpstreamError('node_bad_response', `not valid HTTP: ${code}`);
  return new UpstreamError('node_unreachable', code === 'failed' ? name : code);
}
