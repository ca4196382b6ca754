import type { EventSourceLike } from '@cairn/api/unchecked';

type Listener = Parameters<EventSourceLike['addEventListener']>[1];

const RETRY_MS = 1_000;
const OPEN = 1;
const CLOSED = 2;

/**
 * The part of the standard `EventSource` that the SDK uses, over `fetch`, for Node, which has none. It reconnects to a broken stream with
 * the ID of the last event; after an error answer it is closed, like the standard's.
 */
export function eventSourceOver(fetch: typeof globalThis.fetch): new (url: string) => EventSourceLike {
  return class implements EventSourceLike {
    readyState = 0;
    readonly #url: string;
    readonly #listeners = new Map<string, Listener[]>();
    readonly #stop = new AbortController();
    #lastId = '';

    constructor(url: string) {
      this.#url = url;
      void this.#follow();
    }

    addEventListener(type: string, listener: Listener): void {
      this.#listeners.set(type, [...(this.#listeners.get(type) ?? []), listener]);
    }

    close(): void {
      this.readyState = CLOSED;
      this.#stop.abort();
    }

    #dispatch(type: string, data?: string): void {
      for (const listener of this.#listeners.get(type) ?? []) listener({ data });
    }

    async #follow(): Promise<void> {
      while (this.readyState !== CLOSED) {
        await this.#read().catch(() => undefined); // a broken connection
        if (this.#stop.signal.aborted) return;
        this.#dispatch('error');
        if (this.readyState === CLOSED) return;
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS * (0.5 + Math.random())));
      }
    }

    /** Reads one connection to its end. An error answer closes the source. */
    async #read(): Promise<void> {
      this.readyState = 0;
      const headers = { accept: 'text/event-stream', ...(this.#lastId && { 'last-event-id': this.#lastId }) };
      const response = await fetch(this.#url, { headers, signal: this.#stop.signal });
      const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
      if (!response.ok || !isStream || response.body === null) {
        this.readyState = CLOSED;
        return;
      }
      this.readyState = OPEN;
      this.#dispatch('open');
      let text = '';
      for await (const part of response.body.pipeThrough(new TextDecoderStream())) {
        const blocks = `${text}${part}`.split('\n\n');
        text = blocks.pop()!;
        for (const block of blocks) this.#dispatchBlock(block);
      }
      this.readyState = 0;
    }

    #dispatchBlock(block: string): void {
      const fields = new Map(
        block.split('\n').map((line) => [line.split(':', 1)[0]!, line.replace(/^[^:]*: ?/, '')]),
      );
      this.#lastId = fields.get('id') ?? this.#lastId;
      const data = fields.get('data');
      if (data !== undefined) this.#dispatch(fields.get('event') ?? 'message', data);
    }
  };
}
