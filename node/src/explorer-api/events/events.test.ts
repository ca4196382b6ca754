import { explorerEventSchemas } from '@cairn/api/explorer';
import { blockId } from '@cairn/protocol';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { mineBranch, mineTestBlock, stepBack, withViewChanges } from '@cairn/chain/test-support';
import { startTestExplorer, type TestExplorer } from '../test-support.ts';
import { EVENT_LIMITS } from '@cairn/chain/explorer';
import { openTestStream, type TestStream } from './test-support.ts';

let explorer: TestExplorer;
let streams: TestStream[];

beforeEach(async () => {
  streams = [];
  explorer = await startTestExplorer(undefined, undefined, {
    ...EVENT_LIMITS,
    indexCheckMs: 20,
    keepAliveMs: 20,
  });
});

afterEach(async () => {
  for (const stream of streams) stream.leave();
  await explorer.close();
});

async function open(options?: Parameters<typeof openTestStream>[1]): Promise<TestStream> {
  const stream = await openTestStream(explorer.url, options);
  streams.push(stream);
  return stream;
}

async function mine(count: number): Promise<void> {
  for (let mined = 0; mined < count; mined += 1) await mineTestBlock(explorer.testChain.chain);
}

/** Blocks of a branch from the genesis block, mined by another miner. */
const branch = (length: number): Promise<Uint8Array[]> => mineBranch(Array<number>(length).fill(3));

const idsOf = (stream: TestStream): (number | undefined)[] => stream.events().map(({ id }) => id);

it('a new stream starts with the ID of the tip, then sends each block, and a comment now and then', async () => {
  await mine(1);
  const stream = await open({ headers: { Origin: 'https://explorer.example', 'Accept-Encoding': 'br' } });
  expect(stream.response.headers).toMatchObject({
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    'x-content-type-options': 'nosniff',
    'access-control-allow-origin': '*',
    vary: 'accept-encoding',
  });
  for (const absent of ['etag', 'content-encoding', 'access-control-allow-credentials', 'content-length'])
    expect(stream.response.headers).not.toHaveProperty(absent);
  const start = `retry: 3000\nid: 1-${explorer.testChain.chain.tip().id}\n\n`;
  await expect.poll(() => stream.text()).toContain(`${start}: open\n\n: open\n\n`);
  await mine(1);
  await expect.poll(() => idsOf(stream)).toEqual([2]);
  await mine(1);
  await expect.poll(() => idsOf(stream)).toEqual([2, 3]);
  const { items } = await explorer.json<{ items: { id: string }[] }>('/api/v1/blocks?limit=1');
  const data = { network: 'devnet', ...items[0] };
  expect(stream.events()[1]).toEqual({ event: 'tip', id: 3, block: items[0]!.id, data });
  expect(explorerEventSchemas.tip.parse(data)).toEqual(data);
  expect(EVENT_LIMITS).toMatchObject({ streams: 1_000, keepAliveMs: 15_000 });
});

describe('a reorganization', () => {
  it('is reported once, before the new tip, to open and to resumed streams', async () => {
    await mine(2);
    const { chain } = explorer.testChain;
    const old = chain.tip();
    const stream = await open();
    const theirs = await branch(3);
    for (const raw of theirs) await chain.offerBlock(raw);
    await expect.poll(() => stream.events().length).toBe(2);
    const [reorganized, tip] = stream.events();
    expect(explorerEventSchemas.reorganized.parse(reorganized!.data)).toEqual({
      network: 'devnet',
      old_tip: old.id,
      new_tip: blockId(theirs[2]!),
      common_height: 0,
      disconnected_count: 2,
      connected_count: 3,
      disconnected: [old.id, expect.any(String)],
      connected: theirs.map((raw) => blockId(raw)).reverse(),
    });
    expect([reorganized, tip]).toMatchObject([
      { event: 'reorganized', id: undefined },
      { event: 'tip', id: 3 },
    ]);
    const back = await open({ headers: { 'Last-Event-ID': `2-${old.id}` } });
    await expect.poll(() => back.events().length).toBe(4);
    expect(back.events()[0]).toEqual(reorganized);
    expect(idsOf(back).slice(1)).toEqual([1, 2, 3]);
    const strange = await open({ headers: { 'Last-Event-ID': `3-${'ab'.repeat(32)}` } });
    await expect.poll(() => idsOf(strange)).toEqual([3]);
  });

  it('leaves stale blocks, which are listed but not found by other routes', async () => {
    await mine(2);
    const { chain } = explorer.testChain;
    const old = chain.tip();
    for (const raw of await branch(3)) await chain.offerBlock(raw);
    const { items } = await explorer.json<{ items: { id: string }[] }>('/api/v1/blocks/stale');
    expect(items).toEqual([
      {
        id: old.id,
        height: 2,
        prev_block_hash: items[1]!.id,
        timestamp: expect.any(Number),
        miner: expect.any(String),
        transaction_count: 1,
        canonical_id: chain.view.block(2)!.id,
      },
      expect.objectContaining({ height: 1 }),
    ]);
    expect(await explorer.json('/api/v1/blocks/stale?limit=1')).toMatchObject({ items: [{ id: old.id }] });
    expect((await explorer.get(`/api/v1/blocks/${old.id}`)).status).toBe(404);
  });
});

