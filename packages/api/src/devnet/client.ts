import { type Client, type ClientOptions, createClient } from '../client.ts';
import { devnetRoutes, type DevnetRoutes } from './routes.ts';

export type DevnetClient = Client<DevnetRoutes>;

/** Milliseconds for a call, enough to mine and index 10,000 blocks. */
const DEFAULT_TIMEOUT_MS = 120_000;

/** Where the node is controlled: its socket on this machine, or its port (`cairn start --control-port`). */
export type DevnetClientOptions =
  | (Omit<ClientOptions, 'baseUrl' | 'fetch'> & {
      /** Path of the socket: `<data-dir>/control.sock`. Node.js only. */
      readonly socketPath: string;
    })
  | (ClientOptions & {
      /** Content of `<data-dir>/control.token`, without its line ending. */
      readonly token: string;
    });

/**
 * A typed client of devnet control. Over a URL it works in browsers too, from a page whose origin `--control-origin` names.
 * Rejects with `ApiError` or `TransportError`.
 * @example
 * const devnet = createDevnetClient({ socketPath: '/home/me/.cairn/devnet/control.sock' });
 * // or: createDevnetClient({ baseUrl: 'http://127.0.0.1:28446', token })
 * const { id } = await devnet.snapshot();
 * await devnet.mine({ blocks: 3 });
 * await devnet.revert({ id });
 */
export function createDevnetClient(options: DevnetClientOptions): DevnetClient {
  const timeoutMs = options.timeoutMs ?? DEFAULT_TIMEOUT_MS;
  if ('token' in options) {
    const { token, ...rest } = options;
    return createClient(devnetRoutes, { ...rest, timeoutMs }, { authorization: `Bearer ${token}` });
  }
  const { socketPath } = options;
  return createClient(devnetRoutes, {
    baseUrl: 'http://localhost',
    timeoutMs,
    fetch: (input, init) => fetchFromSocket(socketPath, input as string, init ?? {}),
  });
}

/** Most bytes of a socket's path that macOS takes; Linux takes four more. */
const MAX_SOCKET_PATH = 103;

/**
 * A socket's path as this process can use it: one that is too long for the system is tried from the current folder, which a process
 * may not be allowed to enter. Node.js only.
 * @param path absolute path
 */
export function shortSocketPath(path: string): string {
  if (new TextEncoder().encode(path).length <= MAX_SOCKET_PATH) return path;
  const fromHere = process.getBuiltinModule('node:path').relative(process.cwd(), path);
  return fromHere.length < path.length ? fromHere : path;
}

/** `fetch` over a Unix socket, which the platform's `fetch` does not support. Opens a new connection for each call. */
function fetchFromSocket(socketPath: string, url: string, init: RequestInit): Promise<Response> {
  // Not imported, so that bundlers for browsers accept this module.
  const { request } = process.getBuiltinModule('node:http');
  const { Readable } = process.getBuiltinModule('node:stream');
  const { pathname, search } = new URL(url);
  const { promise, resolve, reject } = Promise.withResolvers<Response>();
  const outgoing = request({
    socketPath: shortSocketPath(socketPath),
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
