import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startScript, type Server } from './programs.ts';

/** What the load's process is told. */
export interface LoadOrder {
  readonly port: number;
  /** Bytes of the request, as Latin-1. */
  readonly request: string;
  readonly connections: number;
  readonly seconds: number;
}

/** What came of a load. */
export interface LoadResult {
  /** Answers a second. */
  readonly rate: number;
  /** Milliseconds from the request to the whole answer. */
  readonly median: number;
  readonly p99: number;
}

/** Bytes of a GET that this server lets in. */
export function renderRequest({ headers }: Server, path: string): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`;
}

/** Puts a server under load, from a process of its own. @throws Error when any answer is not 200 */
export async function load(
  folder: string,
  server: Server,
  path: string,
  { connections, seconds }: Pick<LoadOrder, 'connections' | 'seconds'>,
): Promise<LoadResult> {
  const order: LoadOrder = { port: server.port, request: renderRequest(server, path), connections, seconds };
  const file = join(folder, 'load.json');
  writeFileSync(file, JSON.stringify(order));
  return JSON.parse(await startScript('load-script.ts', [file]).ended) as LoadResult;
}
