// @vitest-environment happy-dom
import { type ExplorerEventHandlers, type ExplorerStatus, TransportError } from '@cairn/api/explorer';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import fc from 'fast-check';
import { blockAt, statusAt } from '../../test/live-support.ts';
import { backOff, ChainFeed, STATUS_TIMEOUT_MS } from './chain-feed.ts';

type Handlers = ExplorerEventHandlers & { lastHeight?: number | undefined };

/** A feed over a fake page, network and clock. */
function start(height = 10, down = false) {
  const world = {
    status: statusAt(height),
    down,
    /** True for a node that accepts connections but does not answer. */
    frozen: false,
    /** Milliseconds until an answer, which is that of the time of the question. */
    delay: 0,
    asked: 0,
    streams: [] as (Handlers & { closed: boolean; last: number | undefined })[],
  };
  const feed = new ChainFeed({
    load: async (): Promise<ExplorerStatus> => {
      world.asked += 1;
      if (world.frozen) {
        await new Promise((resolve) => setTimeout(resolve, STATUS_TIMEOUT_MS));
        throw new TransportError('timeout', 'frozen');
      }
      if (world.down) throw new TransportError('network', 'down');
      const { status } = world;
      if (world.delay > 0) await new Promise((resolve) => setTimeout(resolve, world.delay));
      return status;
    },
    open: (handlers) => {
      const stream = { ...handlers, closed: false, last: handlers.lastHeight };
      world.streams.push(stream);
      return { lastHeight: stream.last, close: () => (stream.closed = true) };
    },
    random: () => 1,
  });
  const end = feed.subscribe(() => undefined);
  const stream = () => world.streams.at(-1)!;
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
  return { world, feed, end, stream, pass };
}

async function streaming(height = 10) {
  const all = start(height);
  await all.pass(0);
  all.stream().onConnection!(true);
  return all;
}

