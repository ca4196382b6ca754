import { ServerResponse, type IncomingMessage } from 'node:http';
import { JSON_TYPE } from '@cairn/api/contract';
import { sendResponse } from '@cairn/http';
import { readTokenFile } from '@cairn/token-file';
import type { Request, Response } from 'express';
import { createProxyMiddleware } from 'http-proxy-middleware';
import type { Logger } from 'pino';
import { nodeTarget, sentOf } from './checks.ts';
import { gatewayError, type ErrorCode } from './errors.ts';

export interface ProxyOptions {
  /** Origin of the node's RPC. */
  readonly target: string;
  /** Path of the node's token file. */
  readonly tokenFile: string;
  /** Milliseconds for the whole exchange with the node. */
  readonly timeout: number;
  /** Size of the body of the node's response in bytes. */
  readonly maxResponseBytes: number;
  readonly logger: Logger;
}

/** Headers of the client that the node gets; `changeOrigin` makes `Host` the node's. */
const FORWARDED_HEADERS: ReadonlySet<string> = new Set(['host', 'accept', 'content-type', 'content-length']);

/** Forwards a request that the passes have admitted, and responds to it. @param body the checked JSON of a POST */
export type Forward = (request: Request, response: Response, body?: unknown) => Promise<void>;

type Fault = Extract<ErrorCode, `node_${string}`>;

/**
 * Pass 9: forwards the client's request with the bearer token, once, and responds with the node's status and JSON.
 * @throws TokenFileError
 */
export async function createNodeProxy(options: ProxyOptions): Promise<Forward> {
  const { target, tokenFile, timeout, maxResponseBytes, logger } = options;

  /** In the gateway it exists only here and in requests to the node. */
  let token = await readTokenFile(tokenFile);
  /** Reads the file again, with all of its checks, after the node has refused the token. Keeps the old one if that fails. */
  const reloadToken = async (): Promise<void> => {
    try {
      token = await readTokenFile(tokenFile);
      logger.info('the node refused the token; its file was read again');
    } catch (error) {
      const reason = (error as Error).message;
      logger.warn({ reason }, 'the token file cannot be used; the old token is kept');
    }
  };

  /** The node's current fault. The log gets a line for each change, not for each request. */
  let fault: Fault | undefined;
  const fail = (response: ServerResponse, code: Fault, reason: string): void => {
    if (response.headersSent || response.destroyed) return; // sent already, or nobody waits
    if (fault !== code) logger.warn({ code, reason }, 'the node gives no valid answer');
    fault = code;
    sendResponse(response, gatewayError(code));
  };

  const pass = async (incoming: IncomingMessage, body: Buffer, response: ServerResponse): Promise<void> => {
    const problem = findProblem(incoming, body);
    if (problem !== undefined) return fail(response, 'node_bad_response', problem);
    if (fault !== undefined) logger.info('the node answers again');
    fault = undefined;
    if (incoming.statusCode === 401) await reloadToken();
    if (response.headersSent || response.destroyed) return; // too late
    response.statusCode = incoming.statusCode!;
    response.setHeader('Cache-Control', 'no-store');
    response.setHeader('Content-Type', JSON_TYPE);
    response.setHeader('Content-Length', body.length);
    response.end(body);
  };

  const proxy = createProxyMiddleware<Request, Response>({
    target,
    pathRewrite: (_path, { res }) => nodeTarget(sentOf(res!)),
    changeOrigin: true,
    xfwd: false,
    ws: false,
    followRedirects: false,
    selfHandleResponse: true,
    on: {
      proxyReq(outgoing, _request, response) {
        // Nobody waits any more: already now, if the request had to wait for a connection, or later.
        if (response.destroyed) {
          outgoing.destroy();
          return;
        }
        response.once('close', () => outgoing.destroy());
        for (const name of outgoing.getHeaderNames())
          if (!FORWARDED_HEADERS.has(name)) outgoing.removeHeader(name);
        // Bytes of UTF-8, of which Node makes a header as Latin-1.
        outgoing.setHeader('Authorization', Buffer.from(`Bearer ${token}`).toString('latin1'));
        const body = response.locals['nodeBody'] as string | undefined;
        if (body === undefined) return;
        outgoing.setHeader('Content-Type', JSON_TYPE);
        outgoing.setHeader('Content-Length', Buffer.byteLength(body));
        outgoing.write(body); // sends the headers too: the last step
      },
      proxyRes(incoming, _request, response) {
        const chunks: Buffer[] = [];
        let length = 0;
        incoming.on('data', (chunk: Buffer) => {
          length += chunk.length;
          if (length <= maxResponseBytes) chunks.push(chunk);
          else fail(response, 'node_bad_response', 'its body is too large');
        });
        incoming.once('end', () => void pass(incoming, Buffer.concat(chunks), response));
        incoming.once('error', () => fail(response, 'node_unreachable', 'it broke off its answer'));
      },
      error(error: NodeJS.ErrnoException, _request, response) {
        if (!(response instanceof ServerResponse)) return; // only of WebSockets
        const { code = error.name } = error;
        const isJunk = code.startsWith('HPE_'); // of Node's parser
        fail(response, isJunk ? 'node_bad_response' : 'node_unreachable', code);
      },
    },
  });

  return async (request, response, body) => {
    if (body !== undefined) response.locals['nodeBody'] = JSON.stringify(body);
    const deadline = setTimeout(() => fail(response, 'node_timeout', 'no whole answer in time'), timeout);
    response.once('close', () => clearTimeout(deadline));
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    proxy(request, response, reject).then(resolve, reject);
    await promise;
  };
}

/** Why a response cannot be forwarded; the log gets it, so it quotes nothing of the response. */
function findProblem({ statusCode = 0, headers }: IncomingMessage, body: Buffer): string | undefined {
  if (statusCode >= 300 && statusCode < 400) return 'it is a redirect';
  if (!/^application\/json *(?:;|$)/i.test(headers['content-type'] ?? '')) return 'its type is not JSON';
  try {
    JSON.parse(body.toString());
    return undefined;
  } catch {
    return 'its body is not JSON';
  }
}
