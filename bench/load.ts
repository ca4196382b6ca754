/** Loads of HTTP servers, which a separate process sends (`scripts/load.ts`). */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Bench } from './frame.ts';
import { runScript } from './programs.ts';

/** One GET: path and query, and the entity tag of an earlier response. */
export interface Request {
  readonly path: string;
  readonly tag?: string;
}

/** What `scripts/load.ts` is to do. */
export interface Task {
  readonly base: string;
  readonly requests: readonly Request[];
  readonly headers: Readonly<Record<string, string>>;
  readonly seconds: number;
  /** Connections; each sends the next request when it has the response, a share of the requests in turn. */
  readonly connections: number;
  /** The status of every response. */
  readonly status: number;
}

export interface Load {
  /** Responses a second. */
  readonly rate: number;
  /** Latencies in milliseconds. */
  readonly median: number;
  readonly p99: number;
}

/** Headers that a browser sends with each request of the website's scripts. */
export const BROWSER_HEADERS = { Origin: 'http://127.0.0.1:4321', 'Accept-Encoding': 'gzip, deflate, br' };

/** Puts a server under the load of browsers. @throws Error if any response has another status */
export async function load(
  { folder, numbers }: Pick<Bench<string, 'seconds'>, 'folder' | 'numbers'>,
  base: string,
  requests: readonly Request[],
  options: Partial<Task> = {},
): Promise<Load> {
  const file = join(folder(), 'task.json');
  const { seconds } = numbers;
  const task: Task = {
    base,
    requests,
    headers: BROWSER_HEADERS,
    seconds,
    connections: 64,
    status: 200,
    ...options,
  };
  writeFileSync(file, JSON.stringify(task));
  return JSON.parse((await runScript('load.ts', file)).output) as Load;
}
