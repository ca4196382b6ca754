import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An alteration of some of the API's answers with status 200. */
export interface Lie {
  /** Selects the answers by path and query. */
  readonly where: RegExp;
  /** Changes the JSON in place. */
  // oxlint-disable-next-line typescript/no-explicit-any -- a lie may change any field of any shape
  readonly json?: (body: any, path: string) => void;
  /** Changes the bytes in place. */
  readonly bytes?: (body: Uint8Array) => void;
  /** Breaks the connection instead of answering. */
  readonly breaks?: boolean;
}

/** Proxy between website and node that alters answers; without a lie it forwards bodies unchanged. */
export class LyingProxy {
  lie: Lie | undefined;
  readonly #server: Server;
  /** Origin of the API itself. */
  readonly #target: string;

  private constructor(target: string) {
    this.#target = target;
    this.#server = createServer((incoming, outgoing) => this.#forward(incoming, outgoing));
  }

  /** Listens on a free port. @param target origin of the API itself */
  static async start(target: string): Promise<LyingProxy> {
    const proxy = new LyingProxy(target);
    await new Promise<void>((resolve) => proxy.#server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  /** Origin that the website uses as its API. */
  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Breaks all connections, event streams included. */
  cut(): void {
    this.#server.closeAllConnections();
  }

  close(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((resolve, reject) =>
      this.#server.close((error) => (error ? reject(error) : resolve())),
    );
  }

  #forward(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const path = incoming.url ?? '/';
    const lie = this.lie?.where.test(path) === true ? this.lie : undefined;
    if (lie?.breaks === true) {
      outgoing.destroy();
      return;
    }
    // Request an uncompressed answer, and never a 304, for which the browser would show its unaltered copy.
    const { 'accept-encoding': _encoding, 'if-none-match': _tag, ...headers } = incoming.headers;
    const onward = request(this.#target + path, { method: incoming.method!, headers }, (answer) => {
      const { etag: _etag, 'cache-control': _cache, 'content-length': length, ...kept } = answer.headers;
      const status = answer.statusCode ?? 502;
      if (lie === undefined) {
        outgoing.writeHead(status, {
          ...kept,
          ...(length === undefined ? {} : { 'content-length': length }),
          'cache-control': 'no-store',
        });
        answer.pipe(outgoing);
        outgoing.on('close', () => answer.destroy());
        return;
      }
      void answerWith(answer, lie, path).then((body) =>
        outgoing.writeHead(status, { ...kept, 'cache-control': 'no-store' }).end(body),
      );
    });
    onward.on('error', () => {
      if (!outgoing.headersSent) outgoing.writeHead(502);
      outgoing.end();
    });
    incoming.pipe(onward);
  }
}

async function answerWith(
  answer: IncomingMessage,
  { json, bytes }: Lie,
  path: string,
): Promise<Uint8Array | string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of answer) chunks.push(chunk as Uint8Array);
  const body = Buffer.concat(chunks);
  if (answer.statusCode !== 200) return body;
  if (json === undefined) {
    bytes?.(body);
    return body;
  }
  const parsed: unknown = JSON.parse(body.toString());
  json(parsed, path);
  return JSON.stringify(parsed);
}
