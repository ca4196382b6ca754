import { createDevnetClient, type WeatherEvent } from '@cairn/api/devnet';
import { createExplorerClient } from '@cairn/api/explorer';
import { getNetwork } from '@cairn/protocol';
import { afterEach, describe, expect, it } from 'vitest';
import { MemoryChain } from '../memory/memory-chain.ts';
import { seededRuntime } from '../memory/seeded-runtime.ts';
import { seededDraw } from '../seeded-random.ts';
import { ACCOUNTS, runtime } from '../test-support.ts';
import { PUBLIC_ACCOUNTS } from './accounts.ts';
import { drawWeather } from './weather-events.ts';

const GENESIS = getNetwork('devnet').genesisTime;
const TEN_MINUTES = 600;
const opened: MemoryChain[] = [];
afterEach(async () => {
  for (const chain of opened.splice(0)) await chain.close();
});

/** A devnet whose clock stands still unless a call moves it. */
async function open(now = GENESIS) {
  const chain = await MemoryChain.open({
    runtime: seededRuntime(now, now * 1_000, runtime),
    version: '1.2.3',
    contract: 'contract',
  });
  opened.push(chain);
  const { fetch } = chain;
  const devnet = createDevnetClient({ baseUrl: 'http://devnet', token: '', fetch });
  const explorer = createExplorerClient({ baseUrl: 'http://explorer', fetch });
  return { chain, devnet, explorer };
}

describe('a storm', () => {
  it('brings every event within ten minutes', async () => {
    const { chain, devnet } = await open();
    const depths: number[] = [];
    chain.chain.subscribe(({ disconnected }) => depths.push(disconnected.length));
    await devnet.weather({ weather: 'storm', seed: 7, block_seconds: 2 });
    const { state } = await devnet.time({ advance_seconds: TEN_MINUTES });
    const { events } = await devnet.weatherLog();
    for (const kind of ['away', 'behind', 'break', 'drought', 'jam', 'slow', 'transfers', 'blocks'])
      expect(events.map(({ event }) => event as string)).toContain(kind);
    const deepest = events.reduce((most, event) => Math.max(most, 'depth' in event ? event.depth : 0), 0);
    expect(Math.max(...depths)).toBe(deepest);
    expect(state).toMatchObject({ tip_id: chain.chain.tip().id, weather: { name: 'storm', seed: 7 } });
    expect(state.clock.time).toBe(GENESIS + TEN_MINUTES);
    expect(events.at(-1)!.time).toBeLessThanOrEqual(GENESIS + TEN_MINUTES);
    expect(chain.chain.view.account(ACCOUNTS[5]!.address)!.nonce).toBeGreaterThan(0);
  });

  it('repeats its IDs by its seed, whenever it begins and however the clock moves; and by its log', async () => {
    const idsOf = async (
      now: number,
      steps: number[],
      body: { seed: number; events?: WeatherEvent[] },
      balance?: string,
    ) => {
      const { chain, devnet } = await open(now);
      if (balance !== undefined) await chain.control.pay({ ...PUBLIC_ACCOUNTS, balance });
      await devnet.weather(
        body.events === undefined ? { weather: 'storm', block_seconds: 2, ...body } : body,
      );
      for (const step of steps) await devnet.time({ advance_seconds: step });
      const { events } = await devnet.weatherLog();
      return { ids: events.map(({ tip_id: id }) => id), events };
    };
    const { ids, events } = await idsOf(GENESIS + 999, [200], { seed: 7 });
    expect((await idsOf(GENESIS + 5, [100, 99, 1], { seed: 7 })).ids).toEqual(ids);
    expect((await idsOf(GENESIS, [200], { seed: 8 })).ids).not.toEqual(ids);
    expect((await idsOf(GENESIS, [200], { seed: 7, events })).ids).toEqual(ids);
    const paid = await idsOf(GENESIS + 999, [200], { seed: 7 }, '5000000000');
    expect((await idsOf(GENESIS + 5, [200], { seed: 7 }, '5000000000')).ids).toEqual(paid.ids);
  });
});

it('a calm has no reorganization, a breeze some of one or two blocks, a storm some of up to six', () => {
  const depths = (['calm', 'breezy', 'storm'] as const).map((weather) =>
    drawWeather(weather, seededDraw(1), 10)
      .take(2_000)
      .filter((event) => event.event === 'reorganization')
      .map(({ depth }) => depth)
      .toArray(),
  );
  const found = depths.map((drawn) => [1, 2, 3, 4, 5, 6, 7].filter((depth) => drawn.includes(depth)));
  expect(found).toEqual([[], [1, 2], [1, 2, 3, 4, 5, 6]]);
});