/** The page becomes visible or hidden. */
function look(state: DocumentVisibilityState) {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  document.dispatchEvent(new Event('visibilitychange'));
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('a visible page', () => {
  it('requests the status once, then listens to the stream from that height on', async () => {
    const { world, feed, stream, pass } = await streaming();
    expect(stream().last).toBe(10);
    const before = world.asked;
    await pass(25_000);
    expect(world.asked).toBeLessThanOrEqual(before + 5);
    stream().onTip!(blockAt(11));
    expect(feed.current().status).toMatchObject({ height: 11, tip_id: blockAt(11).id });
  });

  it('polls while no stream opens', async () => {
    const { world, feed, pass } = start();
    await pass(60_000);
    expect(feed.current()).toMatchObject({ failure: undefined, status: { height: 10 } });
    expect(world.asked).toBeGreaterThanOrEqual(10);
    expect(world.streams).toHaveLength(1);
  });

  it('polls after the stream breaks, until one opens again', async () => {
    const { world, stream, pass } = await streaming();
    stream().onTip!(blockAt(11));
    world.status = statusAt(11);
    stream().onConnection!(false);
    await pass(7_000);
    expect(world.asked).toBeGreaterThan(2);
    expect(stream().closed).toBe(false);
    stream().onConnection!(true);
  });

  it('replaces a stream that is open but dead, as after sleep, and takes what it missed for a reorganization', async () => {
    const { world, feed, stream, pass } = await streaming();
    const dead = stream();
    world.status = statusAt(12);
    await pass(11_000);
    expect(dead.closed).toBe(true);
    expect(stream().last).toBe(12);
    expect(feed.current()).toMatchObject({ reorganizations: 1, failure: undefined });
    stream().onConnection!(true);
    await pass(60_000);
    expect(world.streams).toHaveLength(2);
  });

  it('keeps a stream whose tips a status knew first', async () => {
    const { world, stream, pass } = await streaming();
    for (const height of [11, 12, 13]) {
      world.status = statusAt(height);
      await pass(1_000);
      stream().onTip!(blockAt(height));
    }
    expect(world.streams).toHaveLength(1);
  });

  it('does not go back to a status that was requested before the latest tip', async () => {
    const { world, feed, stream, pass } = await streaming();
    world.delay = 1_000;
    const { asked } = world;
    while (world.asked === asked) await pass(100);
    // Just before the answer, and before the tip leads to the next question.
    await pass(800);
    world.status = statusAt(11);
    stream().onTip!(blockAt(11));
    await pass(5_000);
    expect(feed.current()).toMatchObject({ status: { height: 11 }, reorganizations: 0 });
  });

  it('counts reorganizations, from the stream and from a tip that is not above the last one', async () => {
    const { world, feed, stream, pass } = start();
    await pass(0);
    expect(feed.current().reorganizations).toBe(0);
    stream().onReorganized!({ common_height: 8, removed: [], added: [] } as never);
    expect(feed.current().reorganizations).toBe(1);
    world.status = statusAt(9);
    await pass(6_000);
    expect(feed.current().reorganizations).toBe(2);
    world.status = statusAt(12);
    await pass(6_000);
    expect(feed.current().reorganizations).toBe(2);
  });

  it('does not take a quiet chain or a wrong clock for a failure', async () => {
    const { feed, pass } = await streaming();
    vi.setSystemTime(Date.now() + 40 * 86_400_000);
    await pass(3_600_000);
    expect(feed.current().failure).toBeUndefined();
  });
});

describe('failures', () => {
  it('are reported at once before the first status', async () => {
    const { feed, pass } = start(10, true);
    await pass(0);
    expect(feed.current().failure).toEqual({ kind: 'unreachable', slow: false });
  });

  it('of a node that hangs are reported within 10 s, although its stream stays open', async () => {
    const { world, feed, pass } = await streaming();
    world.frozen = true;
    await pass(10_000);
    expect(feed.current()).toMatchObject({ failure: { kind: 'unreachable', slow: true } });
    world.frozen = false;
    await pass(10_000);
    expect(feed.current().failure).toBeUndefined();
  });

  it('are reported for an outage, but not for one failed request, and end with the next answer', async () => {
    const { world, feed, stream, pass } = await streaming();
    world.down = true;
    stream().onConnection!(false);
    await pass(2_000);
    expect(feed.current().failure).toBeUndefined();
    await pass(20_000);
    expect(feed.current()).toMatchObject({ failure: { kind: 'unreachable' }, status: { height: 10 } });
    world.down = false;
    await pass(30_000);
    expect(feed.current().failure).toBeUndefined();
  });
});

describe('a hidden page', () => {
  it('keeps its stream while a notification needs it', async () => {
    const { feed, stream, pass } = await streaming();
    const release = feed.hold();
    look('hidden');
    await pass(60_000);
    expect(stream().closed).toBe(false);
    release();
    release();
    await pass(11_000);
    expect(stream().closed).toBe(true);
  });

  it('closes its stream after a while and requests nothing, but not after a short absence', async () => {
    const { world, feed, stream, pass } = await streaming();
    look('hidden');
    await pass(5_000);
    look('visible');
    await pass(20_000);
    expect(stream().closed).toBe(false);
    look('hidden');
    await pass(11_000);
    expect(stream().closed).toBe(true);
    const before = world.asked;
    await pass(3_600_000);
    expect([world.asked, world.streams.length]).toEqual([before, 1]);
    world.status = statusAt(70);
    look('visible');
    await pass(0);
    expect(feed.current().status?.height).toBe(70);
    expect(stream().last).toBe(70);
    expect(stream().closed).toBe(false);
  });

  it('asks nothing until it is seen, if it was opened in the background', async () => {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    const { world, feed, pass } = start();
    await pass(60_000);
    expect([world.asked, world.streams.length]).toEqual([0, 0]);
    look('visible');
    await pass(0);
    expect(feed.current().status?.height).toBe(10);
    expect(world.streams).toHaveLength(1);
  });

  it('closes its connection when it is left, and continues after Back', async () => {
    const { stream, pass } = await streaming();
    dispatchEvent(new Event('pagehide'));
    expect(stream().closed).toBe(true);
    dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    await pass(0);
    expect(stream().closed).toBe(false);
  });
});

it('reconnects when the network is back, without reporting a failure', async () => {
  const { world, feed, stream, pass } = await streaming();
  const asleep = stream();
  world.down = true;
  dispatchEvent(new Event('online'));
  await pass(1_500);
  expect(asleep.closed).toBe(true);
  expect(feed.current().failure).toBeUndefined();
  world.down = false;
  await pass(4_000);
  stream().onConnection!(true);
});

it('shows each tip to the islands, and stops without listeners', async () => {
  const { feed, end, stream, pass, world } = await streaming();
  stream().onTip!(blockAt(11));
  expect(feed.current().status?.height).toBe(11);
  end();
  const before = world.asked;
  await pass(120_000);
  expect([stream().closed, world.asked]).toEqual([true, before]);
});

it('doubles the pause between attempts up to the longest, and reduces each by up to a half at random', () => {
  expect([0, 1, 2, 6].map((attempts) => backOff(attempts, 1))).toEqual([1_000, 2_000, 4_000, 30_000]);
  fc.assert(
    fc.property(fc.nat(5_000), fc.double({ min: 0, max: 1, noNaN: true }), (attempts, random) => {
      const whole = backOff(attempts, 1);
      const pause = backOff(attempts, random);
      expect(pause).toBeGreaterThanOrEqual(whole / 2);
      expect(pause).toBeLessThanOrEqual(whole);
    }),
  );
});
