import autocannon, { type Result } from 'autocannon';
import type { Server } from './programs.ts';

export interface LoadOptions {
  /** Number of connections; each sends the next request as soon as it gets an answer. */
  readonly connections: number;
  /** Duration of the measurement, which begins after the warm-up. */
  readonly seconds: number;
}

export interface LoadResult {
  /** Answers per second. */
  readonly rate: number;
  /** Median time from a request to its whole answer, in milliseconds. */
  readonly median: number;
}

/** Milliseconds of warm-up, during which answers are not counted. */
const WARM_UP = 300;

/** Sends GET requests to a server with autocannon. @throws Error if a request fails or an answer's status is not 2xx */
export async function load(server: Server, path: string, options: LoadOptions): Promise<LoadResult> {
  const url = `http://127.0.0.1:${server.port}${path}`;
  const { connections, seconds } = options;
  const duration = WARM_UP / 1_000 + seconds;
  const settings = { url, connections, duration, headers: { ...server.headers }, sampleInt: 100 };
  const { promise, resolve, reject } = Promise.withResolvers<Result>();
  const run = autocannon(settings, (error: Error | null, result: Result) =>
    error === null ? resolve(result) : reject(error),
  );
  const began = performance.now();
  // Autocannon's own histogram counts whole milliseconds, which is too coarse.
  const latencies: number[] = [];
  let last = WARM_UP;
  run.on('response', (_client, _status, _bytes, milliseconds) => {
    const now = performance.now() - began;
    if (now < WARM_UP) return;
    last = now;
    latencies.push(milliseconds);
  });
  const { errors, non2xx } = await promise;
  if (errors + non2xx > 0)
    throw new Error(`${errors} errors, ${non2xx} answers with another status than 2xx for ${path}`);
  return { rate: (1_000 * latencies.length) / (last - WARM_UP), median: median(latencies) };
}

/** The median, the upper one of an even number of values; NaN without values. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}
