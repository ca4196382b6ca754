import { readFileSync } from 'node:fs';
import { createServer, STATUS_CODES, type RequestListener, type Server } from 'node:http';
import { Server as NetServer, type AddressInfo, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { JSON_TYPE, type Answer } from './answers.ts';
import { Connections } from './connections.ts';
import { observeServer, type HttpObserver } from './observer.ts';
import { normalizeTarget } from './request-target.ts';

/** Bounds of a server. Times are milliseconds, sizes bytes. */
export interface HttpLimits {
  /** For a request's head, from its first byte or from the connection. */
  readonly headTimeout: number;
  /** For a whole request, its body included. */
  readonly requestTimeout: number;
  /** For a connection without traffic: half-open ones, and clients that stopped reading. */
  readonly inactivityTimeout: number;
  /** For a connection between two requests. */
  readonly keepAliveTimeout: number;
  /** How often unfinished requests are checked against their time-outs. */
  readonly checkInterval: number;
  /** Request line and headers together; 431 above. */
  readonly maxHeadBytes: number;
  /** Open connections; one more closes the longest-idle connection. */
  readonly maxConnections: number;
  /** Time that requests in flight get to finish when the server closes. */
  readonly closeGrace: number;
}

const MAX_CONNECTIONS = 4_096;
/** Of the process's file descriptors: a node has two interfaces, and its stores and peers need the rest. */
const SHARE_OF_FILES = 1 / 3;

/** Bounds that suit a public interface. */
export const HTTP_LIMITS: HttpLimits = {
  headTimeout: 10_000,
  requestTimeout: 30_000,
  inactivityTimeout: 60_000,
  // Above the 60 s after which common reverse proxies drop an idle connection, so that they do it first.
  keepAliveTimeout: 65_000,
  checkInterval: 2_000,
  maxHeadBytes: 16 * 1024,
  maxConnections: Math.min(MAX_CONNECTIONS, Math.floor(openFilesLimit() * SHARE_OF_FILES)),
  closeGrace: 5_000,
};

/** The process's limit on file descriptors; Linux only, else unlimited. */
function openFilesLimit(): number {
  try {
    const soft = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'latin1'))?.[1];
    return Number(soft ?? Infinity);
  } catch {
    return Infinity;
  }
}

/** Why a connection got an answer without a request that the app could see. */
export type SocketFault = 'malformed_request' | 'request_timeout' | 'headers_too_large' | 'connect';

export interface HttpServerOptions {
  /** Gets every request, one at a time for each connection; those with `Expect` and `Upgrade` too. */
  readonly app: RequestListener;
  /**
   * True to hand request targets on as they came. Otherwise each becomes a path that a router can decode: Express answers
   * a target without a path by itself, in HTML and before any middleware.
   */
  readonly keepsRawTargets?: boolean;
  /** The answer for a connection that ends without a request; `Connection: close` is added. */
  readonly socketAnswer: (fault: SocketFault) => Answer;
  readonly limits?: HttpLimits;
  readonly observer?: HttpObserver | undefined;
  /** Runs at the start of `close`, to end responses that would never end by themselves, such as event streams. */
  readonly onClose?: () => void;
}

/** Time to let a client read its last answer: destroying at once could discard it together with unread input. */
const LINGER_MS = 500;

/** Node's HTTP server with every bound set; each request goes to `app`, each connection without one gets `socketAnswer`. */
export class HttpServer {
  readonly server: Server;
  readonly #connections: Connections;
  readonly #options: HttpServerOptions;
  readonly #limits: HttpLimits;

