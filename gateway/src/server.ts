import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Logger } from 'pino';
import { Connections } from './connections.ts';
import type { GatewayFacts } from './gateway-facts.ts';
import type { GatewayLimits } from './limits.ts';
import { answerRefusal, renderAnswer, writeAnswer, type Answer } from './passes/answer.ts';
import { checkAll, fulfil, type Services } from './pipeline.ts';
import { refuse, type Refusal, type RefusalCode } from './refusal.ts';
import { readFacts, type RequestFacts } from './request-facts.ts';
import { createRouteFinder } from './routes.ts';
import { Stop } from './stop.ts';

export interface GatewayServerOptions {
  readonly limits: GatewayLimits;
  readonly services: Services;
  readonly logger: Logger;
  /** The gateway's facts, which are known from the moment it listens. */
  readonly facts: () => GatewayFacts;
}

/** Pass 1 where it concerns sockets: Node's server with every bound set, and every way around its handler closed. */
export class GatewayServer {
  readonly http: Server;
  readonly connections: Connections;
  readonly #options: GatewayServerOptions;
  readonly #findRoute: ReturnType<typeof createRouteFinder>;
  #stopping = false;

  constructor(options: GatewayServerOptions) {
    const { limits } = options;
    this.#options = options;
    this.#findRoute = createRouteFinder(options.services.files);
    this.connections = new Connections(limits.maxConnections);
    this.http = createServer({
      headersTimeout: limits.headersTimeout,
      requestTimeout: limits.requestTimeout,
      keepAliveTimeout: limits.keepAliveTimeout,
      connectionsCheckingInterval: limits.checkInterval,
      maxHeaderSize: limits.maxHeaderBytes,
      insecureHTTPParser: false,
      requireHostHeader: false, // a missing Host is the host pass's to refuse
    });
    // Versions of Node differ in what they do beyond this bound, some cut the list off in silence and a second Host with
    // it: the listener pass counts instead.
    this.http.maxHeadersCount = 0;
    this.http.timeout = limits.silenceTimeout;
    this.#listen();
  }

  /** Ends the resting connections now and each other one with its next answer. */
  drain(): void {
    this.#stopping = true;
    this.connections.closeIdle();
  }

  #listen(): void {
    const onRequest = (request: IncomingMessage, response: ServerResponse): void => {
      void this.#onRequest(request, response);
    };
    this.http.on('connection', (socket) => this.connections.add(socket));
    this.http.on('request', onRequest);
    // `Expect` has events of its own: without these Node itself would say 100 or 417.
    this.http.on('checkContinue', onRequest);
    this.http.on('checkExpectation', onRequest);
    // Without a listener for `upgrade`, Node hands such a request on like any other: the listener pass refuses it.
    this.http.on('connect', (_, socket) => this.#refuseSocket(socket, 'upgrade_refused'));
    this.http.on('clientError', (error: NodeJS.ErrnoException, socket) =>
      this.#refuseSocket(socket, describeClientError(error)),
    );
  }

  async #onRequest(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { socket } = request;
    const admission = this.connections.begin(socket, request);
    if (admission === 'ignored') return;
    const facts = readFacts(request, this.#findRoute);
    try {
      const gateway = this.#options.facts();
      const refusal = admission === 'pipelined' ? refuse('pipelining_refused') : checkAll(facts, gateway);
      if (refusal !== undefined) {
        // Before anything is awaited: what follows on the connection must not be parsed ahead of this answer.
        this.#send(socket, response, this.#refuse(refusal, facts));
        return;
      }
      const gone = new Stop<'gone'>();
      response.once('close', () => gone.now('gone'));
      const answer = await fulfil(facts, request, gateway, this.#options.services, gone);
      this.#send(socket, response, answer);
    } catch (error) {
      this.#options.logger.error({ err: error, route: describeRoute(facts) }, 'a request failed');
      this.#send(socket, response, answerRefusal(refuse('internal_error')));
    }
  }

  #refuse(refusal: Refusal, facts: RequestFacts): Answer {
    const { status, error } = refusal;
    this.#options.logger.debug({ status, code: error, route: describeRoute(facts) }, 'refused');
    return answerRefusal(refusal);
  }

  #send(socket: Socket, response: ServerResponse, answer: Answer | undefined): void {
    if (this.#stopping) response.setHeader('Connection', 'close');
    const closing = this.#stopping || answer === undefined || answer.headers['Connection'] === 'close';
    this.connections.end(socket, closing);
    if (answer === undefined) socket.destroy();
    else writeAnswer(response, answer);
  }

  /** Refuses what never became a request: by bytes on the bare socket, unless an answer is being written there. */
  #refuseSocket(socket: Duplex, error: RefusalCode): void {
    if (this.connections.takeOver(socket as Socket) && socket.writable) {
      this.#options.logger.debug({ code: error }, 'refused');
      socket.write(renderAnswer(answerRefusal(refuse(error))));
    }
    (socket as Socket).destroySoon();
  }
}

function describeClientError({ code }: NodeJS.ErrnoException): RefusalCode {
  if (code === 'HPE_HEADER_OVERFLOW') return 'headers_too_large';
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'request_timeout';
  return 'malformed_request';
}

/** Name of what was asked for, for the log: never the path (it may hold an address) and never the query. */
function describeRoute({ route }: RequestFacts): string {
  if (route === undefined) return 'none';
  return route.kind === 'rpc' ? route.id : route.kind;
}
