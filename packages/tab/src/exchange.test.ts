import { describe, expect, it } from 'vitest';
import { ask, respondOver } from './exchange.ts';

type Respond = Parameters<typeof respondOver>[1];

/** Asks over a port, as a worker's `postMessage` would pass it on. */
const exchange = (respond: Respond, signal?: AbortSignal): Promise<Response> =>
  ask((port) => void respondOver(port, respond), signal);

/** A stream of the texts, and what becomes of it. */
function streamOf(texts: readonly string[], onCancel = (): void => undefined): Respond {
  const left = texts.map((text) => new TextEncoder().encode(text));
  return async () => ({
    status: 200,
    headers: { 'content-type': 'text/event-stream' },
    body: new ReadableStream<Uint8Array>({
      pull: (controller) => {
        const next = left.shift();
        if (next !== undefined) controller.enqueue(next);
        else if (texts.at(-1) === 'end') controller.close();
        else return new Promise(() => undefined);
        return undefined;
      },
      cancel: onCancel,
    }),
  });
}

describe('a response over a port', () => {
  it('has the status, headers and bytes of the chain', async () => {
    const headers = { etag: '"1"' };
    const response = await exchange(async () => ({ status: 404, headers, body: Uint8Array.of(1, 2, 3) }));
    expect([response.status, response.headers.get('etag'), [...(await response.bytes())]]).toEqual([
      404,
      '"1"',
      [1, 2, 3],
    ]);
    expect((await exchange(async () => ({ status: 304, headers, body: new Uint8Array() }))).status).toBe(304);
  });

  it('streams to its end', async () => {
    const response = await exchange(streamOf(['a', 'b', 'end']));
    expect(await response.text()).toBe('abend');
  });

  it('fails as fetch does where there is none', async () => {
    await expect(exchange(() => Promise.reject(new Error('it is away')))).rejects.toThrow(
      new TypeError('fetch failed: it is away'),
    );
  });

  it('ends in the chain when its reader goes, by cancel or by the signal of the request', async () => {
    for (const leave of ['cancel', 'abort']) {
      const ended = Promise.withResolvers<void>();
      const request = new AbortController();
      const response = await exchange(streamOf(['a'], ended.resolve), request.signal);
      const reader = response.body!.getReader();
      expect((await reader.read()).value).toEqual(Uint8Array.of(97));
      const rest = reader.read().catch((error: unknown) => error);
      if (leave === 'cancel') await reader.cancel();
      else request.abort(new Error('given up'));
      await ended.promise;
      if (leave === 'abort') expect(await rest).toEqual(new Error('given up'));
    }
  });

  it('is given up with its request', async () => {
    const request = new AbortController();
    const seen = Promise.withResolvers<AbortSignal>();
    const call = exchange(async (signal) => {
      seen.resolve(signal);
      return new Promise(() => undefined);
    }, request.signal);
    const signal = await seen.promise;
    const aborted = new Promise((resolve) => signal.addEventListener('abort', resolve));
    request.abort(new Error('given up'));
    await expect(call).rejects.toThrow('given up');
    await aborted;
  });
});
