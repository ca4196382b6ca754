import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startScript, waitForEnd } from '../child-process.ts';
import { processorSeconds } from './process-figures.ts';

/** Connections of every load. */
export const CONNECTIONS = 64;

/** Seconds at the start of a load that are not counted, because server and connections warm up. */
export const WARM_UP_SECONDS = 0.3;

/** Headers that a browser sends with each request of the website's scripts. */
export const BROWSER_HEADERS = { Origin: 'http://127.0.0.1:4321', 'Accept-Encoding': 'gzip, deflate, br' };

/** One GET. */
export interface Request {
  /** Path and query. */
  readonly path: string;
  /** `If-None-Match`. */
  readonly tag?: string;
}

/** The result of a load. */
export interface LoadResult {
  /** Answers a second. */
  readonly rate: number;
  /** Answers, including those that are not counted because they came while server and connections warmed up. */
  readonly answers: number;
  /** 99th percentile of the latency, in milliseconds. */
  readonly p99: number;
  /** Mean size of a body on the wire. */
  readonly meanBytes: number;
  /** Count of answers by status. */
  readonly statuses: Readonly<Record<string, number>>;
}

let files = 0;

/** Writes requests to a file for the load's process. @returns the file */
export function writeRequests(folder: string, requests: readonly Request[]): string {
  const file = join(folder, `requests-${(files += 1)}.json`);
  writeFileSync(file, JSON.stringify(requests));
  return file;
}

/** Answers a second, and answers for each second of the server's processor time. */
export interface ServerRate {
  readonly load: LoadResult;
  readonly perProcessorSecond: number;
}

/** As `load`, and measures the processor time of the server. @param pid of its process */
export async function loadProcess(
  server: { readonly base: string; readonly pid: number },
  file: string,
  seconds: number,
  status: number,
): Promise<ServerRate> {
  const before = processorSeconds(server.pid);
  const result = await load(server.base, file, seconds, status);
  return { load: result, perProcessorSecond: result.answers / (processorSeconds(server.pid) - before) };
}

/** Puts a server under load from a separate process. @throws Error if any answer has another status */
export async function load(base: string, file: string, seconds: number, status: number): Promise<LoadResult> {
  const argv = [base, file, String(CONNECTIONS), String(seconds)];
  const { output } = await waitForEnd(startScript('explorer/load-script.ts', argv));
  const result = JSON.parse(output) as LoadResult;
  const seen = Object.keys(result.statuses);
  if (seen.length !== 1 || seen[0] !== String(status)) {
    throw new Error(`expected answers ${status}, got ${JSON.stringify(result.statuses)} of ${file}`);
  }
  return result;
}
