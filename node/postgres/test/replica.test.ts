import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  explorerEventSchemas,
  type BlockList,
  type ExplorerStats,
  type ExplorerStatus,
  type TransactionList,
} from '@cairn/api/explorer';
import type { OpenApiDocument } from '@cairn/api/openapi';
import type { ChainTip } from '@cairn/chain';
import type { ProjectedChain } from '@cairn/chain/projection';
import { mineBranch, mineTestBlock } from '@cairn/chain/test-support';
import { send } from '@cairn/http/test-support';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openTestStream } from '../../src/explorer-api/events/test-support.ts';
import { temporaryFolder } from '../../src/home/folder-test-support.ts';
import { extend, GeneratedChain } from '../../src/projection/chain-test-support.ts';
import { mineTraffic, until } from '../../src/projection/test-support.ts';
import { hasPostgres } from './databases.ts';
import { caughtUp, openTestSetup, startReplica } from './test-setup.ts';

/** URL of a port on which no server listens. */
const UNREACHABLE = 'postgres://nobody@127.0.0.1:1/none';

const tipText = ({ height, id }: ChainTip): string => `${height} ${id}`;

/** The tips of all answers of a replica that are no 503. */
async function tipsUntil(url: string, isOver: () => boolean): Promise<Set<string>> {
  const tips = new Set<string>();
  const ask = async (target: string, tipOf: (body: never) => ChainTip): Promise<void> => {
    const { status, text } = await send(url, target);
    expect(status).toBeOneOf([200, 503]);
    if (status === 200) tips.add(tipText(tipOf(JSON.parse(text) as never)));
  };
  // One whole round after the end: the one before it may have begun too early to see the last tip.
  for (let round = 1, isLast = false; !isLast; round += 1) {
    isLast = isOver();
    const limit = 1 + (round % 10); // mostly not cached
    await sleep(5);
    await ask('/api/v1/status', (body: ExplorerStatus) => ({ height: body.height, id: body.tip_id! }));
    await ask(`/api/v1/blocks?limit=${limit}`, ({ items: [newest] }: BlockList) => {
      return { height: newest!.height + newest!.confirmations - 1, id: newest!.id };
    });
    await ask('/api/v1/stats', ({ stats }: { stats: ExplorerStats }) => {
      return { height: stats.indexed_height, id: stats.indexed_block_id };
    });
    await ask(`/api/v1/transactions?limit=${limit}`, ({ items: [newest] }: TransactionList) => {
      return { height: newest!.block_height + newest!.confirmations - 1, id: newest!.block_id };
    });
  }
  return tips;
}

