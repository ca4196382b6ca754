import { connect, type Socket } from 'node:net';
import { AnswerReader, type NodeAnswer } from './answer-reader.ts';
import { ExchangeError } from './exchange-error.ts';

/** Where the node's RPC listens: a loopback address. */
export interface NodeAddress {
  readonly host: string;
  readonly port: number;
}

/** Who is told what came of a request. */
export interface Listener {
  answered(answer: NodeAnswer): void;
  failed(error: ExchangeError): void;
}

/** One connection to the node: one request at a time, and nothing of it is used again after anything odd. */
export class NodeConnection {
  readonly #socket: Socket;
  readonly #maxAnswerBytes: number;
  readonly #whenOver: (connection: NodeConnection) => void;
  #listener: Listener | undefined;
  #reader: AnswerReader | undefined;
  #hasAnswered = false;

  /**
   * @param maxAnswerBytes of a body
   * @param whenOver called once when the connection cannot be used any more
   */
  constructor(node: NodeAddress, maxAnswerBytes: number, whenOver: (connection: NodeConnection) => void) {
    this.#maxAnswerBytes = maxAnswerBytes;
    this.#whenOver = whenOver;
    this.#socket = connect({ host: node.host, port: node.port, noDelay: true });
    this.#socket.on('data', (chunk: Buffer) => this.#take(chunk));
    this.#socket.on('error', (error: NodeJS.ErrnoException) => this.#end(error.code ?? error.name));
    this.#socket.on('end', () => this.#end('closed'));
    this.#socket.on('close', () => this.#end('closed'));
  }

  /** Whether another request may go out on it. */
  get isFree(): boolean {
    return this.#listener === undefined && !this.#socket.destroyed;
  }

  /** Sends a request. @param bytes all of it, as Latin-1 */
  ask(bytes: string, listener: Listener): void {
    this.#listener = listener;
    this.#reader = new AnswerReader(this.#maxAnswerBytes);
    this.#socket.write(bytes, 'latin1');
  }

  /** Ends it, whatever it is doing; nobody is told of an answer any more. */
  destroy(): void {
    this.#listener = undefined;
    this.#socket.destroy();
    this.#whenOver(this);
  }

  #take(chunk: Buffer): void {
    const listener = this.#listener;
    // Nobody asked: what was said is not kept for the next one who does.
    if (listener === undefined) return this.destroy();
    try {
      const answer = this.#reader!.take(chunk);
      if (answer === undefined) return;
      this.#finish();
      listener.answered(answer);
    } catch (error) {
      if (!(error instanceof ExchangeError)) throw error;
      this.destroy();
      listener.failed(error);
    }
  }

  #finish(): void {
    const { closes } = this.#reader!;
    this.#listener = undefined;
    this.#reader = undefined;
    this.#hasAnswered = true;
    if (closes) this.destroy();
  }

  #end(reason: string): void {
    const listener = this.#listener;
    const stale = this.#hasAnswered && this.#reader?.hasBegun === false;
    this.destroy();
    listener?.failed(new ExchangeError('node_unreachable', reason, stale));
  }
}