describe('a list of events', () => {
  const address = ACCOUNTS[0]!.address;

  it('delays, cuts and holds what the APIs answer, for its seconds', async () => {
    const { chain, devnet, explorer } = await open();
    const changes: number[] = [];
    chain.context.chain.subscribe(({ newTip }) => changes.push(newTip.height));
    await devnet.weather({
      events: [
        { at: 10, event: 'away', seconds: 10 },
        { at: 30, event: 'behind', seconds: 30 },
      ],
      block_seconds: 10,
    });
    const advance = (seconds: number) => devnet.time({ advance_seconds: seconds });
    await advance(12);
    await expect(explorer.status()).rejects.toMatchObject({ name: 'TransportError', code: 'network' });
    expect((await devnet.state()).weather).toMatchObject({ name: 'list', api: 'away' });
    await advance(23);
    expect(await explorer.status()).toMatchObject({ height: 3 });
    await advance(20);
    await devnet.reorganize({ depth: 2 });
    expect((await devnet.state()).height).toBe(6);
    expect(await explorer.status()).toMatchObject({ height: 3 });
    expect((await explorer.listBlocks({})).items[0]).toMatchObject({ height: 3, confirmations: 1 });
    expect(changes).toEqual([1, 2, 3]);
    const { state } = await advance(5);
    expect(state.weather).toBeNull();
    expect(await explorer.status()).toMatchObject({ height: state.height, tip_id: state.tip_id });
    expect(changes).toEqual([1, 2, 3, 6, 7]);
  });

  it('leaves transfers pending in a jam, and brings no block in a drought', async () => {
    const { chain, devnet } = await open();
    await devnet.weather({
      events: [
        { at: 5, event: 'transfers', count: 3 },
        { at: 6, event: 'jam', seconds: 20 },
        { at: 40, event: 'drought', seconds: 60 },
      ],
      block_seconds: 10,
    });
    const after = async (seconds: number) => {
      const { height, pending_count: pending } = (await devnet.time({ advance_seconds: seconds })).state;
      return [height, pending];
    };
    expect([await after(25), await after(10), await after(60)]).toEqual([
      [2, 3],
      [3, 0],
      [4, 0],
    ]);
    expect(chain.chain.view.block(3)!.transactionCount).toBe(4);
  });

  it('ends event streams, and its seconds do not add up with what other calls do to the clock', async () => {
    const { chain, devnet } = await open();
    const events = await chain.fetch('http://explorer/api/v1/events');
    await devnet.weather({
      events: [
        { at: 10, event: 'break' },
        { at: 20, event: 'blocks', count: 2 },
      ],
    });
    await devnet.mine({ blocks: 2, interval_seconds: 5_000, to: address });
    expect((await devnet.time({ advance_seconds: 9 })).state.height).toBe(2);
    const { state } = await devnet.time({ advance_seconds: 1 });
    expect(await events.text()).toContain('event: tip');
    expect(state).toMatchObject({ height: 4, weather: null });
  });

  it('ends with a revert to before it began, which is a reorganization to clients that were behind', async () => {
    const { chain, devnet } = await open();
    await devnet.mine({ blocks: 2 });
    const { id } = await devnet.snapshot();
    await devnet.mine({ blocks: 3 });
    const events = await chain.fetch('http://explorer/api/v1/events');
    await devnet.weather({
      events: [
        { at: 1, event: 'behind', seconds: 100 },
        { at: 5, event: 'blocks', count: 2 },
      ],
    });
    expect((await devnet.time({ advance_seconds: 10 })).state.height).toBe(7);
    expect((await devnet.revert({ id })).state).toMatchObject({ height: 2, weather: null });
    await chain.close();
    const text = await events.text();
    expect(text).toContain('"common_height":2,"disconnected_count":3,"connected_count":0');
    expect(text).not.toContain('"height":7');
  });

  it('goes on after a revert to a moment at which it lasted', async () => {
    const { devnet } = await open();
    await devnet.weather({ weather: 'calm', seed: 1 });
    const { id } = await devnet.snapshot();
    await devnet.mine();
    expect((await devnet.revert({ id })).state.weather).toMatchObject({ name: 'calm', seed: 1 });
  });

  it('is not held up by a clock that waits for the next block, which it brings', async () => {
    const { devnet } = await open();
    await devnet.time({ next_timestamp: GENESIS + 100 });
    const { state } = await devnet.weather({ weather: 'calm' });
    expect(state.clock).toMatchObject({ time: GENESIS + 100, next_timestamp: null });
    const { clock } = (await devnet.time({ next_timestamp: GENESIS + 200 })).state;
    expect(clock).toMatchObject({ time: GENESIS + 200, next_timestamp: null });
  });

  it('is refused where it makes no sense', async () => {
    const { devnet } = await open();
    await expect(devnet.weather({})).rejects.toThrow('give either weather or events');
    await devnet.weather({ weather: 'calm', block_seconds: 1 });
    await expect(devnet.time({ advance_seconds: 10_001 })).rejects.toMatchObject({ code: 'invalid_time' });
    expect((await devnet.weather({ weather: 'none' })).state.weather).toBeNull();
  });
});
