import { deepStrictEqual } from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startScript } from '../child-process.ts';
import { coreCopyOf, type ExplorerBench } from './explorer-bench.ts';
import type { Request } from './load.ts';
import { get } from './targets.ts';

/** What the bare server says to everything. */
export interface BareAnswer {
  readonly status: number;
  /** Those of the node's answer, but the length and what `node:http` sets by itself. */
  readonly headers: Readonly<Record<string, string>>;
  /** Of the body: the mean of the node's. */
  readonly bytes: number;
}

/** What a bare server needs that reads what it is asked for. */
export interface BareReads {
  readonly headers: BareAnswer['headers'];
  /** Data directory of the node, which may run: its block files and its index are read. */
  readonly directory: string;
  /** A copy of its `core/`: LevelDB lets one process in. */
  readonly core: string;
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
  return startServer('bare-script.ts', join(folder, 'bare-answer.json'), await learnAnswer(node, requests));
}

/** Starts a bare server that reads what it is asked for, once it is seen to give what the node gives. */
export async function startBareReads(
  bench: ExplorerBench,
  node: string,
  requests: readonly Request[],
): Promise<BareServer> {
  const { headers } = await learnAnswer(node, requests);
  const needs: BareReads = { headers, directory: bench.directory, core: coreCopyOf(bench) };
  const server = await startServer('bare-reads-script.ts', join(bench.exchange, 'bare-reads.json'), needs);
  for (const { path } of sampleOf(requests)) {
    const [bare, own] = await Promise.all([get(`${server.base}${path}`), get(`${node}${path}`)]);
    deepStrictEqual(bare, own, `the bare server gives something else for ${path}`);
  }
  return server;
}

async function startServer(script: string, file: string, needs: BareAnswer | BareReads): Promise<BareServer> {
  writeFileSync(file, JSON.stringify(needs));
  const server = startScript(`explorer/${script}`, [file]);
  const [, port] = await server.line(/port (\d+)/);
  return { base: `http://127.0.0.1:${port}`, stop: () => server.stop() };
}

async function learnAnswer(node: string, requests: readonly Request[]): Promise<BareAnswer> {
  const sample = sampleOf(requests);
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

function sampleOf(requests: readonly Request[]): readonly Request[] {
  const step = Math.max(1, Math.floor(requests.length / SAMPLE));
  return requests.filter((_, index) => index % step === 0);
}
