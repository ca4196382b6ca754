import { readFileSync } from 'node:fs';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Share of the process's file descriptors for one server: a node has two, and its stores and peers need the rest. */
const DESCRIPTOR_SHARE = 1 / 3;

/** Open connections of a server, unless its limits say otherwise. */
export const MAX_CONNECTIONS = Math.min(4_096, Math.floor(fileDescriptorLimit() * DESCRIPTOR_SHARE));

/** The process's limit on file descriptors; `Infinity` except on Linux. */
function fileDescriptorLimit(): number {
  try {
    const soft = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'latin1'))?.[1];
    return Number(soft ?? Infinity);
  } catch {
    return Infinity;
  }
}

/** A request and the response to fill. */
interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

interface Connection {
  /** The request being handled. */
  active: Exchange | undefined;
  /** Pipelined requests that arrived behind it, in order. */
  readonly waiting: Exchange[];
  /** Set once the connection must end: further requests on it are not read. */
  isClosing: boolean;
  /** Called once when no request is active or waiting. */
  onceIdle: (() => void) | undefined;
}

/**
 * The open connections of a server, and their requests.
 *
 * **One request at a time.** Node parses all requests of a received chunk (up to 1,000 in 64 KiB) and emits them at once.
 * Here only one request of a connection is handled at a time; the others wait, and the socket is paused until then. A client
 * that pipelines without reading therefore uses memory for one chunk of requests and one answer, however much it sends.
 *
 * **A limit.** At `maximum` connections, a new one closes the connection that has been idle longest; if none is idle, the
 * new one is closed. Idle sockets therefore cannot use up the process's file descriptors.
 */
export class Connections {
  /** Least recently used first. */
  readonly #connections = new Map<Socket, Connection>();
  readonly #maximum: number;
  readonly #handle: RequestListener;
  #isDraining = false;
  /** Functions that start a pipelined request each, at most one for each connection. */
  readonly #startQueue: (() => void)[] = [];

  /** @param handle called for each request once those before it on its connection are answered */
  constructor(maximum: number, handle: RequestListener) {
    this.#maximum = maximum;
    this.#handle = handle;
  }

  /** Registers a new connection. */
  open(socket: Socket): void {
    if (this.#connections.size >= this.#maximum && !this.#closeLongestIdle()) {
      socket.destroy();
      return;
    }
    const connection: Connection = { active: undefined, waiting: [], isClosing: false, onceIdle: undefined };
    this.#connections.set(socket, connection);
    // Node resumes a socket after each answer; keep it paused while requests wait.
    socket.on('resume', () => {
      if (connection.waiting.length > 0) socket.pause();
    });
    socket.once('close', () => {
      this.#connections.delete(socket);
      connection.waiting.length = 0;
    });
  }

  /** Handles a request now, or after the earlier ones on its connection. */
  take(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    const connection = this.#connections.get(socket);
    if (connection === undefined || connection.isClosing) return;
    if (connection.active === undefined) {
      this.#start(socket, connection, { request, response });
      return;
    }
    connection.waiting.push({ request, response });
    socket.pause();
  }

  /**
   * Ends a connection on which no further request can be read, for instance after malformed HTTP.
   * @param answer writes the last answer to the socket; called when it cannot be mistaken for another request's answer:
   *   after all complete requests are answered, or at once if it replaces the answer to an incomplete request
   * @returns false if `answer` will not be called: an answer to the incomplete request has begun, or the connection is
   *   closed or already ending
   */
  endWith(socket: Socket, answer: () => void): boolean {
    const connection = this.#connections.get(socket);
    if (connection === undefined || connection.onceIdle !== undefined) return false;
    connection.isClosing = true;
    const last = connection.waiting.at(-1) ?? connection.active;
    if (last !== undefined && !last.request.complete) {
      if (last !== connection.active) connection.waiting.pop();
      else if (last.response.headersSent) return false;
      else connection.active = undefined;
    }
    connection.onceIdle = answer;
    if (connection.active === undefined) answer();
    return true;
  }

  /** Closes idle connections now, and the others after their answers. */
  drain(): void {
    this.#isDraining = true;
    for (const [socket, { active }] of this.#connections) {
      if (active === undefined) socket.destroySoon();
      else if (!active.response.headersSent) active.response.setHeader('Connection', 'close');
    }
  }

  #start(socket: Socket, connection: Connection, exchange: Exchange): void {
    const { request, response } = exchange;
    connection.active = exchange;
    if (this.#isDraining) response.setHeader('Connection', 'close');
    response.once('close', () => this.#finish(socket, connection, exchange));
    this.#handle(request, response);
  }

  /** Starts one pipelined request of all connections per turn of the event loop, so that they do not delay other clients. */
  #enqueueStart(start: () => void): void {
    this.#startQueue.push(start);
    if (this.#startQueue.length > 1) return;
    const next = (): void => {
      const begin = this.#startQueue[0]!;
      if (this.#startQueue.length > 1) setImmediate(next);
      this.#startQueue.shift();
      begin();
    };
    setImmediate(next);
  }

  #finish(socket: Socket, connection: Connection, exchange: Exchange): void {
    if (connection.active !== exchange || socket.destroyed) return;
    connection.active = undefined;
    // An answer with `Connection: close` is the last on its connection: drop later requests (RFC 9112, section 9.6).
    if (exchange.response.getHeader('connection') === 'close') {
      connection.isClosing = true;
      connection.waiting.length = 0;
      return;
    }
    const next = connection.waiting.shift();
    if (next !== undefined) {
      connection.active = next;
      if (connection.waiting.length === 0) socket.resume();
      this.#enqueueStart(() => {
        // The request may have been aborted and answered since.
        if (!socket.destroyed && connection.active === next) this.#start(socket, connection, next);
      });
      return;
    }
    this.#connections.delete(socket);
    this.#connections.set(socket, connection); // now the most recently used one
    connection.onceIdle?.();
    if (this.#isDraining && !connection.isClosing) socket.destroySoon();
  }

  #closeLongestIdle(): boolean {
    for (const [socket, { active }] of this.#connections) {
      if (active !== undefined) continue;
      this.#connections.delete(socket);
      socket.destroy();
      return true;
    }
    return false;
  }
}
