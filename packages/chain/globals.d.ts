/**
 * What every home has besides the language: signals that end work, UTF-8 (for `@cairn/protocol`) and queries of URLs (for
 * `@cairn/api`). None is a source of time, chance or data.
 */
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

declare const TextEncoder: new () => { encode(text: string): Uint8Array };
