import { mkdtempSync, readFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from '@cairn/suite';
import type { Projection } from '@cairn/chain/projection';
import { mineTestBlock, transfer } from '@cairn/chain/test-support';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startTestExplorer } from '../../src/explorer-api/test-support.ts';
import { openTestChain, type TestChain } from '../../src/home/test-support.ts';
import { pauseBriefly, until } from '../../src/projection/test-support.ts';
import { startCairn } from '../../test/cairn-process.ts';
import { missingForNginx, runNginx } from '../../test/nginx-process.ts';
import { startPostgresProjection } from '../projection.ts';
import { findPostgres, startCluster, type TestCluster } from './cluster.ts';
import { recorder, startReplica, writeHere } from './test-setup.ts';

const CONFIGURATION = new URL('../../../deploy/nginx/cairn-replicas.conf', import.meta.url);
const PASSWORD = 'vogelhaus';
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
    const { chain } = testChain;
    const url = cluster.primary.url('cairn');
    const { logger } = recorder();
    projection = startPostgresProjection({
      chain,
      url,
      logger,
      pause: pauseBriefly,
      startWriter: writeHere,
    });
    await until(() => projection.status().state === 'ready');
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

  const urlOn = (server: 'primary' | 'standby'): string =>
    cluster[server].url('cairn', `cairn_reader:${PASSWORD}`);

  it.skipIf(nginxMissing !== undefined)(
    'when one of two is killed under load, no request fails; a node behind the balancer answers for proofs',
    async () => {
      const argv = ['explorer', '--network', 'devnet', '--explorer-port', '0'];
      const running = startCairn(argv, { CAIRN_DATABASE: urlOn('primary') });
      const [, first = ''] = await running.line(/Explorer API at (http:\S+)/);
      await until(async () => (await ask(`${first}/health`)).status === 200);
      const [{ url: second }, node] = [await startReplica(urlOn('primary')), await startTestExplorer()];
      onTestFinished(() => node.close());
      const balancer = await startBalancer([first, second], node.url);
      const proof = `/api/v1/addresses/${transfer({ from: 1, to: 2, nonce: 1 }).fromAddress}/proof`;
      const unavailable = { status: 503, body: { error: 'proofs_unavailable' } };
      expect(await ask(second + proof)).toMatchObject(unavailable);
      expect(await ask(balancer + proof)).toMatchObject({ status: 200, body: { block_height: 0 } });
      const load = startLoad(balancer, 8, 2);
      await until(() => load.answers() > 100);
      running.child.kill('SIGKILL');
      const before = load.answers();
      await until(() => load.answers() > before + 200);
      const failures = await load.stop();
      // The killed replica may have been sending one answer to each client.
      expect(failures.length).toBeLessThanOrEqual(8);
      expect(failures.every((failure) => failure === 'incomplete')).toBe(true);
      const { out, err } = await running.ended;
      expect([...out, ...err].join('\n')).not.toContain(PASSWORD);
    },
  );

  it('while the primary restarts, every answer is correct or 503, and afterwards all are correct', async () => {
    const { url, log } = await startReplica(urlOn('primary'));
    const load = startLoad(url, 4);
    await cluster.primary.stop('fast');
    await until(async () => (await ask(`${url}/health`)).status === 503);
    await cluster.primary.start();
    await mine();
    const stats = { stats: { indexed_height: testChain.chain.tip().height } };
    await expect.poll(() => ask(`${url}/api/v1/stats`)).toMatchObject({ status: 200, body: stats });
    expect((await ask(`${url}/health`)).status).toBe(200);
    expect((await load.stop()).filter((failure) => failure !== '503')).toEqual([]);
    expect(log.join('')).toContain('the database cannot be queried');
    expect(log.join('')).not.toContain(PASSWORD);
  });

  it('on a lagging standby every answer is of the standby’s height', async () => {
    const { url } = await startReplica(urlOn('standby'));
    const heightOf = async () => ((await ask(`${url}/api/v1/status`)).body as { height: number }).height;
    const before = testChain.chain.tip().height;
    await expect.poll(heightOf).toBe(before);
    cluster.sql('cairn', 'SELECT pg_wal_replay_pause()', 'standby');
    const load = startLoad(url, 4);
    for (let block = 0; block < 4; block += 1) await mine();
    await until(() => projection.status().indexedHeight === before + 4);
    const answered = load.answers();
    await until(() => load.answers() > answered + 100);
    expect(await heightOf()).toBe(before);
    cluster.sql('cairn', 'SELECT pg_wal_replay_resume()', 'standby');
    await expect.poll(heightOf).toBe(before + 4);
    expect(await load.stop()).toEqual([]);
  });
});

/** @throws Error `refused` without an answer, `incomplete` for one that was cut off */
function ask(url: string, agent?: Agent): Promise<{ readonly status: number; readonly body: unknown }> {
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
  /** @returns each failure: a status, `refused`, `incomplete`, or what is wrong with an answer */
  stop(): Promise<string[]>;
}

/** Clients that request pages of different sizes one after the other, with pauses, and check each answer. */
function startLoad(url: string, clients: number, pauseMs = 20): Load {
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
      await sleep(pauseMs);
    }
  };
  const running = Array.from({ length: clients }, (_, client) => run(client));
  return {
    answers: () => answers,
    stop: async () => {
      stopped.abort();
      await Promise.all(running);
      agent.destroy();
      return failures;
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
async function startBalancer(replicas: readonly string[], node: string): Promise<string> {
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
