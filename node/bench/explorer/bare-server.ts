import { deepStrictEqual } from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { get as httpGet, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { startScript } from '../child-process.ts';
import { coreCopyOf, type ExplorerBench } from './explorer-bench.ts';
import { BROWSER_HEADERS, type Request } from './load.ts';
import { get } from './targets.ts';

/** The bare `node:http` server's answer to every request. */
export interface BareAnswer {
  readonly status: number;
  /** Those of the node's answer, but the length and those that `node:http` sets by itself. */
  readonly headers: Readonly<Record<string, string>>;
  /** A body of the node's as it is on the wire, of median length, in base64: clients take longer for compressed bytes. */
  readonly body: string;
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
  return startServer('bare-script.ts', [file]);
}

/** Starts a bare Express server that reads, once it is seen to answer as the node does. */
export async function startBareExpress(
  bench: ExplorerBench,
  node: string,
  requests: readonly Request[],
): Promise<BareServer> {
  const server = await startServer('bare-express-script.ts', [bench.directory, coreCopyOf(bench)]);
  for (const { path } of sampleOf(requests)) {
    const [bare, own] = await Promise.all([get(`${server.base}${path}`), get(`${node}${path}`)]);
    deepStrictEqual(bare, own, `the bare server gives something else for ${path}`);
  }
  return server;
}

async function startServer(script: string, argv: readonly string[]): Promise<BareServer> {
  const server = startScript(`explorer/${script}`, argv);
  const [, port] = await server.line(/port (\d+)/);
  return { base: `http://127.0.0.1:${port}`, stop: () => server.stop() };
}

async function learnAnswer(node: string, requests: readonly Request[]): Promise<BareAnswer> {
  const sample = sampleOf(requests);
  const answers: Awaited<ReturnType<typeof answerOf>>[] = [];
  for (const { path, tag } of sample) {
    // Twice: the second answer is the well compressed one, which is given from then on.
    await answerOf(`${node}${path}`, tag);
    answers.push(await answerOf(`${node}${path}`, tag));
  }
  const typical = answers.toSorted((a, b) => a.body.length - b.body.length)[answers.length >> 1];
  if (typical === undefined) throw new Error('there is nothing to ask for');
  const headers = Object.entries(typical.headers).filter(([name]) => !OWN_HEADERS.has(name));
  return {
    status: typical.status,
    headers: Object.fromEntries(headers.map(([name, value]) => [name, String(value)])),
    body: typical.body.toString('base64'),
  };
}

async function answerOf(url: string, tag: string | undefined) {
  const headers = { ...BROWSER_HEADERS, ...(tag !== undefined && { 'If-None-Match': tag }) };
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    httpGet(url, { headers }, resolve).on('error', reject);
  });
  const body = Buffer.concat(await response.toArray());
  return { status: response.statusCode!, headers: response.headers, body };
}

function sampleOf(requests: readonly Request[]): readonly Request[] {
  const step = Math.max(1, Math.floor(requests.length / SAMPLE));
  return requests.filter((_, index) => index % step === 0);
}
