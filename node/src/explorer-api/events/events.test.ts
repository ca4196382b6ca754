import { EXPLORER_LIMITS, explorerEventSchemas } from '@cairn/api/explorer';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { mineTestBlock, stepBack, withViewChanges } from '../../chain/test-support.ts';
import { startTestExplorer, type TestExplorer } from '../test-support.ts';
import { EVENT_LIMITS } from './event-hub.ts';
import { openTestStream, type TestStream } from './test-support.ts';

let explorer: TestExplorer;
let streams: TestStream[];

beforeEach(async () => {
  streams = [];
  explorer = await startTestExplorer(undefined, {}, { ...EVENT_LIMITS, indexCheckMs: 20 });
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

const idsOf = (stream: TestStream): (number | undefined)[] => stream.events().map(({ id }) => id);

describe('a new stream', () => {
  it('is an event stream that no cache stores, readable from any page', async () => {
    const { response } = await open({
      headers: { Origin: 'https://explorer.example', 'Accept-Encoding': 'br' },
    });
    expect(response.statusCode).toBe(200);
    expect(response.headers).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
      'access-control-allow-origin': '*',
      vary: 'accept-encoding',
    });
    for (const absent of ['etag', 'content-encoding', 'access-control-allow-credentials', 'content-length']) {
      expect(response.headers[absent]).toBeUndefined();
    }
  });

  it('starts with the ID of the current tip, then sends each new block', async () => {
    await mine(1);
    const stream = await open();
    const { id } = explorer.testChain.chain.tip();
    await expect.poll(() => stream.text()).toBe(`retry: 3000\nid: 1-${id}\n\n`);
    await mine(1);
    await expect.poll(() => idsOf(stream)).toEqual([2]); // a replica sends what it finds at a poll
    await mine(1);
    await expect.poll(() => idsOf(stream)).toEqual([2, 3]);
    const { items } = (await explorer.get('/api/v1/blocks?limit=1')).json as { items: unknown[] };
    expect(stream.events()[1]).toEqual({
      event: 'tip',
      id: 3,
      block: (items[0] as { id: string }).id,
      data: { network: 'devnet', ...(items[0] as object) },
    });
    expect(stream.events()[0]!.data).toMatchObject({ height: 2, confirmations: 1 });
    for (const { data } of stream.events()) expect(explorerEventSchemas.tip.parse(data)).toEqual(data);
  });
});

describe('a stream that resumes', () => {
  beforeEach(() => mine(4));

  it.each<[string, Record<string, string>, number[]]>([
    ['', { 'Last-Event-ID': '2' }, [3, 4]],
    ['?last_event_id=1', {}, [2, 3, 4]],
    ['?last_event_id=1', { 'Last-Event-ID': '3' }, [4]],
    ['?last_event_id=2', { 'Last-Event-ID': 'nonsense' }, [3, 4]],
    ['', { 'Last-Event-ID': '4' }, []],
    ['', { 'Last-Event-ID': '-2' }, []],
    ['', { 'Last-Event-ID': '9' }, [4]],
  ])('with %j and %j gets %j first', async (query, headers, expected) => {
    const stream = await open({ query, headers });
    await mine(1);
    await expect.poll(() => idsOf(stream)).toEqual([...expected, 5]);
    if (expected.includes(3)) {
      const third = stream.events().find(({ id }) => id === 3)!;
      expect(third.data).toMatchObject({ height: 3, confirmations: 2 });
    }
  });

  it.each(['x', '-1', '4294967296', ''])('from last_event_id=%s is 422', async (value) => {
    const { status, json } = await explorer.get(`/api/v1/events?last_event_id=${value}`);
    expect([status, json]).toMatchObject([422, { detail: [{ loc: ['query', 'last_event_id'] }] }]);
  });
});

