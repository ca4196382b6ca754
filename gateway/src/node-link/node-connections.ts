import type { Stop } from '../stop.ts';
import type { NodeAnswer } from './answer-reader.ts';
import { ExchangeError } from './exchange-error.ts';
import { NodeConnection, type NodeAddress } from './node-connection.ts';

/** Why a request is given up. */
export type StopReason = 'deadline' | 'gone';

interface Task {
  readonly bytes: string;
  readonly stop: Stop<StopReason>;
  readonly resolve: (answer: NodeAnswer) => void;
  readonly reject: (error: ExchangeError) => void;
}

/** The connections to the node that reads share, and a new one for each request that may not share any. */
export class NodeConnections {
  readonly #node: NodeAddress;
  readonly #maximum: number;
  readonly #maxAnswerBytes: number;
  readonly #shared = new Set<NodeConnection>();
  readonly #alone = new Set<NodeConnection>();
  /** The one that rested least comes first: the others may be closing. */
  readonly #idle: NodeConnection[] = [];
  readonly #waiting: Task[] = [];

  /** @param maximum connections that are shared; further requests wait */
  constructor(node: NodeAddress, maximum: number, maxAnswerBytes: number) {
    this.#node = node;
    this.#maximum = maximum;
    this.#maxAnswerBytes = maxAnswerBytes;
  }

  /**
   * Sends a request on a shared connection.
   * @throws ExchangeError, when it is called off too
   */
  ask(bytes: string, stop: Stop<StopReason>): Promise<NodeAnswer> {
    return new Promise((resolve, reject) => {
      const task: Task = { bytes, stop, resolve, reject };
      const connection = this.#takeIdle() ?? (this.#shared.size < this.#maximum ? this.#open() : undefined);
      if (connection !== undefined) this.#start(connection, task);
      else this.#wait(task);
    });
  }

  /** Sends a request on a connection of its own, which ends with it. */
  askAlone(bytes: string, stop: Stop<StopReason>): Promise<NodeAnswer> {
    return new Promise((resolve, reject) => {
      const end = (): void => connection.destroy();
      const forget = (over: NodeConnection): void => void this.#alone.delete(over);
      const connection = new NodeConnection(this.#node, this.#maxAnswerBytes, forget);
      this.#alone.add(connection);
      const done = (answer: NodeAnswer): void => {
        end();
        resolve(answer);
      };
      this.#start(connection, { bytes, stop, resolve: done, reject });
    });
  }

  /** Ends all of them; whoever waits is told. */
  close(): void {
    for (const { reject } of this.#waiting.splice(0)) reject(calledOff());
    for (const connection of [...this.#shared, ...this.#alone]) connection.destroy();
  }

  #start(connection: NodeConnection, { bytes, stop, resolve, reject }: Task): void {
    stop.listen(() => {
      connection.destroy();
      reject(calledOff());
    });
    if (stop.reason !== undefined) return;
    connection.ask(bytes, {
      answered: (answer) => {
        stop.listen(undefined);
        resolve(answer);
        this.#rest(connection);
      },
      failed: (error) => {
        stop.listen(undefined);
        reject(error);
      },
    });
  }

  #wait(task: Task): void {
    this.#waiting.push(task);
    task.stop.listen(() => {
      this.#waiting.splice(this.#waiting.indexOf(task), 1);
      task.reject(calledOff());
    });
  }

  #rest(connection: NodeConnection): void {
    if (!connection.isFree) return;
    const next = this.#waiting.shift();
    if (next === undefined) this.#idle.push(connection);
    else this.#start(connection, next);
  }

  #takeIdle(): NodeConnection | undefined {
    for (let connection = this.#idle.pop(); connection !== undefined; connection = this.#idle.pop()) {
      if (connection.isFree) return connection;
    }
    return undefined;
  }

  #open(): NodeConnection {
    const connection = new NodeConnection(this.#node, this.#maxAnswerBytes, (over) => this.#forget(over));
    this.#shared.add(connection);
    return connection;
  }

  /** A place is free: whoever waits gets a new connection. */
  #forget(connection: NodeConnection): void {
    if (!this.#shared.delete(connection)) return;
    const at = this.#idle.indexOf(connection);
    if (at !== -1) this.#idle.splice(at, 1);
    const next = this.#waiting.shift();
    if (next !== undefined) this.#start(this.#open(), next);
  }
}

function calledOff(): ExchangeError {
  return new ExchangeError('node_unreachable', 'called off');
}