  constructor(options: HttpServerOptions) {
    const { app, limits = HTTP_LIMITS, observer, keepsRawTargets = false } = options;
    this.#options = options;
    this.#limits = limits;
    this.#connections = new Connections(limits.maxConnections, (request, response) => {
      if (!keepsRawTargets) request.url = normalizeTarget(request.url ?? '/');
      app(request, response);
    });
    this.server = createServer({
      headersTimeout: limits.headTimeout,
      requestTimeout: limits.requestTimeout,
      keepAliveTimeout: limits.keepAliveTimeout,
      connectionsCheckingInterval: limits.checkInterval,
      maxHeaderSize: limits.maxHeadBytes,
      insecureHTTPParser: false,
      requireHostHeader: false, // Node would answer without a body; the app checks Host
    });
    // The head's size bounds the number of headers; Node's own bound drops those beyond it silently, a second Host too.
    this.server.maxHeadersCount = 0;
    this.server.timeout = limits.inactivityTimeout;
    if (observer !== undefined) observeServer(this.server, observer);
    this.#listenToSockets();
  }

  /**
   * Starts listening on one address. `localhost` means 127.0.0.1; the system could resolve the name to anything.
   * @param port 0–65535; 0 picks a free one
   * @throws the system's error, such as `EADDRINUSE`, with its `code`
   */
  async listen({ host, port }: { host: string; port: number }): Promise<RunningServer> {
    await new Promise<void>((resolve, reject) => {
      this.server.once('error', reject);
      this.server.listen({ host: host === 'localhost' ? '127.0.0.1' : host, port }, () => {
        this.server.off('error', reject);
        resolve();
      });
    });
    const { address, port: boundPort } = this.server.address() as AddressInfo;
    const name = address.includes(':') ? `[${address}]` : address;
    return { url: `http://${name}:${boundPort}`, port: boundPort, close: () => this.close() };
  }

  /**
   * Starts listening on a Unix socket that only its owner may open (0600); `close` removes the file.
   * @param path of a file that is not there
   * @throws the system's error, such as `EADDRINUSE`
   */
  async listenOnSocket(path: string): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.server.once('error', reject);
      const mask = process.umask(0o177); // the file is made within `listen`
      try {
        this.server.listen({ path }, () => {
          this.server.off('error', reject);
          resolve();
        });
      } finally {
        process.umask(mask);
      }
    });
  }

  /** Accepts no more connections, lets requests in flight finish within `closeGrace`, then resolves. */
  async close(): Promise<void> {
    if (!this.server.listening) return;
    // Not `http.Server.close`, which destroys sockets whose last bytes are not sent yet.
    const closed = new Promise<void>((resolve) => {
      NetServer.prototype.close.call(this.server, () => resolve());
    });
    this.#options.onClose?.();
    this.#connections.drain();
    const cut = setTimeout(() => this.server.closeAllConnections(), this.#limits.closeGrace);
    await closed;
    clearTimeout(cut);
    this.server.close(() => undefined); // ends its check for time-outs; it is closed already
  }

  #listenToSockets(): void {
    const { server } = this;
    const connections = this.#connections;
    server.on('connection', (socket) => connections.open(socket));
    // Requests with `Expect` have events of their own; without these listeners Node would answer 100 or 417 itself.
    // Without a listener for `upgrade`, Node passes such requests on like any other.
    for (const event of ['request', 'checkContinue', 'checkExpectation']) {
      server.on(event, (request, response) => connections.take(request, response));
    }
    server.on('connect', (_request, socket) => this.#refuse(socket, 'connect'));
    server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
      if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
      else this.#refuse(socket, faultOf(error));
    });
  }

  #refuse(socket: Duplex, fault: SocketFault): void {
    socket.on('error', () => socket.destroy());
    const linger = (): void => void setTimeout(() => socket.destroy(), LINGER_MS).unref();
    const isLast = this.#connections.endWith(socket as Socket, () => {
      if (socket.writable) socket.end(renderAnswer(this.#options.socketAnswer(fault)));
      linger();
    });
    if (!isLast) linger();
  }
}

/** A server that listens. */
export interface RunningServer {
  /** `http://host:port` without a trailing slash, with the real port where 0 was asked for. */
  readonly url: string;
  readonly port: number;
  close(): Promise<void>;
}

function faultOf({ code }: NodeJS.ErrnoException): SocketFault {
  if (code === 'HPE_HEADER_OVERFLOW') return 'headers_too_large';
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'request_timeout';
  return 'malformed_request';
}

/** The bytes of an answer, for a socket without a `ServerResponse`. */
function renderAnswer({ status, body, headers }: Answer): string {
  const json = JSON.stringify(body);
  const fields = {
    'Content-Type': JSON_TYPE,
    ...headers,
    Connection: 'close',
    'Content-Length': Buffer.byteLength(json),
  };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${json}`;
}
