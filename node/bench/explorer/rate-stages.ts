import { startScript, waitForEnd, type BenchNode } from '../child-process.ts';
import type { LongHistory } from './long-history-script.ts';
import { median } from '../bench-run.ts';
import { startBareExpress, startBareServer, type BareServer } from './bare-server.ts';
import type { ExplorerBench } from './explorer-bench.ts';
import {
  BROWSER_HEADERS,
  loadProcess,
  WARM_UP_SECONDS,
  writeRequests,
  type Request,
  type ServerRate,
} from './load.ts';
import { perSecond, type Line } from '../table.ts';
import { depthTargets, uncachedTargets, routeTargets, taggedTargets, type KnownIds } from './targets.ts';

const ROUTE_AIM = 0.6;
const ONCE_AIM = 0.8;
const UNCHANGED_AIM = 0.75;
const LATENCY_AIM = 3;
const DEPTH_AIM = 1.5;
/** Number of look-ups per route that are repeated with their entity tags. */
const TAGGED = 600;

/**
 * Each route with typical requests that were asked before, against a bare `node:http` server: every request is sent once before
 * the first load, because the first answer to each belongs to `benchOnce`.
 * @param show called with each line when it is known
 */
export async function benchRoutes(
  bench: ExplorerBench,
  node: BenchNode,
  known: KnownIds,
  show: (line: Line) => void,
): Promise<void> {
  for (const [name, requests] of Object.entries(routeTargets(known))) {
    if (!bench.isMeasured(name)) continue;
    for (const { path } of new Map(requests.map((one) => [one.path, one])).values())
      await fetch(`${node.explorer}${path}`, { headers: BROWSER_HEADERS }).then((answer) =>
        answer.arrayBuffer(),
      );
    show(
      await benchAgainstHttp(bench, node, { name, requestsOf: () => requests, status: 200, aim: ROUTE_AIM }),
    );
  }
}

/** Each route without cached answers, against a bare Express server that reads the same data. */
export async function benchOnce(
  bench: ExplorerBench,
  node: BenchNode,
  known: KnownIds,
  show: (line: Line) => void,
): Promise<void> {
  for (const { name: route, requestsOf } of uncachedTargets(known, bench.seconds + WARM_UP_SECONDS)) {
    if (!bench.isMeasured(route)) continue;
    const name = `${route}, uncached`;
    const server = await startBareExpress(bench, node.explorer, requestsOf(0));
    show(await benchAgainst(bench, node, server, { name, requestsOf, status: 200, aim: ONCE_AIM }));
  }
}

/** Answers to clients whose copies are still current. */
export async function benchUnchanged(bench: ExplorerBench, node: BenchNode, known: KnownIds): Promise<Line> {
  const targets = routeTargets(known);
  const lookups = (['block by hash', 'transaction', 'address', 'feed', 'history'] as const).flatMap((name) =>
    targets[name].slice(0, TAGGED),
  );
  const requests = await taggedTargets(node.explorer, lookups);
  const requestsOf = (): readonly Request[] => requests;
  return benchAgainstHttp(bench, node, { name: '304 answers', requestsOf, status: 304, aim: UNCHANGED_AIM });
}

/** The last pages of a long list, against the first ones. */
export async function benchDepth(bench: ExplorerBench, node: BenchNode, known: KnownIds): Promise<Line[]> {
  const lines: Line[] = [];
  for (const [name, { shallow, deep, from }] of Object.entries(depthTargets(known))) {
    const [first, last] = await alternate(bench, 200, [
      { ...processOf(node), requestsOf: () => shallow },
      { ...processOf(node), requestsOf: () => deep },
    ]);
    const factor = economyOf(first!) / economyOf(last!);
    lines.push({
      name: `${name} from offset ${from.toLocaleString('en')}`,
      figure: perSecond(rateOf(last!)),
      against: `${factor.toFixed(2)} × slower than from offset 0 (aim ≤ ${DEPTH_AIM})`,
      met: factor <= DEPTH_AIM,
    });
  }
  return lines;
}