describe.skipIf(!hasPostgres)('a replica', () => {
  it('sends no newer rows under an older entity tag while its follower is delayed', async () => {
    const { testChain, database, start } = await openTestSetup();
    const projection = start();
    await mineTraffic(testChain.chain, 2);
    await caughtUp(projection);
    const { url } = await startReplica(database.readers.primary);
    const target = '/api/v1/transactions?limit=3';
    const before = await send(url, target);
    // The server process of the follower's connection pauses.
    const [follower] = await database.sql<{ pid: number }>(
      `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE '%following'`,
    );
    process.kill(follower!.pid, 'SIGSTOP');
    try {
      await mineTraffic(testChain.chain, 1);
      await caughtUp(projection);
      // The answer for `target` is cached and is sent again with its own tag; only another page is a new query.
      expect(await send(url, target)).toMatchObject({ status: 200, text: before.text });
      const page = await send(url, '/api/v1/transactions?limit=4');
      expect(page.headers.etag).toBeUndefined(); // a 503, or rows of a tip that came meanwhile
    } finally {
      process.kill(follower!.pid, 'SIGCONT');
    }
    let after = before;
    await until(async () => {
      after = await send(url, target);
      return after.status === 200 && after.text !== before.text;
    });
    expect(after.headers.etag).not.toBe(before.headers.etag);
  });

  it('answers of one tip that its node had, or with 503, all through a deep reorganization', async () => {
    const chain = new GeneratedChain(join(temporaryFolder(), 'blocks'));
    const base = extend([], 41);
    chain.switchTo(-1, extend(base, 1_100, 1));
    const { database, start } = await openTestSetup();
    const projection = start({ chain, publishMs: 100 });
    await caughtUp(projection);
    const { primary, standby } = database.readers;
    const urls = [(await startReplica(primary)).url, (await startReplica(standby)).url];
    const tips = [tipText(chain.tip())];
    let isOver = false;
    const seen = await Promise.all([
      ...urls.map((url) => tipsUntil(url, () => isOver)),
      (async () => {
        const left = chain.tip().height - 40;
        chain.switchTo(40, extend(base, left + 1, 2).slice(41));
        tips.push(tipText(chain.tip()));
        await caughtUp(projection);
        for (const url of urls)
          await until(async () => (await send(url, '/api/v1/status')).text.includes(chain.tip().id));
        isOver = true;
      })(),
    ]);
    for (const answers of seen.slice(0, urls.length))
      expect([...answers!].toSorted()).toEqual(tips.toSorted());
  });

  it('answers before its database has a block, and reports the first ones', async () => {
    const { testChain, database, start } = await openTestSetup();
    const { chain } = testChain;
    const withoutBlocks: ProjectedChain = {
      network: chain.network,
      subscribe: () => () => undefined,
      view: { tip: chain.view.tip, locateBlock: () => undefined },
    };
    const empty = start({ chain: withoutBlocks, publishMs: 10 });
    await until(() => empty.reader() !== undefined);
    const { url } = await startReplica(database.readers.primary, 'building');
    const stream = await openTestStream(url);
    onTestFinished(() => stream.leave());
    const answer = async (target: string): Promise<unknown> => {
      const { status, text } = await send(url, target);
      return { status, body: JSON.parse(text) };
    };
    expect(await answer('/health')).toMatchObject({ status: 200, body: { ok: true } });
    const index = { state: 'building', ready: false, indexed_height: -1, progress: 0 };
    for (const [target, status, body] of [
      ['/health', 200, { ok: true }],
      ['/api/v1/status', 200, { initialized: false, height: -1, ready: false, index }],
      ['/api/v1/blocks', 200, { items: [] }],
      ['/api/v1/blocks/0', 404, { error: 'block_not_found' }],
      ['/api/v1/transactions', 503, { error: 'explorer_index_building' }],
    ] as const)
      expect(await answer(target)).toMatchObject({ status, body });
    expect(stream.events()).toEqual([]);

    await empty.close();
    start({ publishMs: 10 });
    await mineTestBlock(chain);
    const body = { initialized: true, height: 1, ready: true, index: { state: 'ready' } };
    await expect.poll(() => answer('/api/v1/status')).toMatchObject({ status: 200, body });
    await expect.poll(() => stream.events().findLast(({ event }) => event === 'tip')?.id).toBe(1);
  });

  it('reports a reorganization with every disconnected block', async () => {
    const { testChain, database, start } = await openTestSetup();
    const projection = start();
    const { chain } = testChain;
    await mineTestBlock(chain);
    await mineTestBlock(chain);
    await caughtUp(projection);
    const left = [2, 1].map((height) => chain.view.block(height)!.id);
    const stream = await openTestStream((await startReplica(database.readers.primary)).url);
    onTestFinished(() => stream.leave());
    for (const raw of await mineBranch([3, 3, 3])) await chain.offerBlock(raw);
    // On a busy machine events about the index may come in between.
    await expect.poll(() => stream.events().findLast(({ event }) => event === 'tip')?.id).toBe(3);
    const reported = stream.events().filter(({ event }) => event === 'reorganized');
    expect(reported).toHaveLength(1);
    expect(explorerEventSchemas.reorganized.parse(reported[0]!.data)).toMatchObject({
      old_tip: left[0],
      common_height: 0,
      disconnected_count: 2,
      disconnected: left,
    });
  });
});

it('a replica without its database answers 503 on every route, as the OpenAPI document says', async () => {
  const { url } = await startReplica(UNREACHABLE, 'error');
  const document = JSON.parse((await send(url, '/openapi.json')).text) as OpenApiDocument;
  for (const [path, operations] of Object.entries(document.paths)) {
    const get = operations['get']!;
    const example = (name: string): string =>
      get.parameters!.find((parameter) => parameter.name === name)!.example as string;
    const target = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => example(name));
    const { status, text } = await send(url, target);
    const { enum: codes } = (
      get.responses['503']!.content!['application/json']!.schema as {
        properties: { error: { enum: readonly string[] } };
      }
    ).properties.error;
    expect([target, status, codes]).toEqual([target, 503, expect.arrayContaining([JSON.parse(text).error])]);
  }
});
