/**
 * A request and its response over a message port, from any page or worker to the worker of the chain. A body of bytes comes with the
 * head. A stream, such as that of events, comes in chunks, each when the reader asks for it: not every browser can transfer streams.
 */

/** The first message of a response. */
interface Head {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** `undefined` of a stream, whose chunks follow. */
  readonly body: Uint8Array<ArrayBuffer> | undefined;
}

/** A part of a stream, or its end. */
type Chunk = Uint8Array | 'end';

/** There is no response, as if a server were away; or a stream breaks. */
interface Failure {
  readonly failed: string;
}

/** What the reader posts: it takes another chunk, or no more. */
type Wish = 'next' | 'cancel';

/** Statuses of responses without a body. */
const BODILESS = new Set([204, 304]);

/**
 * Asks the chain.
 * @param post sends the request with this port
 * @param signal ends the request, and a stream that is its response
 * @throws TypeError, as `fetch` does, if there is no response; the signal's reason
 * @example
 * const response = await ask((port) => shell.postMessage(request, [port]), event.request.signal);
 */
export async function ask(post: (port: MessagePort) => void, signal?: AbortSignal): Promise<Response> {
  signal?.throwIfAborted();
  const { port1: port, port2 } = new MessageChannel();
  let waiting = Promise.withResolvers<Head | Chunk | Failure>();
  const next = async <Message extends Head | Chunk>(): Promise<Message> => {
    const message = await waiting.promise;
    if (typeof message === 'object' && 'failed' in message)
      throw new TypeError(`fetch failed: ${message.failed}`);
    return message as Message;
  };
  const end = (reason: unknown): void => {
    waiting.reject(reason);
    port.postMessage('cancel' satisfies Wish);
    port.close();
  };
  port.addEventListener('message', ({ data }: MessageEvent<Head | Chunk | Failure>) => waiting.resolve(data));
  port.start();
  signal?.addEventListener('abort', () => end(signal.reason), { once: true });
  post(port2);
  const { status, headers, body } = await next<Head>();
  if (body !== undefined) {
    port.close();
    return new Response(BODILESS.has(status) ? null : body, { status, headers });
  }
  const chunks = new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        waiting = Promise.withResolvers();
        signal?.throwIfAborted();
        port.postMessage('next' satisfies Wish);
        const chunk = await next<Chunk>();
        if (chunk !== 'end') return controller.enqueue(chunk);
        controller.close();
        port.close();
      },
      cancel: end,
    },
    { highWaterMark: 0 },
  );
  return new Response(chunks, { status, headers });
}

/** A response as the chain makes it; its bytes are transferred. */
interface OwnedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>;
}

/**
 * Sends the response to a request that came with a port, and ends with it.
 * @param respond its signal is aborted once the asker is gone
 */
export async function respondOver(
  port: MessagePort,
  respond: (signal: AbortSignal) => Promise<OwnedResponse>,
): Promise<void> {
  const gone = new AbortController();
  const { signal } = gone;
  let wish = Promise.withResolvers<void>();
  port.addEventListener('message', ({ data }: MessageEvent<Wish>) =>
    data === 'cancel' ? gone.abort() : wish.resolve(),
  );
  port.addEventListener('close', () => gone.abort()); // in browsers that have the event: the asker has ended
  signal.addEventListener('abort', () => wish.resolve(), { once: true });
  port.start();
  try {
    const { status, headers, body } = await respond(signal);
    if (body instanceof Uint8Array)
      return port.postMessage({ status, headers, body } satisfies Head, [body.buffer]);
    port.postMessage({ status, headers, body: undefined } satisfies Head);
    const reader = body.getReader();
    // A stream that the signal has ended cannot be cancelled any more.
    signal.addEventListener('abort', () => void reader.cancel().catch(() => undefined), { once: true });
    for (;;) {
      await wish.promise;
      if (signal.aborted) return;
      wish = Promise.withResolvers();
      const { value = 'end' } = await reader.read();
      port.postMessage(value satisfies Chunk);
      if (value === 'end') return;
    }
  } catch (error) {
    port.postMessage({ failed: (error as Error).message } satisfies Failure);
  }
}
