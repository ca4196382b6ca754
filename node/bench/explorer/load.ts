import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startScript, waitForEnd } from '../child-process.ts';

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
  /** 99th percentile of the latency, in milliseconds. */
  readonly p99: number;
  /** Mean size of an answer on the wire, including its head. */
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
