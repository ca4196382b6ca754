/** `npm run bench -- api`: the Explorer API with the requests of the website, and the building of its index. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { request } from 'undici';
import { createTables } from '@cairn/chain/projection';
import { benchChain, NETWORK } from './chain.ts';
import { type Bench, runBench, type Target } from './frame.ts';
import { BROWSER_HEADERS, load, type Request } from './load.ts';
import { importedDirectory, startBareServer, startNode, untilCaughtUp } from './programs.ts';
import type { BareResponse } from './scripts/bare-server.ts';
import { checkRequests, feedPagesOnce, pageRequests, readKnown } from './website-requests.ts';

/** Requests of a route that are sent again with their entity tags. */
const TAGGED = 600;
/** Responses of a route that are examined for a typical one. */
const EXAMINED = 64;
const TABLES = ['blocks', 'transactions', 'addresses', 'history'];

type ApiBench = Bench<'repeated' | 'unchanged' | 'once' | 'backfill', 'transactions' | 'seconds'>;

await runBench(
  'api',
  {
    runs: 3,
    parts: ['repeated', 'unchanged', 'once', 'backfill'],
    numbers: { transactions: [1_000_000, 'of the chain'], seconds: [5, 'of each load'] },
  },
  async (bench: ApiBench) => {
    const { measure, numbers, wants } = bench;
    const chain = await benchChain(numbers.transactions);
    const directory = await importedDirectory(bench, chain);
    const projection = join(directory, 'explorer.sqlite');

    if (wants('backfill')) {
      const name = 'backfill (transactions)';
      await measure([{ name, unit: '/s', ceiling: 'bare SQLite', minShare: 0.15 }], async () => {
        for (const suffix of ['', '-wal', '-shm']) rmSync(`${projection}${suffix}`, { force: true });
        const node = await startNode(directory, '--no-p2p', '--index');
        await untilCaughtUp(node);
        const value = (chain.transactions * 1_000) / (performance.now() - node.began);
        await node.stop();
        const ceiling = chain.transactions / copySeconds(projection, bench.folder());
        return [{ value, ceiling, peakMiB: node.peakMiB() }];
      });
    }
    if (!wants('repeated') && !wants('unchanged') && !wants('once')) return;

    const node = await startNode(directory, '--no-p2p', '--index');
    await untilCaughtUp(node);
    if (wants('once')) {
      const bare = await startBareServer(projection);
      const name = 'pages of the feed, each once';
      const target = { name, unit: '/s', ceiling: 'bare SQLite and node:http', minShare: 0.5 } as const;
      await measure([target], async (run) => {
        const pages = feedPagesOnce(chain.transactions, run, numbers.runs);
        const own = await load(numbers.seconds, node.explorer, pages);
        const { rate } = await load(numbers.seconds, bare.base, pages);
        return [{ value: own.rate, ceiling: rate, p99: own.p99 }];
      });
      await bare.stop();
    }
    const known = await readKnown(node.explorer);
    const pages = pageRequests(known);
    if (wants('repeated'))
      for (const [name, requests] of Object.entries({ ...pages, ...checkRequests(known) }))
        await besideBareHttp(bench, node.explorer, requests, 200, { name, minShare: 0.6 });
    if (wants('unchanged')) {
      const routes = ['block by hash', 'transaction', 'address', 'feed', 'history'];
      const tagged: Request[] = [];
      for (const { path } of routes.flatMap((route) => pages[route]!.slice(0, TAGGED))) {
        const { headers } = await respond(node.explorer, { path });
        tagged.push({ path, tag: String(headers['etag']) });
      }
      await besideBareHttp(bench, node.explorer, tagged, 304, { name: 'responses 304', minShare: 0.75 });
    }
    await node.stop();
  },
);

/** Copies the rows of a projection into the same tables of an empty file, in one transaction. @returns its seconds */
function copySeconds(projection: string, folder: string): number {
  const target = new Database(join(folder, 'bare.sqlite'));
  target.pragma('journal_mode = WAL');
  target.pragma('cache_size = -32000');
  createTables(target, NETWORK.chainId);
  target.prepare('ATTACH ? AS made').run(projection);
  const began = performance.now();
  target.transaction(() => {
    for (const table of TABLES) target.exec(`INSERT INTO main.${table} SELECT * FROM made.${table}`);
  })();
  target.close();
  return (performance.now() - began) / 1_000;
}

/** Requests that the node has had before, beside a bare `node:http` server that sends one response to all of them. */
async function besideBareHttp(
  { folder, measure, numbers }: ApiBench,
  base: string,
  requests: readonly Request[],
  status: number,
  target: Pick<Target, 'name' | 'minShare'>,
): Promise<void> {
  const file = join(folder(), 'response.json');
  writeFileSync(file, JSON.stringify(await typicalResponse(base, requests)));
  const bare = await startBareServer(file);
  await measure([{ ...target, unit: '/s', ceiling: 'bare node:http' }], async () => {
    const { rate } = await load(numbers.seconds, bare.base, requests, { status });
    const own = await load(numbers.seconds, base, requests, { status });
    return [{ value: own.rate, ceiling: rate, p99: own.p99 }];
  });
  await bare.stop();
}

/** Sends every request twice, because the second response is compressed better, and picks the one of median length. */
async function typicalResponse(base: string, requests: readonly Request[]): Promise<BareResponse> {
  const distinct = [...new Map(requests.map((one) => [one.path, one])).values()];
  const responses: Awaited<ReturnType<typeof respond>>[] = [];
  for (const one of distinct) {
    await respond(base, one);
    const response = await respond(base, one);
    if (responses.length < EXAMINED) responses.push(response);
  }
  const byLength = responses.toSorted((a, b) => a.body.length - b.body.length);
  const { status, headers, body } = byLength[byLength.length >> 1]!;
  const own = /^(content-length|date|connection|keep-alive)$/;
  const kept = Object.entries(headers).filter(([name]) => !own.test(name)) as [string, string][];
  return { status, headers: Object.fromEntries(kept), body: body.toString('base64') };
}

/** A response as it is on the wire. */
async function respond(base: string, { path, tag }: Request) {
  const asked = { ...BROWSER_HEADERS, ...(tag !== undefined && { 'If-None-Match': tag }) };
  const { statusCode, headers, body } = await request(`${base}${path}`, { headers: asked });
  return { status: statusCode, headers, body: Buffer.from(await body.arrayBuffer()) };
}
