/** Loads of HTTP servers, and the thread that sends them. */
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { once } from 'node:events';
import { Client, type Dispatcher } from 'undici';

/** One GET: path and query, and the entity tag of an earlier response. */
export interface Request {
  readonly path: string;
  readonly tag?: string;
}

/** What a thread is to send, again and again. */
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
/** Time at the start that is not counted, because server and connections warm up. */
const WARM_UP_MS = 300;

/** Puts a server under the load of browsers. @throws Error if any response has another status */
export async function load(
  seconds: number,
  base: string,
  requests: readonly Request[],
  options: Partial<Task> = {},
): Promise<Load> {
  const task: Task = {
    base,
    requests,
    headers: BROWSER_HEADERS,
    seconds,
    connections: 64,
    status: 200,
    ...options,
  };
  const [result] = await once(new Worker(new URL(import.meta.url), { workerData: task }), 'message');
  return result as Load;
}

/** Bodies are not decoded: a load generator that works harder than the server would measure itself. */
async function send({ base, requests, seconds, connections, headers, status }: Task): Promise<Load> {
  const share = Math.max(1, Math.floor(requests.length / connections));
  const began = performance.now() + WARM_UP_MS;
  const ends = began + seconds * 1_000;
  const latencies: number[] = [];
  let last = began;
  const sendOne = (client: Client, { path, tag }: Request): Promise<void> => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const sent = performance.now();
    const handler: Dispatcher.DispatchHandler = {
      onRequestStart: () => undefined,
      onResponseStart: (_controller, got) => {
        if (got !== status) reject(new Error(`${got} for ${path}`));
      },
      onResponseData: () => undefined,
      onResponseEnd: () => {
        const now = performance.now();
        if (now >= began) latencies.push((last = now) - sent);
        resolve();
      },
      onResponseError: (_controller, error) => reject(error),
    };
    const tagged = { ...headers, ...(tag !== undefined && { 'If-None-Match': tag }) };
    client.dispatch({ method: 'GET', path, headers: tagged }, handler);
    return promise;
  };
  const loadOn = async (connection: number): Promise<void> => {
    const client = new Client(base, { pipelining: 1 });
    const first = (connection * share) % requests.length;
    const own = requests.slice(first, first + share);
    for (let turn = 0; performance.now() < ends; turn += 1) await sendOne(client, own[turn % own.length]!);
    await client.close();
  };
  await Promise.all(Array.from({ length: connections }, (_, connection) => loadOn(connection)));
  const sorted = Float64Array.from(latencies).sort();
  const at = (quantile: number): number => sorted[Math.floor(sorted.length * quantile)] ?? NaN;
  return { rate: (1_000 * sorted.length) / (last - began), median: at(0.5), p99: at(0.99) };
}

if (!isMainThread) parentPort!.postMessage(await send(workerData as Task));
