import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

interface ConnectionState {
  /** The newest request. */
  request?: IncomingMessage;
  /** Requests whose answer has not been written. */
  active: number;
  /** True once an answer said that the connection ends: whatever else arrives on it is not looked at. */
  closing: boolean;
}

/** What a further request on a connection may hope for. */
export type Admission = 'admitted' | 'pipelined' | 'ignored';

/**
 * The open connections, the one that has rested longest first. A full house makes room by closing that one, so that
 * idle or half-open sockets cannot keep the wallet out.
 */
export class Connections {
  readonly #states = new Map<Socket, ConnectionState>();
  readonly #maximum: number;

  constructor(maximum: number) {
    this.#maximum = maximum;
  }

  get size(): number {
    return this.#states.size;
  }

  /** Takes a new connection in, at the cost of a resting one where need be; closes it when none rests. */
  add(socket: Socket): void {
    if (this.#states.size >= this.#maximum && !this.#closeOneIdle()) {
      socket.destroy();
      return;
    }
    this.#states.set(socket, { active: 0, closing: false });
    socket.once('close', () => this.#states.delete(socket));
  }

  /** Notes that a request arrived. No browser pipelines; one at a time bounds what a connection can ask for. */
  begin(socket: Socket, request: IncomingMessage): Admission {
    const state = this.#states.get(socket);
    if (state === undefined || state.closing) return 'ignored';
    state.active += 1;
    state.request = request;
    return state.active === 1 ? 'admitted' : 'pipelined';
  }

  /** Notes that an answer is being written, right before its last byte. */
  end(socket: Socket, closing: boolean): void {
    const state = this.#states.get(socket);
    if (state === undefined) return;
    state.active -= 1;
    state.closing ||= closing;
    // Back to the end of the line: it has rested least.
    this.#states.delete(socket);
    this.#states.set(socket, state);
  }

  /**
   * True when bytes written now would be read as the answer to nothing else: no request is in flight, or its body is
   * still awaited. The connection then takes no further request.
   */
  takeOver(socket: Socket): boolean {
    const state = this.#states.get(socket);
    if (state === undefined || state.closing) return false;
    state.closing = true;
    return state.active === 0 || (state.active === 1 && state.request?.complete === false);
  }

  /** Closes every connection without a request in flight. */
  closeIdle(): void {
    for (const [socket, { active }] of this.#states) if (active === 0) socket.destroySoon();
  }

  /** Closes every connection, whatever it is doing. */
  closeAll(): void {
    for (const socket of this.#states.keys()) socket.destroy();
  }

  #closeOneIdle(): boolean {
    for (const [socket, { active }] of this.#states) {
      if (active > 0) continue;
      this.#states.delete(socket);
      socket.destroy();
      return true;
    }
    return false;
  }
}
