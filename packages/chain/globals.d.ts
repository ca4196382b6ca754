/** What every home has besides the language: signals that end work, text as UTF-8, URLs, and the values of `fetch`. None is a source of time, chance or data. */
interface AbortSignal {
  readonly aborted: boolean;
  readonly reason: unknown;
  throwIfAborted(): void;
  addEventListener(type: 'abort', listener: () => void, options?: { readonly once?: boolean }): void;
}
declare const AbortSignal: { any(signals: readonly AbortSignal[]): AbortSignal };

interface AbortController {
  readonly signal: AbortSignal;
  abort(reason?: unknown): void;
}
declare const AbortController: new () => AbortController;

declare const URLSearchParams: new (query: string) => Iterable<[name: string, value: string]>;

declare const TextEncoder: new () => { encode(text: string): Uint8Array<ArrayBuffer> };
declare const TextDecoder: new (
  label: 'utf-8',
  options: { readonly fatal: boolean },
) => { decode(bytes: Uint8Array): string };

interface URL {
  readonly hostname: string;
  readonly pathname: string;
  readonly search: string;
}
declare const URL: new (url: string) => URL;

interface RequestInit {
  readonly method?: string;
}
interface Request {
  readonly url: string;
  readonly method: string;
  readonly headers: Iterable<[name: string, value: string]>;
  readonly signal: AbortSignal;
  arrayBuffer(): Promise<ArrayBuffer>;
}
declare const Request: new (input: string | URL | Request, init?: RequestInit) => Request;

interface Response {
  readonly status: number;
}
declare const Response: new (
  body: Uint8Array | ReadableStream<Uint8Array> | null,
  init: { readonly status: number; readonly headers: Readonly<Record<string, string>> },
) => Response;

interface ReadableStreamDefaultController<Chunk> {
  /** Bytes that the stream still takes before it is full; negative above that. */
  readonly desiredSize: number | null;
  enqueue(chunk: Chunk): void;
  close(): void;
  error(reason?: unknown): void;
}
interface ReadableStream<Chunk> {
  cancel(reason?: unknown): Promise<void>;
  getReader(): { read(): Promise<{ readonly done: boolean; readonly value: Chunk | undefined }> };
}
declare const ReadableStream: new <Chunk>(
  source: {
    start?(controller: ReadableStreamDefaultController<Chunk>): void;
    pull?(controller: ReadableStreamDefaultController<Chunk>): Promise<void>;
    cancel?(): void | Promise<void>;
  },
  strategy?: { readonly highWaterMark: number; size(chunk: Chunk): number },
) => ReadableStream<Chunk>;
