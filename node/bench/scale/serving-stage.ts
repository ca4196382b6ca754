import type { TestCluster } from '../../postgres/test/cluster.ts';
import { startCachingProxy } from './caching-proxy.ts';
import { findFreePort } from '@cairn/suite';
import { startCairn, startNode, startScript, type BenchProcess } from '../child-process.ts';
import { median } from '../bench-run.ts';
import { statusOf, whileRunning } from '../explorer/explorer-bench.ts';
import { load, writeRequests, type LoadResult } from '../explorer/load.ts';
import { perSecond } from '../table.ts';
import { readKnownIds, routeTargets, type KnownIds } from '../explorer/targets.ts';

export interface ServingOptions {
  readonly cluster: TestCluster;
  readonly directory: string;
  /** Folder for the load's files. */
  readonly exchange: string;
  /** Length of each load. */
  readonly seconds: number;
}

const REPLICAS = [1, 2, 3];
/** Number of requests in the mixed load. */
const MIXED = 45_000;

interface Files {
  /** Requests to all routes in turn, distributed as in `routeTargets`: popular ones repeat and come from the cache. */
  readonly mixed: string;
  /** Requests of the website's first pages, nearly all answered from the cache. */
  readonly hot: string;
}

/** Requests a second of a node with SQLite, and of one, two and three replicas. */
export async function benchServing(options: ServingOptions): Promise<string[]> {
  const { cluster, directory, seconds } = options;
  cluster.sql('cairn', 'ANALYZE');
  const lines: string[] = [];
  const node = await startNode(directory, ['--no-p2p', '--index']);
  const files = await whileRunning(node, async () => {
    while ((await statusOf(node)).index.state !== 'ready') await pause();
    const written = writeFiles(options.exchange, await readKnownIds(node.explorer));
    lines.push(...(await measure('one node, SQLite', [node.explorer], written, seconds)));
    const proxy = await startCachingProxy(node.explorer, options.exchange);
    const cached = figure(await loadAll([proxy.url], written.hot, seconds));
    lines.push(`one node behind nginx with its cache, first pages: ${cached}`);
    await proxy.close();
    return written;
  });
  for (const count of REPLICAS) {
    const replicas = await Promise.all(
      Array.from({ length: count }, () => startReplica(cluster.primary.url('cairn'))),
    );
    const urls = replicas.map(({ url }) => url);
    lines.push(...(await measure(`${count} replica${count > 1 ? 's' : ''}`, urls, files, seconds)));
    await Promise.all(replicas.map(({ running }) => running.stop()));
  }
  return lines;
}

const ONCE_AIM = 0.5;
const ONCE_ROUNDS = 3;
const PAGE = 25;

/** Uncached pages of the feed, from a replica and from a bare server with the same statement, alternately. */
export async function benchOnce(options: ServingOptions, transactions: number): Promise<string[]> {
  const { cluster, exchange, seconds } = options;
  const database = cluster.primary.url('cairn');
  const paths = Array.from({ length: transactions - PAGE }, (_, offset) => ({
    path: `/api/v1/transactions?limit=${PAGE}&offset=${offset}`,
  }));
  const replica = await startReplica(database);
  const bare = startScript('scale/bare-pg-script.ts', [database]);
  const bareUrl = `http://127.0.0.1:${(await bare.line(/port (\d+)/))[1]}`;
  const results: { own: LoadResult; bare: LoadResult }[] = [];
  for (let round = 0; round < ONCE_ROUNDS; round += 1) {
    // A different part of the list in each round, so that the replica has no answer cached.
    const file = writeRequests(
      exchange,
      paths.filter((_, index) => index % ONCE_ROUNDS === round),
    );
    results.push({
      own: await load(replica.url, file, seconds, 200),
      bare: await load(bareUrl, file, seconds, 200),
    });
  }
  await Promise.all([replica.running.stop(), bare.stop()]);
  const shares = results.map(({ own, bare: ceiling }) => own.rate / ceiling.rate);
  const each = shares.map((share) => share.toFixed(2)).join(', ');
  const [own, ceiling] = [
    median(results.map((one) => one.own.rate)),
    median(results.map((one) => one.bare.rate)),
  ];
  return [
    `1 replica, uncached feed pages: ${perSecond(own)}; ${median(shares).toFixed(2)} × bare pg and node:http ` +
      `${perSecond(ceiling)} (rounds: ${each}; aim ${ONCE_AIM})`,
  ];
}

async function measure(
  name: string,
  urls: readonly string[],
  { mixed, hot }: Files,
  seconds: number,
): Promise<string[]> {
  return [
    `${name}, all routes: ${figure(await loadAll(urls, mixed, seconds))}`,
    `${name}, first pages: ${figure(await loadAll(urls, hot, seconds))}`,
  ];
}

/** Loads all servers at the same time, each with clients of its own. */
function loadAll(urls: readonly string[], file: string, seconds: number): Promise<LoadResult[]> {
  return Promise.all(urls.map((url) => load(url, file, seconds, 200)));
}

function figure(results: readonly LoadResult[]): string {
  const rate = results.reduce((sum, result) => sum + result.rate, 0);
  return `${perSecond(rate)}, p99 ${Math.max(...results.map(({ p99 }) => p99)).toFixed(1)} ms`;
}

function writeFiles(folder: string, known: KnownIds): Files {
  const routes = Object.values(routeTargets(known));
  const mixed = Array.from({ length: MIXED }, (_, index) => {
    const targets = routes[index % routes.length]!;
    return targets[Math.floor(index / routes.length) % targets.length]!;
  });
  const hot = ['/status', '/blocks', '/transactions', '/addresses', '/stats'].map((path) => ({
    path: `/api/v1${path}`,
  }));
  return { mixed: writeRequests(folder, mixed), hot: writeRequests(folder, hot) };
}

async function startReplica(database: string): Promise<{ running: BenchProcess; url: string }> {
  const port = await findFreePort();
  const running = startCairn(['explorer', '--database', database, '--explorer-port', String(port)]);
  const url = `http://127.0.0.1:${port}`;
  while (!(await isHealthy(url))) await pause();
  return { running, url };
}

async function isHealthy(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/health`)).ok;
  } catch {
    return false; // not listening yet
  }
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 50));
}
