import { createServer, STATUS_CODES, type RequestListener, type Server } from 'node:http';
import { Server as NetServer, type AddressInfo, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { JSON_TYPE, type Answer } from './answers.ts';
import { Connections, MAX_CONNECTIONS } from './connections.ts';
import { observeServer, type HttpObserver } from './observer.ts';
import { normalizeTarget } from './request-target.ts';

/** Limits of a server. Times are milliseconds, sizes bytes. */
export interface HttpLimits {
  /** Time for a request's head, from its first byte; for the first request, from the start of the connection. */
  readonly headTimeout: number;
  /** Time for a whole request to arrive, including its body. */
  readonly requestTimeout: number;
  /** Time without traffic after which a connection is closed, for example because the client stopped reading. */
  readonly inactivityTimeout: number;
  /** Time that an idle connection is kept open for the next request. */
  readonly keepAliveTimeout: number;
  /** Interval at which unfinished requests are checked for time-outs. */
  readonly checkInterval: number;
  /** Maximum size of request line and headers together; a larger head is answered with 431. */
  readonly maxHeadBytes: number;
  /** Maximum number of open connections; one more closes the longest idle one or, if none is idle, is closed itself. */
  readonly maxConnections: number;
  /** Time for requests in flight to finish when the server closes. */
  readonly closeGrace: number;
}

/** Limits for a public interface. */
export const HTTP_LIMITS: HttpLimits = {
  headTimeout: 10_000,
  requestTimeout: 30_000,
  inactivityTimeout: 60_000,
  // Longer than the 60 s of common reverse proxies, so that they close an idle connection first.
  keepAliveTimeout: 65_000,
  checkInterval: 2_000,
  maxHeadBytes: 16 * 1024,
  maxConnections: MAX_CONNECTIONS,
  closeGrace: 5_000,
};

/** Why the server answers a connection itself: there is no request that the app could handle. */
export type SocketFault = 'malformed_request' | 'request_timeout' | 'headers_too_large' | 'connect';

export interface HttpServerOptions {
  /** Receives all requests, one at a time for each connection, including those with `Expect` or `Upgrade`. */
  readonly app: RequestListener;
  /**
   * True to keep request targets unchanged. Otherwise they are normalized so that a router can decode them: Express would
   * answer a target without a path itself, in HTML and before any middleware.
   */
  readonly keepsRawTargets?: boolean;
  /** The answer to a connection without a valid request; `Connection: close` is added. */
  readonly socketAnswer: (fault: SocketFault) => Answer;
  readonly limits?: HttpLimits;
  readonly observer?: HttpObserver | undefined;
  /** Called at the start of `close`: ends responses that do not end by themselves, such as event streams. */
  readonly onClose?: () => void;
}

/**
 * Time for a client to read its last answer: a socket that is destroyed at once may discard the answer with unread input.
 */
const LINGER_MS = 500;

/** Node's HTTP server with all limits set. Requests go to `app`; connections without a valid one get `socketAnswer`. */
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
      requireHostHeader: false, // Node's own refusal has no body; the app checks Host
    });
    // The head's size limits the number of headers. Node's own limit silently drops further ones, even a second Host.
    this.server.maxHeadersCount = 0;
    this.server.timeout = limits.inactivityTimeout;
    if (observer !== undefined) observeServer(this.server, observer);
    this.#listenToSockets();
  }

  /**
   * Starts listening on one address. `localhost` means 127.0.0.1, because the system could resolve the name to anything.
   * @param port 0–65535; 0 picks a free port
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
   * @param path of a file that does not exist
   * @throws the system's error, such as `EADDRINUSE`
   */
  async listenOnSocket(path: string): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.server.once('error', reject);
      const mask = process.umask(0o177); // `listen` creates the file synchronously
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

  /** Stops accepting connections, and resolves once requests in flight have finished, at most after `closeGrace`. */
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
    this.server.close(() => undefined); // already closed: this only stops its check for time-outs
  }

  #listenToSockets(): void {
    const { server } = this;
    const connections = this.#connections;
    server.on('connection', (socket) => connections.open(socket));
    // Requests with `Expect` have separate events; without these listeners Node would answer 100 or 417 itself.
    // Without a listener for `upgrade`, Node emits such requests like any other.
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

/** A listening server. */
export interface RunningServer {
  /** `http://host:port` without a trailing slash, with the real port if 0 was configured. */
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
