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
  /** The headers of the node's answer, except the length and those that `node:http` sets itself. */
  readonly headers: Readonly<Record<string, string>>;
  /** The node's body of median length, compressed because clients need time to decompress it; in base64. */
  readonly body: string;
}

const OWN_HEADERS = new Set(['content-length', 'date', 'connection', 'keep-alive']);
/** Number of answers of a stage that are examined. */
const SAMPLE = 64;

/** A running bare server. */
export interface BareServer {
  readonly base: string;
  readonly pid: number;
  stop(): Promise<void>;
}

/** Starts the bare server with a typical answer of the node. */
export async function startBareServer(
  folder: string,
  node: string,
  requests: readonly Request[],
): Promise<BareServer> {
  const file = join(folder, 'bare-answer.json');
  writeFileSync(file, JSON.stringify(await readTypicalAnswer(node, requests)));
  return startServer('bare-script.ts', [file]);
}

/** Starts the bare Express server that reads the node's stores, and checks that its answers equal the node's. */
export async function startBareExpress(
  bench: ExplorerBench,
  node: string,
  requests: readonly Request[],
): Promise<BareServer> {
  const server = await startServer('bare-express-script.ts', [bench.directory, coreCopyOf(bench)]);
  for (const { path } of sampleOf(requests)) {
    const [bare, own] = await Promise.all([get(`${server.base}${path}`), get(`${node}${path}`)]);
    deepStrictEqual(bare, own, `the bare server answers differently for ${path}`);
  }
  return server;
}

async function startServer(script: string, argv: readonly string[]): Promise<BareServer> {
  const server = startScript(`explorer/${script}`, argv);
  const [, port] = await server.line(/port (\d+)/);
  return { base: `http://127.0.0.1:${port}`, pid: server.child.pid!, stop: () => server.stop() };
}

async function readTypicalAnswer(node: string, requests: readonly Request[]): Promise<BareAnswer> {
  const sample = sampleOf(requests);
  const answers: Awaited<ReturnType<typeof answerOf>>[] = [];
  for (const { path, tag } of sample) {
    // Twice, because only the second and later answers are well compressed.
    await answerOf(`${node}${path}`, tag);
    answers.push(await answerOf(`${node}${path}`, tag));
  }
  const typical = answers.toSorted((a, b) => a.body.length - b.body.length)[answers.length >> 1];
  if (typical === undefined) throw new Error('there are no requests');
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
