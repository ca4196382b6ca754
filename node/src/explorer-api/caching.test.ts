/** Entity tags, the cache and compression, as the chain and the index change; contract.test.ts checks them on every route. */
import { sendRaw, withChanges } from '@cairn/http/test-support';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { ACCOUNTS, mineTestBlock, stepBack } from '@cairn/chain/test-support';
import { ProjectionError, type ProjectionReader } from '@cairn/chain/projection';
import {
  startIndexedExplorer,
  startTestExplorer,
  type IndexedExplorer,
  type TestExplorer,
  type TestParts,
} from './test-support.ts';

const PATH = '/api/v1/blocks';
let explorer: IndexedExplorer;

beforeAll(async () => {
  explorer = await startIndexedExplorer();
  await explorer.caughtUp();
});
afterAll(() => explorer.close());

const tagOf = async (path: string): Promise<string> => (await explorer.get(path)).headers.etag!;
const statusWith = async (path: string, tag: string, from: TestExplorer = explorer): Promise<number> =>
  (await from.get(path, { headers: { 'If-None-Match': tag } })).status;

describe('an entity tag', () => {
  const address = `/api/v1/addresses/${ACCOUNTS[1]!.address}`;
  const core = [PATH, `${PATH}/0`, `${PATH}/0/transactions`, address, '/api/v1/status', '/api/v1/fees'];
  const indexed = ['/api/v1/transactions', '/api/v1/addresses', `${address}/transactions`, '/api/v1/stats'];

  it('changes with the tip, and is the earlier one again after a step back', async () => {
    const tags = () => Promise.all([...core, ...indexed].map(tagOf));
    const { chain } = explorer.testChain;
    const before = await tags();
    expect(new Set(before).size).toBe(before.length);
    await mineTestBlock(chain);
    await explorer.caughtUp();
    const after = await tags();
    expect(new Set([...before, ...after]).size).toBe(2 * before.length);
    await stepBack(chain);
    await explorer.caughtUp();
    expect(await tags()).toEqual(before);
  });

  it('of an indexed answer changes with the index, even if the tip stays', async () => {
    explorer.pauseIndex();
    await mineTestBlock(explorer.testChain.chain);
    const before = await Promise.all(indexed.map((path) => explorer.get(path)));
    explorer.resumeIndex();
    await explorer.caughtUp();
    for (const [at, path] of indexed.entries()) {
      const { headers, text } = before[at]!;
      const after = await explorer.get(path, { headers: { 'If-None-Match': headers.etag! } });
      expect([path, after.status, after.text === text]).toEqual([path, 200, false]);
    }
  });

  it('of the status changes with the states of node and index', async () => {
    const plain = await startTestExplorer();
    onTestFinished(() => plain.close());
    const tags = new Set<string>();
    for (const change of [
      () => undefined,
      () => Object.assign(plain.node, { syncing: true }),
      () => Object.assign(plain.node, { ready: false }),
      () => Object.assign(plain.projection, { status: { ...plain.projection.status, progress: 5 } }),
    ]) {
      change();
      tags.add((await plain.get('/api/v1/status')).headers.etag!);
    }
    expect(tags.size).toBe(4);
  });

  it('is compared weakly, in a list and over several lines; other conditions are ignored', async () => {
    const tag = await tagOf(PATH);
    for (const header of [tag, tag.slice(2), `"x", ${tag}`, `${tag} , "y"`])
      expect([header, await statusWith(PATH, header)]).toEqual([header, 304]);
    for (const header of ['"x"', tag.slice(2, -1), '', 'W/""', `"${tag}"`])
      expect([header, await statusWith(PATH, header)]).toEqual([header, 200]);
    const lines = ['"x"', tag].map((one) => `If-None-Match: ${one}\r\n`).join('');
    const head = `GET ${PATH} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${lines}\r\n`;
    expect(await sendRaw(explorer.url, head)).toMatch(/^HTTP\/1.1 304/);
    for (const headers of [
      { 'If-Match': tag },
      { 'If-Modified-Since': new Date().toUTCString() },
      { Range: 'bytes=0-1' },
    ])
      expect((await explorer.get(PATH, { headers })).status).toBe(200);
  });

  it('of one resource is not valid for another, and prevents no refusal', async () => {
    const tag = await tagOf(`${PATH}/0`);
    for (const [path, status] of [
      [`${PATH}/999`, 404],
      [PATH, 200],
      [`${PATH}?limit=0`, 422],
      [`${PATH}/x`, 400],
    ] as const)
      expect([path, await statusWith(path, tag)]).toEqual([path, status]);
  });
});

