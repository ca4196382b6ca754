import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startScript } from '../child-process.ts';
import type { Request } from './load.ts';

/** What the bare server says to everything. */
export interface BareAnswer {
  readonly status: number;
  /** Those of the node's answer, but the length and what `node:http` sets by itself. */
  readonly headers: Readonly<Record<string, string>>;
  /** Of the body: the mean of the node's. */
  readonly bytes: number;
}

const OWN_HEADERS = new Set(['content-length', 'date', 'connection', 'keep-alive']);
/** How many of a stage's answers are looked at. */
const SAMPLE = 64;

/** A bare server that runs. */
export interface BareServer {
  readonly base: string;
  stop(): Promise<void>;
}

/** Learns from the node's own answers what the bare server has to give, and starts it. */
export async function startBareServer(
  folder: string,
  node: string,
  requests: readonly Request[],
): Promise<BareServer> {
  const file = join(folder, 'bare-answer.json');
  writeFileSync(file, JSON.stringify(await learnAnswer(node, requests)));
  const server = startScript('explorer/bare-script.ts', [file]);
  const [, port] = await server.line(/port (\d+)/);
  return { base: `http://127.0.0.1:${port}`, stop: () => server.stop() };
}

async function learnAnswer(node: string, requests: readonly Request[]): Promise<BareAnswer> {
  const step = Math.max(1, Math.floor(requests.length / SAMPLE));
  const sample = requests.filter((_, index) => index % step === 0);
  let bytes = 0;
  let answer: BareAnswer | undefined;
  for (const { path, tag } of sample) {
    const response = await fetch(`${node}${path}`, {
      headers: { 'Accept-Encoding': 'identity', ...(tag !== undefined && { 'If-None-Match': tag }) },
    });
    bytes += (await response.arrayBuffer()).byteLength;
    const headers = Object.fromEntries([...response.headers].filter(([name]) => !OWN_HEADERS.has(name)));
    answer = { status: response.status, headers, bytes: Math.round(bytes / sample.length) };
  }
  if (answer === undefined) throw new Error('there is nothing to ask for');
  return answer;
}
