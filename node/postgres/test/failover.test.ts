import { mkdtempSync, readFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { openTestChain, type TestChain } from '../../src/home/test-support.ts';
import { mineTestBlock, transfer } from '@cairn/chain/test-support';
import { startTestExplorer } from '../../src/explorer-api/test-support.ts';
import { startPostgresProjection } from '../projection.ts';
import type { Projection } from '@cairn/chain/projection';
import { pauseBriefly } from '../../src/projection/test-support.ts';
import { startCairn, type Running } from '../../test/cairn-process.ts';
import { findFreePort } from '@cairn/suite';
import { missingForNginx, runNginx } from '../../test/nginx-process.ts';
import { findPostgres, startCluster, type TestCluster } from './cluster.ts';

const CONFIGURATION = new URL('../../../deploy/nginx/cairn-replicas.conf', import.meta.url);
const programs = findPostgres();
const nginxMissing = missingForNginx();
if (nginxMissing !== undefined) process.stderr.write(`Skipped, ${nginxMissing}: replicas behind nginx\n`);

/** These tests stop servers, so they have a separate cluster. */
describe.skipIf(programs === undefined)('replicas', () => {
  let cluster: TestCluster;
  let testChain: TestChain;
  let projection: Projection;

  beforeAll(async () => {
    cluster = await startCluster(programs!);
    cluster.sql('postgres', 'CREATE DATABASE cairn');
    cluster.sql('postgres', 'CREATE ROLE cairn_reader LOGIN');
    testChain = await openTestChain();
    for (let block = 0; block < 5; block += 1) await mine();
    projection = startPostgresProjection({
      chain: testChain.chain,
      url: cluster.primary.url('cairn'),
      logger: pino({ level: 'silent' }),
      pause: pauseBriefly,
    });
    await vi.waitUntil(() => projection.status().state === 'ready', { timeout: 60_000 });
    cluster.sql('cairn', 'GRANT USAGE ON SCHEMA cairn TO cairn_reader');
    cluster.sql('cairn', 'GRANT SELECT ON ALL TABLES IN SCHEMA cairn TO cairn_reader');
  });

  afterAll(async () => {
    await projection?.close();
    await testChain?.remove();
    await cluster?.remove();
  });

  /** A block with one transfer. */
  async function mine(): Promise<void> {
    const { chain } = testChain;
    const { nonce } = chain.view.account(transfer({ from: 1, to: 2, nonce: 1 }).fromAddress)!;
    await mineTestBlock(chain, [transfer({ from: 1, to: 2, nonce: nonce + 1 })]);
  }

  async function startReplicaProcess(
    server: 'primary' | 'standby',
  ): Promise<{ running: Running; url: string }> {
    const database = cluster[server].url('cairn', 'cairn_reader');
    const running = startCairn(['explorer', '--database', database, '--explorer-port', '0']);
    const [, url] = await running.line(/Explorer API at (http:\S+)/);
    await vi.waitUntil(async () => (await ask(`${url}/health`)).status === 200, {
      timeout: 60_000,
      interval: 20,
    });
    return { running, url: url! };
  }

  it.skipIf(nginxMissing !== undefined)(
    'when one of two is killed under load, no request fails; a node behind the balancer answers for proofs',
    async () => {
      const [first, second, node] = await Promise.all([
        startReplicaProcess('primary'),
        startReplicaProcess('primary'),
        startTestExplorer(),
      ]);
      onTestFinished(() => node.close());
      const balancer = await startBalancer([first.url, second.url], node.url);
      const proof = `/api/v1/addresses/${transfer({ from: 1, to: 2, nonce: 1 }).fromAddress}/proof`;
      const unavailable = { status: 503, body: { error: 'proofs_unavailable' } };
      expect(await ask(second.url + proof)).toMatchObject(unavailable);
      expect(await ask(balancer + proof)).toMatchObject({ status: 200, body: { block_height: 0 } });
      const load = startLoad(balancer, 8);
      await vi.waitUntil(() => load.answers() > 100, { timeout: 60_000 });
      first.running.child.kill('SIGKILL');
      const before = load.answers();
      await vi.waitUntil(() => load.answers() > before + 200, { timeout: 60_000 });
      const { failures } = await load.stop();
      // The killed replica may have been sending one answer to each client.
      expect(failures.length).toBeLessThanOrEqual(8);
      expect(failures.every((failure) => failure === 'incomplete')).toBe(true);
    },
  );

  it('while the primary restarts, every answer is correct or 503, and afterwards all are correct', async () => {
    const { url } = await startReplicaProcess('primary');
    const load = startLoad(url, 4);
    await cluster.primary.stop('fast');
    await vi.waitUntil(async () => (await ask(`${url}/health`)).status === 503, {
      timeout: 60_000,
      interval: 50,
    });
    await cluster.primary.start();
    await mine();
    const height = testChain.chain.tip().height;
    const shows = async (): Promise<boolean> => {
      const { status, body } = await ask(`${url}/api/v1/stats`);
      return (
        status === 200 && (body as { stats: { indexed_height: number } }).stats.indexed_height === height
      );
    };
    await vi.waitUntil(shows, { timeout: 60_000, interval: 50 });
    expect((await ask(`${url}/health`)).status).toBe(200);
    const { failures } = await load.stop();
    expect(failures.filter((failure) => failure !== '503')).toEqual([]);
  });

  it('on a lagging standby every answer is of the standby’s height', async () => {
    const { url } = await startReplicaProcess('standby');
    const before = testChain.chain.tip().height;
    await vi.waitUntil(async () => (await heightOf(url)) === before, { timeout: 60_000, interval: 20 });
    onStandby(cluster, 'SELECT pg_wal_replay_pause()');
    const load = startLoad(url, 4);
    for (let block = 0; block < 4; block += 1) await mine();
    await vi.waitUntil(() => projection.status().indexedHeight === before + 4, { timeout: 60_000 });
    const answered = load.answers();
    await vi.waitUntil(() => load.answers() > answered + 100, { timeout: 60_000 });
    expect(await heightOf(url)).toBe(before);
    onStandby(cluster, 'SELECT pg_wal_replay_resume()');
    await vi.waitUntil(async () => (await heightOf(url)) === before + 4, { timeout: 60_000, interval: 20 });
    const { failures, answers } = await load.stop();
    expect(failures).toEqual([]);
    expect(answers).toBeGreaterThan(0);
  });
});

function onStandby(cluster: TestCluster, text: string): void {
  cluster.sql('cairn', text, 'standby');
}

async function heightOf(url: string): Promise<number> {
  const { body } = await ask(`${url}/api/v1/status`);
  return (body as { height: number }).height;
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** @throws Error `refused` without an answer, `incomplete` for one that was cut off */
function ask(url: string, agent?: Agent): Promise<Answer> {
  return new Promise((resolve, reject) => {
    get(url, { ...(agent && { agent }) }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      response.on('error', () => reject(new Error('incomplete')));
      response.on('end', () => resolve({ status: response.statusCode!, body: JSON.parse(text) as unknown }));
    }).on('error', () => reject(new Error('refused')));
  });
}

interface Load {
  answers(): number;
  /** @returns each failure as a status, `refused` or `incomplete`, and the number of answers */
  stop(): Promise<{ failures: string[]; answers: number }>;
}

/** Clients that request pages of different sizes one after the other and check each answer. */
function startLoad(url: string, clients: number): Load {
  const agent = new Agent({ keepAlive: true });
  const failures: string[] = [];
  let answers = 0;
  const stopped = new AbortController();
  const run = async (client: number): Promise<void> => {
    for (let round = 0; !stopped.signal.aborted; round += 1) {
      const limit = 1 + ((client * 31 + round) % 100);
      try {
        const { status, body } = await ask(`${url}/api/v1/transactions?limit=${limit}`, agent);
        if (status === 200) expectOneHeight(body as Feed);
        else failures.push(String(status));
        answers += 1;
      } catch (error) {
        failures.push((error as Error).message);
      }
    }
  };
  const running = Array.from({ length: clients }, (_, client) => run(client));
  return {
    answers: () => answers,
    stop: async () => {
      stopped.abort();
      await Promise.all(running);
      agent.destroy();
      return { failures, answers };
    },
  };
}

interface Feed {
  readonly items: readonly { readonly block_height: number; readonly confirmations: number }[];
  readonly pagination: { readonly total: number };
}

/**
 * Requires that items, confirmations and total are of one height: genesis has ten transactions, each further block two.
 */
function expectOneHeight({ items, pagination: { total } }: Feed): void {
  const tips = new Set(items.map(({ block_height: height, confirmations }) => height + confirmations - 1));
  const newest = items[0]!.block_height;
  if (tips.size !== 1 || !tips.has(newest) || total !== 10 + 2 * newest) {
    throw new Error(`heights are mixed: tips ${[...tips].join()}, newest ${newest}, total ${total}`);
  }
}

/** nginx with the configuration of deploy/, unchanged except for the ports. */
async function startBalancer(replicas: readonly string[], node = replicas[0]!): Promise<string> {
  const port = await findFreePort();
  const site = readFileSync(CONFIGURATION, 'utf8')
    .replace('127.0.0.1:18001', new URL(replicas[0]!).host)
    .replace('127.0.0.1:18002', new URL(replicas[1]!).host)
    .replace('127.0.0.1:18000', new URL(node).host)
    .replace('listen 8080;', `listen 127.0.0.1:${port};`);
  const url = `http://127.0.0.1:${port}`;
  const nginx = await runNginx(site, mkdtempSync(join(tmpdir(), 'cairn-balancer-')), url);
  onTestFinished(() => nginx.close());
  return url;
}
