import { request } from 'node:http';
import { Readable } from 'node:stream';
import { type Client, type ClientOptions, createClient } from '../client.ts';
import { devnetRoutes, type DevnetRoutes } from './routes.ts';

export type DevnetClient = Client<DevnetRoutes>;

/** Milliseconds for a call, enough to mine and index 10,000 blocks. */
const DEFAULT_TIMEOUT_MS = 120_000;

export interface DevnetClientOptions extends Omit<ClientOptions, 'baseUrl' | 'fetch'> {
  /** Path of the socket: `<data-dir>/control.sock`. */
  readonly socketPath: string;
}

/**
 * A typed client of a devnet node's control socket; for Node only. Rejects with `ApiError` or `TransportError`.
 * @example
 * const devnet = createDevnetClient({ socketPath: '/home/me/.cairn/devnet/control.sock' });
 * const { id } = await devnet.snapshot();
 * await devnet.mine({ blocks: 3 });
 * await devnet.revert({ id });
 */
export function createDevnetClient({ socketPath, timeoutMs, ...rest }: DevnetClientOptions): DevnetClient {
  return createClient(devnetRoutes, {
    ...rest,
    baseUrl: 'http://localhost',
    timeoutMs: timeoutMs ?? DEFAULT_TIMEOUT_MS,
    fetch: (input, init) => fetchFromSocket(socketPath, input as string, init ?? {}),
  });
}

/** `fetch` over a Unix socket, which the platform's `fetch` does not support. Opens a new connection for each call. */
function fetchFromSocket(socketPath: string, url: string, init: RequestInit): Promise<Response> {
  const { pathname, search } = new URL(url);
  const { promise, resolve, reject } = Promise.withResolvers<Response>();
  const outgoing = request({
    socketPath,
    path: `${pathname}${search}`,
    method: init.method ?? 'GET',
    headers: Object.fromEntries(new Headers(init.headers)),
    agent: false,
    ...(init.signal && { signal: init.signal }),
  });
  outgoing.on('error', reject);
  outgoing.on('response', (incoming) => {
    const body = Readable.toWeb(incoming) as ReadableStream<Uint8Array<ArrayBuffer>>;
    resolve(new Response(body, { status: incoming.statusCode ?? 500 }));
  });
  outgoing.end(init.body as string | undefined);
  return promise;
}