it('a block’s bytes have its ID as their tag, by hash and by height', async () => {
  const { id } = explorer.testChain.chain.view.block(0)!;
  await mineTestBlock(explorer.testChain.chain);
  for (const reference of [id, '0'])
    for (const tag of [`"${id}"`, `W/"${id}"`])
      expect(await statusWith(`${PATH}/${reference}/raw`, tag)).toBe(304);
  expect(await statusWith(`${PATH}/1/raw`, `"${id}"`)).toBe(200);
});

/** A ready index whose ranking comes from a function. */
function rankingFrom(addresses: ProjectionReader['addresses']): Pick<TestParts, 'index' | 'indexStatus'> {
  return {
    index: () => ({ addresses }) as Partial<ProjectionReader> as ProjectionReader,
    indexStatus: () => ({ state: 'ready', indexedHeight: 0, targetHeight: 0, progress: 100 }),
  };
}

const away = (): never => {
  throw new ProjectionError('storage_failed', 'the database is away');
};

async function start(...options: Parameters<typeof startTestExplorer>): Promise<TestExplorer> {
  const started = await startTestExplorer(...options);
  onTestFinished(() => started.close());
  return started;
}

const RANKING = '/api/v1/addresses';

describe('an answer', () => {
  it('is made once, until the chain changes', async () => {
    let asked = 0;
    const counted = await start(() => rankingFrom(async () => ({ items: [], total: (asked += 1) })));
    const ask = async () => ((await counted.get(RANKING)).json as { pagination: object }).pagination;
    expect([await ask(), await ask()]).toMatchObject([{ total: 1 }, { total: 1 }]);
    await mineTestBlock(counted.testChain.chain);
    expect(await ask()).toMatchObject({ total: 2 });
  });

  it('is not made for who has it: the database may be away', async () => {
    const whole = await start(() => rankingFrom(async () => ({ items: [], total: 0 })));
    const tag = (await whole.get(RANKING)).headers.etag!;
    const unread = await start(() => rankingFrom(away));
    expect(await statusWith(RANKING, tag, unread)).toBe(304);
  });

  it('that was made while the chain changed is sent without a tag, and not kept', async () => {
    let asked = 0;
    const changing = await start(() =>
      rankingFrom(async () => {
        asked += 1;
        if (asked === 1) await mineTestBlock(changing.testChain.chain);
        return { items: [], total: asked };
      }),
    );
    const first = await changing.get(RANKING);
    expect([first.status, first.headers.etag, first.headers['cache-control']]).toEqual([
      200,
      undefined,
      'no-store',
    ]);
    const second = await changing.get(RANKING);
    expect(second.headers.etag).toBeDefined();
    expect(second.json).toMatchObject({ pagination: { total: 2 } });
  });

  it('that the index or the chain cannot give is 503, and a failed index comes first', async () => {
    const unavailable = [503, { error: 'explorer_index_unavailable' }];
    const unread = await start(() => rankingFrom(away));
    const { status, json } = await unread.get(RANKING);
    expect([status, json]).toEqual(unavailable);
    const failed = await start(({ chain }) => ({
      indexStatus: () => ({ state: 'error', indexedHeight: -1, targetHeight: -1, progress: 0 }),
      chain: withChanges(chain, {
        get view(): never {
          return away();
        },
      }),
    }));
    const [indexed, core] = await Promise.all(['/api/v1/stats', PATH].map((path) => failed.get(path)));
    expect([indexed!.status, indexed!.json]).toMatchObject([503, { error: 'explorer_index_error' }]);
    expect([core!.status, core!.json]).toEqual(unavailable);
  });

  it('is no longer sent once its block has left the chain', async () => {
    const { chain } = explorer.testChain;
    const first = await mineTestBlock(chain);
    const path = `${PATH}/${first.height}`;
    for (const _time of ['made', 'from the cache'])
      expect((await explorer.get(path)).json).toMatchObject({ block: { id: first.id, confirmations: 1 } });
    await stepBack(chain);
    expect((await explorer.get(path)).status).toBe(404);
    const second = await mineTestBlock(chain, [], { miner: 3 });
    expect((await explorer.get(path)).json).toMatchObject({ block: { id: second.id, confirmations: 1 } });
  });
});

describe('compression', () => {
  it.each([
    ['br', 'br'],
    ['gzip', 'gzip'],
    ['gzip;q=1, br;q=0.5', 'br'],
    ['br;q=0, gzip', 'gzip'],
    ['*', 'br'],
    ['identity;q=0, GZIP', 'gzip'],
    ['', undefined],
    ['deflate, zstd', undefined],
    ['gzip;q=0', undefined],
    ['*;q=0', undefined],
    [';;,q=', undefined],
  ])('for Accept-Encoding %j is %s', async (accepted, encoding) => {
    const { status, headers } = await explorer.get(`${PATH}/0/transactions`, {
      headers: { 'Accept-Encoding': accepted },
    });
    expect([status, headers['content-encoding']]).toEqual([200, encoding]);
  });
});
