/** For tests only: requests that are sent exactly as given, a server, and a TCP proxy whose connections a test can cut. */
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import {
  createServer as createHttpServer,
  request,
  type IncomingHttpHeaders,
  type OutgoingHttpHeaders,
  type RequestListener,
} from 'node:http';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface TestResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
  readonly text: string;
  /** The body as JSON. */
  readonly json: unknown;
}

export interface TestRequest {
  readonly method?: string;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: string | Uint8Array;
  /** Of a server that listens on a socket; its URL is not used then. */
  readonly socketPath?: string;
}

/**
 * A command that runs Node as a user who may not listen on port 80, also as root. `undefined` where there are no user namespaces, and
 * where every user may.
 */
export function nodeWithoutPort80(): [program: string, ...argv: string[]] | undefined {
  const unshare = ['unshare', '--map-root-user'] as const; // its root has no rights over the network of the namespace outside
  const setting = '/proc/sys/net/ipv4/ip_unprivileged_port_start';
  if (!existsSync(setting) || Number(readFileSync(setting, 'utf8')) <= 80) return undefined;
  return spawnSync(unshare[0], [unshare[1], 'true']).status === 0
    ? [...unshare, process.execPath]
    : undefined;
}

/** Sends a request through node:http, with its path unchanged. */
export function send(
  baseUrl: string,
  path: string,
  { method = 'GET', headers = {}, body, socketPath }: TestRequest = {},
): Promise<TestResponse> {
  const { hostname, port } = new URL(baseUrl);
  const host = hostname.replace(/^\[|\]$/g, '');
  return new Promise((resolve, reject) => {
    const outgoing = request({ host, port, socketPath, path, method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const bytes = Buffer.concat(chunks);
        const text = bytes.toString('utf8');
        resolve({
          status: response.statusCode!,
          headers: response.headers,
          bytes,
          text,
          get json() {
            return JSON.parse(text) as unknown;
          },
        });
      });
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

/**
 * Writes bytes to a socket and reads until the server ends the connection.
 * @param text in Latin-1, one byte a character
 */
export function sendRaw(baseUrl: string, text: string): Promise<string> {
  const { hostname, port } = new URL(baseUrl);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(Number(port), hostname.replace(/^\[|\]$/g, ''));
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', reject);
    socket.on('close', () => resolve(Buffer.concat(chunks).toString('latin1')));
    socket.write(Buffer.from(text, 'latin1'));
  });
}

/** Status and JSON body of a raw response. */
export function parseRaw(response: string): { status: number; head: string; json: unknown } {
  const [head = '', body = ''] = response.split('\r\n\r\n', 2);
  return { status: Number(head.split(' ', 2)[1]), head, json: JSON.parse(body) as unknown };
}

/** An HTTP server on a free loopback port. */
export interface LocalServer {
  readonly port: number;
  /** Origin, without a trailing slash. */
  readonly url: string;
  /** Breaks all connections, streams included. */
  cut(): void;
  close(): Promise<void>;
}

/** Serves requests on a free loopback port. */
export async function serveLocally(handle: RequestListener): Promise<LocalServer> {
  const server = createHttpServer(handle).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    cut: () => server.closeAllConnections(),
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** A real object with some members replaced. */
export function withChanges<Part extends object>(part: Part, changes: Partial<Part>): Part {
  return new Proxy(part, {
    get: (target, name) => {
      if (Object.hasOwn(changes, name)) return Reflect.get(changes, name);
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

/** Forwards bytes in their order, each after a delay. */
function forward(from: Socket, to: Socket, delayMs: number, isMuted: () => boolean): void {
  const later = (act: () => unknown) => (delayMs === 0 ? act() : setTimeout(act, delayMs));
  from.on('data', (bytes) => isMuted() || later(() => to.write(bytes)));
  from.on('end', () => later(() => to.end()));
}

/** A TCP proxy between two programs, for tests of an interrupted connection. */
export interface TcpProxy {
  /** Loopback port that the proxy listens on. */
  readonly port: number;
  /** Closes every connection through the proxy, and new ones until `restore`. */
  cut(): void;
  /** Drops all bytes; the connections stay open until `restore`, because they may have lost some. */
  mute(): void;
  restore(): void;
  close(): void;
}

/**
 * Starts a TCP proxy.
 * @param target loopback port to which it forwards
 * @param delayMs how long bytes take in each direction
 */
export async function openTcpProxy(target: number, delayMs = 0): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  let [isCut, isMuted] = [false, false];
  const server = createServer((socket) => {
    if (isCut) {
      socket.destroy();
      return;
    }
    const onward = connect(target, '127.0.0.1');
    for (const end of [socket, onward]) {
      sockets.add(end);
      end.on('error', () => undefined).on('close', () => sockets.delete(end));
    }
    forward(socket, onward, delayMs, () => isMuted);
    forward(onward, socket, delayMs, () => isMuted);
    socket.on('close', () => onward.destroy());
    onward.on('close', () => socket.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const destroyAll = (): void => sockets.forEach((socket) => socket.destroy());
  return {
    port: (server.address() as AddressInfo).port,
    cut: () => {
      isCut = true;
      destroyAll();
    },
    mute: () => (isMuted = true),
    restore: () => {
      if (isMuted) destroyAll();
      isCut = isMuted = false;
    },
    close: () => {
      server.close();
      destroyAll();
    },
  };
}
