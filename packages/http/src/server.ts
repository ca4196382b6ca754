import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { Server as NetServer, type AddressInfo, type ListenOptions, type Socket } from 'node:net';
import type { Logger } from 'pino';
import { describeExchange, type HttpObserver } from './observer.ts';
import {
  faultOf,
  faultResponse,
  findRequestFault,
  routableTarget,
  type RequestFault,
} from './request-faults.ts';
import type { JsonResponse } from '@cairn/api';
import { renderResponse, sendResponse } from './responses.ts';

/** Limits of a public interface, mostly Node's own. Times are milliseconds, sizes bytes. */
export const HTTP_LIMITS = {
  /** For a request's head, from its first byte; for the first request, from the start of the connection. */
  headersTimeout: 10_000,
  /** For a whole request to arrive, including its body. */
  requestTimeout: 30_000,
  /** Without traffic, for example because the client stopped reading. */
  timeout: 60_000,
  /** For the next request. Longer than the 60 s of common reverse proxies, so that they close an idle connection first. */
  keepAliveTimeout: 65_000,
  /** Interval at which unfinished requests are checked for the first two. */
  connectionsCheckingInterval: 2_000,
  /** Request line and headers together; a larger head is answered with 431. */
  maxHeaderSize: 16 * 1024,
  /**
   * Further connections are closed at once. A node has two such servers, and needs file descriptors for stores and peers
   * too: see docs/OPERATING.md.
   */
  maxConnections: 4_096,
  /** Unanswered requests on one connection; one more closes it. Browsers and this project's clients send one. */
  maxInFlight: 8,
  /** For requests in flight to finish when the server closes. */
  closeGrace: 5_000,
};
export type HttpLimits = Readonly<typeof HTTP_LIMITS>;

export interface HttpServerOptions {
  readonly app: RequestListener;
  readonly limits?: HttpLimits;
  /** The response to a request that does not reach the app; `Connection: close` is added. Default: `faultResponse`. */
  readonly onFault?: (fault: RequestFault) => JsonResponse;
  /** True for an app that checks target, `Host` and `Expect` itself, and gets every request as it came. */
  readonly checksItself?: boolean;
  /** Gets the route and status of each request at level `debug`. */
  readonly logger?: Logger;
  /** For metrics. */
  readonly observer?: HttpObserver | undefined;
  /** Called at the start of `close`: ends responses that do not end by themselves, such as event streams. */
  readonly onClose?: () => void;
}

/** A listening server. */
export interface RunningServer {
  /** `http://host:port` without a trailing slash, with the real port if 0 was configured. */
  readonly url: string;
  readonly port: number;
  /** Number of open connections. */
  connections(): number;
  close(): Promise<void>;
}

/** Time for a client to read its last response: destroying a socket with unread input may discard what was written to it. */
const LINGER_MS = 500;

/** Node's HTTP server with all limits set. Well-formed requests go to the app; everything else is answered here. */
export class HttpServer {
  readonly server: Server;
  readonly #options: HttpServerOptions;
  readonly #limits: HttpLimits;
  readonly #onFault: (fault: RequestFault) => JsonResponse;
  /** The responses of each open connection that are not sent to their last byte. */
  readonly #unsent = new Map<Socket, Set<ServerResponse>>();
  #isClosing = false;

  constructor(options: HttpServerOptions) {
    const { limits = HTTP_LIMITS, onFault = faultResponse } = options;
    this.#options = options;
    this.#limits = limits;
    this.#onFault = onFault;
    // Without a Host, Node would answer without a body; see `findRequestFault`.
    this.server = createServer({ ...limits, requireHostHeader: false });
    this.server.timeout = limits.timeout;
    this.server.maxConnections = limits.maxConnections;
    this.server.maxHeadersCount = 0; // Node would drop lines beyond this number silently, even a second Host
    this.#listenToSockets();
  }