describe('a chain that cannot be read', () => {
  it('makes the stream a 500 instead of an open stream without events', async () => {
    const broken = await startTestExplorer(({ chain }) => ({
      chain: withViewChanges(chain, () => ({
        block: () => {
          throw new Error('damaged');
        },
      })),
    }));
    await mineTestBlock(broken.testChain.chain);
    const { status, json } = await broken.get('/api/v1/events?last_event_id=0');
    expect([status, json]).toEqual([500, { error: 'internal_error' }]);
    await broken.close();
  });
});

describe('a block that is stepped back', () => {
  it('makes its parent the tip, for open and for resumed streams', async () => {
    await mine(2);
    const stream = await open();
    // A replica reports `reorganized` only once another block has replaced it.
    const tips = () => stream.events().filter(({ event }) => event === 'tip');
    await stepBack(explorer.testChain.chain);
    await expect.poll(() => tips().map(({ data }) => data['height'])).toEqual([1]);
    await mine(1);
    await expect.poll(() => tips().map(({ data }) => data['height'])).toEqual([1, 2]);
    const [below, above] = tips();
    expect(above!.data['prev_block_hash']).toBe(below!.data['id']);
  });
});

describe('the index', () => {
  it('causes an event only when its state changes', async () => {
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
    expect(building).toMatchObject({
      event: 'index',
      id: undefined,
      data: { enabled: true, ready: false, state: 'building', indexed_height: 0 },
    });
    expect([tip!.event, ready!.event, ready!.data['state']]).toEqual(['tip', 'index', 'ready']);
    expect(explorerEventSchemas.index.parse(ready!.data)).toEqual(ready!.data);
  });
});

describe('an open stream', () => {
  it('gets a comment every 15 seconds', async () => {
    expect([EVENT_LIMITS.keepAliveMs, EXPLORER_LIMITS.eventKeepAliveSeconds]).toEqual([15_000, 15]);
    const quick = await startTestExplorer(undefined, {}, { ...EVENT_LIMITS, keepAliveMs: 20 });
    const stream = await openTestStream(quick.url);
    await expect.poll(() => stream.text().match(/^: open\n\n/gm)?.length ?? 0).toBeGreaterThan(3);
    expect(stream.events()).toEqual([]);
    stream.leave();
    await quick.close();
  });

  it('does not delay the stop, whether it is read or not', async () => {
    const reader = await open();
    const sleeper = await open();
    sleeper.response.pause();
    await mine(1);
    const started = Date.now();
    await explorer.close();
    expect(Date.now() - started).toBeLessThan(3_000);
    await Promise.all([reader.ended, (sleeper.response.resume(), sleeper.ended)]);
    expect(idsOf(reader)).toEqual([1]);
    explorer = await startTestExplorer();
  });
});

describe('a thousand streams', () => {
  it('receive a block that is serialized once; one more is refused until one closes', async () => {
    let summaries = 0;
    const full = await startTestExplorer(({ chain }) => ({
      chain: withViewChanges(chain, (view) => ({
        block: (height) => {
          summaries += 1;
          return view.block(height);
        },
      })),
    }));
    const all: TestStream[] = [];
    for (let batch = 0; batch < 20; batch += 1) {
      all.push(...(await Promise.all(Array.from({ length: 50 }, () => openTestStream(full.url)))));
    }
    expect(all.every(({ response }) => response.statusCode === 200)).toBe(true);
    const refused = await full.get('/api/v1/events', { headers: { Origin: 'http://a.example' } });
    expect([refused.status, refused.json]).toEqual([
      503,
      { error: 'too_many_streams', message: expect.any(String) },
    ]);
    expect(refused.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'cache-control': 'no-store',
      'content-type': 'application/json',
    });
    await mineTestBlock(full.testChain.chain);
    await expect
      .poll(() => all.filter((one) => idsOf(one).includes(1)).length, { timeout: 60_000 })
      .toBe(1_000);
    expect(summaries).toBe(1);
    all[0]!.leave();
    await expect
      .poll(async () => {
        const next = await openTestStream(full.url);
        all.push(next);
        return next.response.statusCode;
      })
      .toBe(200);
    for (const one of all) one.leave();
    await full.close();
  });
});
