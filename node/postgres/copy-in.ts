import type { Writable } from 'node:stream';
import type pg from 'pg';

/** The part of pg's connection that COPY needs; pg drives it, but has no COPY of its own. */
interface WireConnection {
  query(text: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(message: string): void;
  readonly stream: Pick<Writable, 'writableNeedDrain' | 'destroyed' | 'once'>;
}

type Chunks = Iterable<Buffer>;

/** Lets the server take what was sent, so that memory stays bounded and both sides work at once. */
function drained({ stream }: WireConnection): Promise<void> {
  return new Promise((resolve) => {
    if (stream.writableNeedDrain) {
      stream.once('drain', resolve);
      stream.once('close', resolve);
    } else {
      setImmediate(resolve);
    }
  });
}

/** `COPY … FROM STDIN` as a query that pg's client can be given. */
class CopyIn {
  readonly #text: string;
  readonly #chunks: Chunks;
  readonly #settle: (error?: Error) => void;
  #failure: Error | undefined;

  constructor(text: string, chunks: Chunks, settle: (error?: Error) => void) {
    this.#text = text;
    this.#chunks = chunks;
    this.#settle = settle;
  }

  submit(connection: WireConnection): void {
    connection.query(this.#text);
  }

  handleCopyInResponse(connection: WireConnection): void {
    this.#send(connection).catch((error: Error) => {
      this.#failure = error;
      connection.sendCopyFail(error.message);
    });
  }

  async #send(connection: WireConnection): Promise<void> {
    for (const chunk of this.#chunks) {
      if (connection.stream.destroyed) return; // the client tells `handleError`
      connection.sendCopyFromChunk(chunk);
      await drained(connection);
    }
    connection.endCopyFrom();
  }

  handleError(error: Error): void {
    this.#settle(this.#failure ?? error);
  }

  handleReadyForQuery(): void {
    this.#settle(this.#failure);
  }

  handleCommandComplete(): void {}
  handleRowDescription(): void {}
  handleDataRow(): void {}
}

/**
 * Sends rows in the form that the statement names.
 * @param text `COPY … FROM STDIN …`
 * @param chunks the rows; made while the server takes those before
 * @throws what making a chunk throws, or the server's error
 */
export function copyIn(client: pg.Client, text: string, chunks: Chunks): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (error?: Error): void => (error === undefined ? resolve() : reject(error));
    client.query(new CopyIn(text, chunks, settle) as unknown as pg.Submittable);
  });
}