/** A history longer than any in the bench chain, read without HTTP. */
export async function benchLongHistory({ chain, exchange }: ExplorerBench): Promise<Line> {
  const argv = [exchange, String(chain.transactions)];
  const { output } = await waitForEnd(startScript('explorer/long-history-script.ts', argv));
  const { depth, shallow, deep } = JSON.parse(output) as LongHistory;
  const factor = deep / shallow;
  return {
    name: `page of a history from offset ${depth.toLocaleString('en')}`,
    figure: `${deep.toFixed(1)} µs`,
    against: `${factor.toFixed(2)} × as long as from offset 0 (aim ≤ ${DEPTH_AIM})`,
    met: factor <= DEPTH_AIM,
  };
}

interface Comparison {
  readonly name: string;
  readonly requestsOf: (run: number) => readonly Request[];
  readonly status: number;
  /** Share of the bare server's rate. */
  readonly aim: number;
}

async function benchAgainstHttp(bench: ExplorerBench, node: BenchNode, compared: Comparison): Promise<Line> {
  const server = await startBareServer(bench.exchange, node.explorer, compared.requestsOf(0));
  return benchAgainst(bench, node, server, compared);
}

/** @param server is stopped afterwards */
async function benchAgainst(
  bench: ExplorerBench,
  node: BenchNode,
  server: BareServer,
  compared: Comparison,
): Promise<Line> {
  const { requestsOf, status } = compared;
  try {
    const sides = [server, processOf(node)].map(({ base, pid }) => ({ base, pid, requestsOf }));
    const [bare, own] = await alternate(bench, status, sides);
    return lineAgainstBare(compared, own!, bare!);
  } finally {
    await server.stop();
  }
}

/**
 * The aim is for what browsers get, answers a second of time. Processes share the machine with the load generator and with whatever
 * else runs, so answers for each second of the server's processor time stand beside it.
 */
function lineAgainstBare(
  { name, aim }: Comparison,
  own: readonly ServerRate[],
  bare: readonly ServerRate[],
): Line {
  const share = rateOf(own) / rateOf(bare);
  const economy = economyOf(own) / economyOf(bare);
  const latency = p99Of(own) / p99Of(bare);
  return {
    name: `${name} (${Math.round(own[0]!.load.meanBytes).toLocaleString('en')} B)`,
    figure: perSecond(rateOf(own)),
    against:
      `${share.toFixed(2)} × bare ${perSecond(rateOf(bare))} (aim ${aim}), ` +
      `${economy.toFixed(2)} × for each second of processor time, ` +
      `p99 ${p99Of(own).toFixed(1)} ms ${latency.toFixed(2)} × (aim ≤ ${LATENCY_AIM})`,
    met: share >= aim && latency <= LATENCY_AIM,
  };
}

interface Side {
  readonly base: string;
  readonly pid: number;
  readonly requestsOf: (run: number) => readonly Request[];
}

function processOf({ explorer, child }: BenchNode): Pick<Side, 'base' | 'pid'> {
  return { base: explorer, pid: child.pid! };
}

/** Loads the sides alternately, `runs` times. @returns the results of each side */
async function alternate(
  { exchange, runs, seconds }: ExplorerBench,
  status: number,
  sides: readonly Side[],
): Promise<ServerRate[][]> {
  const results: ServerRate[][] = sides.map(() => []);
  for (let run = 0; run < runs; run += 1) {
    for (const [index, { requestsOf, ...server }] of sides.entries()) {
      const file = writeRequests(exchange, requestsOf(run));
      results[index]!.push(await loadProcess(server, file, seconds, status));
    }
  }
  return results;
}

function rateOf(results: readonly ServerRate[]): number {
  return median(results.map(({ load }) => load.rate));
}

function economyOf(results: readonly ServerRate[]): number {
  return median(results.map(({ perProcessorSecond }) => perProcessorSecond));
}

function p99Of(results: readonly ServerRate[]): number {
  return median(results.map(({ load }) => load.p99));
}