  /**
   * Starts listening on one address. `localhost` means 127.0.0.1, because the system could resolve the name to anything.
   * @param port 0–65535; 0 picks a free port
   * @throws the system's error, such as `EADDRINUSE`, with its `code`
   */
  async listen({ host, port }: { host: string; port: number }): Promise<RunningServer> {
    await this.#start({ host: host === 'localhost' ? '127.0.0.1' : host, port });
    const { address, port: boundPort } = this.server.address() as AddressInfo;
    const name = address.includes(':') ? `[${address}]` : address;
    const connections = (): number => this.#unsent.size;
    return { url: `http://${name}:${boundPort}`, port: boundPort, connections, close: () => this.close() };
  }

  /**
   * Starts listening on a Unix socket that only its owner may open (0600); `close` removes the file.
   * @param path of a file that does not exist
   * @throws the system's error, such as `EADDRINUSE`
   */
  async listenOnSocket(path: string): Promise<void> {
    const mask = process.umask(0o177); // `listen` creates the file synchronously
    const listening = this.#start({ path });
    process.umask(mask);
    await listening;
  }

  /** Stops accepting connections, and resolves once requests in flight are answered, at most after `closeGrace`. */
  async close(): Promise<void> {
    if (!this.server.listening) return;
    this.#isClosing = true;
    // `http.Server.close` would also destroy connections whose last response is not sent to its end.
    const closed = once(this.server, 'close');
    NetServer.prototype.close.call(this.server);
    this.#options.onClose?.();
    for (const [socket, unsent] of this.#unsent) {
      if (unsent.size === 0) socket.destroySoon();
      for (const response of unsent) if (!response.headersSent) response.setHeader('Connection', 'close');
    }
    const cut = setTimeout(() => this.server.closeAllConnections(), this.#limits.closeGrace);
    await closed;
    clearTimeout(cut);
    this.server.close(); // only ends Node's check for time-outs
  }

  async #start(options: ListenOptions): Promise<void> {
    this.server.listen(options);
    await once(this.server, 'listening');
  }

  #listenToSockets(): void {
    this.server.on('connection', (socket) => {
      this.#unsent.set(socket, new Set());
      socket.once('close', () => this.#unsent.delete(socket));
    });
    // Requests with `Expect` have events of their own; without listeners Node would answer 100 or 417 itself.
    // Without a listener for `upgrade`, Node emits such requests like any other.
    for (const event of ['request', 'checkContinue', 'checkExpectation'])
      this.server.on(event, (request, response) => this.#take(request, response));
    this.server.on('connect', (_request, socket) => this.#reject(socket as Socket, 'connect'));
    this.server.on('clientError', (error, socket) => this.#reject(socket as Socket, faultOf(error)));
  }

  /** Hands a request to the app, or answers it, or closes a connection that has too many. */
  #take(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    const { app, checksItself, logger, observer } = this.#options;
    const unsent = this.#unsent.get(socket);
    // Node still emits requests that it had received before the connection was closed or its last response was sent.
    if (unsent === undefined || !socket.writable) return;
    if (unsent.size >= this.#limits.maxInFlight) return void socket.destroy();
    unsent.add(response);
    const began = performance.now();
    response.once('close', () => {
      unsent.delete(response);
      const exchange = describeExchange(request, response, (performance.now() - began) / 1_000);
      observer?.(exchange);
      logger?.debug(exchange, 'request');
      if (this.#isClosing && unsent.size === 0) socket.destroySoon();
    });
    if (this.#isClosing) response.setHeader('Connection', 'close');
    if (checksItself) return app(request, response);
    const fault = findRequestFault(request);
    if (fault !== undefined) {
      response.setHeader('Connection', 'close');
      return sendResponse(response, this.#onFault(fault));
    }
    request.url = routableTarget(request.url ?? '/');
    app(request, response);
  }

  /** Answers bytes that are no request on the bare socket, unless a response is open, and closes the connection. */
  #reject(socket: Socket, fault: RequestFault): void {
    if (socket.writableEnded) return; // being closed already
    if (!socket.writable || this.#unsent.get(socket)?.size !== 0) return void socket.destroy();
    const response = this.#onFault(fault);
    this.#options.observer?.({ method: '', route: undefined, status: response.status, seconds: undefined });
    socket.on('error', () => socket.destroy());
    socket.end(renderResponse(response));
    setTimeout(() => socket.destroy(), LINGER_MS).unref();
  }
}