it('a block that is stepped back makes its parent the tip', async () => {
  await mine(2);
  const stream = await open();
  const tips = () => stream.events().filter(({ event }) => event === 'tip');
  await stepBack(explorer.testChain.chain);
  await expect.poll(() => tips().map(({ data }) => data['height'])).toEqual([1]);
  await mine(1);
  await expect.poll(() => tips().map(({ data }) => data['height'])).toEqual([1, 2]);
  expect(tips()[1]!.data['prev_block_hash']).toBe(tips()[0]!.data['id']);
});

it('the index causes an event only when its state changes', async () => {
  const stream = await open();
  const progress = (indexedHeight: number) => ({ indexedHeight, targetHeight: 9, progress: 0 });
  explorer.projection.status = { state: 'building', ...progress(0) };
  await expect.poll(() => stream.events().length).toBe(1);
  explorer.projection.status = { state: 'building', ...progress(5) };
  await mine(1);
  await expect.poll(() => stream.events().length).toBe(2);
  explorer.projection.status = { state: 'ready', ...progress(9) };
  await expect.poll(() => stream.events().length).toBe(3);
  const [building, tip, ready] = stream.events();
  const data = {
    enabled: true,
    ready: false,
    state: 'building',
    indexed_height: 0,
    target_height: 9,
    progress: 0,
  };
  expect(building).toEqual({ event: 'index', id: undefined, block: undefined, data });
  expect([tip!.event, ready!.event, ready!.data['state']]).toEqual(['tip', 'index', 'ready']);
});

it('open streams do not delay the stop, whether they are read or not', async () => {
  const reader = await open();
  const sleeper = await open();
  sleeper.response.pause();
  await mine(1);
  const started = Date.now();
  await explorer.close();
  expect(Date.now() - started).toBeLessThan(EVENT_LIMITS.keepAliveMs / 3); // and not after the grace of other requests
  await Promise.all([reader.ended, (sleeper.response.resume(), sleeper.ended)]);
  expect(idsOf(reader)).toEqual([1]);
  explorer = await startTestExplorer();
});

it('a chain that cannot be read makes the stream a 500 instead of an open one without events', async () => {
  const damaged = (): never => {
    throw new Error('damaged');
  };
  const broken = await startTestExplorer(({ chain }) => ({
    chain: withViewChanges(chain, () => ({ block: damaged })),
  }));
  await mineTestBlock(broken.testChain.chain);
  const { status, json } = await broken.get('/api/v1/events?last_event_id=0');
  expect([status, json]).toEqual([500, { error: 'internal_error' }]);
  await broken.close();
});

it('all streams of which there is room receive a block; one more is refused until one closes', async () => {
  const limits = { ...EVENT_LIMITS, streams: 20 };
  const full = await startTestExplorer(undefined, undefined, limits);
  const all = await Promise.all(Array.from({ length: limits.streams }, () => openTestStream(full.url)));
  expect(new Set(all.map(({ response }) => response.statusCode))).toEqual(new Set([200]));
  const refused = await full.get('/api/v1/events');
  expect([refused.status, refused.json]).toMatchObject([503, { error: 'too_many_streams' }]);
  expect(refused.headers).toMatchObject({ 'access-control-allow-origin': '*', 'cache-control': 'no-store' });
  await mineTestBlock(full.testChain.chain);
  await expect.poll(() => all.filter((one) => idsOf(one).includes(1)).length).toBe(20);
  all[0]!.leave();
  const reopened = async (): Promise<number | undefined> => {
    all.push(await openTestStream(full.url));
    return all.at(-1)!.response.statusCode;
  };
  await expect.poll(reopened).toBe(200);
  for (const one of all) one.leave();
  await full.close();
});
