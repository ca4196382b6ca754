import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startPoller, type Poller, type Visibility } from './poller.ts';

/** A page that can be hidden and shown. */
function pretendPage() {
  const listeners = new Set<() => void>();
  let visible = true;
  const visibility: Visibility = {
    isVisible: () => visible,
    onChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const show = (next: boolean) => {
    visible = next;
    for (const listener of listeners) listener();
  };
  return { visibility, show, listeners };
}

describe('a poller', () => {
  let page: ReturnType<typeof pretendPage>;
  let works: boolean;
  let rounds: AbortSignal[];
  let poller: Poller;

  beforeEach(() => {
    vi.useFakeTimers();
    page = pretendPage();
    works = true;
    rounds = [];
    const task = (signal: AbortSignal) => {
      rounds.push(signal);
      return Promise.resolve(works);
    };
    poller = startPoller({ task, intervalMs: 1_000, maximumIntervalMs: 4_000, visibility: page.visibility });
  });

  afterEach(() => {
    poller.stop();
    vi.useRealTimers();
  });

  it('asks at once and then after each interval', async () => {
    expect(rounds).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(3_000);
    expect(rounds).toHaveLength(4);
  });

  it('asks nothing while the page is hidden, and at once when it is seen again', async () => {
    await vi.advanceTimersByTimeAsync(0);
    page.show(false);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(rounds).toHaveLength(1);
    page.show(true);
    expect(rounds).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(rounds).toHaveLength(3);
  });

  it('waits longer after each failure, up to its limit, and recovers', async () => {
    works = false;
    await vi.advanceTimersByTimeAsync(1_000);
    expect(rounds).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(rounds).toHaveLength(3);
    await vi.advanceTimersByTimeAsync(4_000);
    expect(rounds).toHaveLength(4);
    works = true;
    await vi.advanceTimersByTimeAsync(4_000);
    expect(rounds).toHaveLength(5);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(rounds).toHaveLength(6);
  });

  it('never runs two rounds at a time', async () => {
    await vi.advanceTimersByTimeAsync(0);
    poller.poke();
    poller.poke();
    expect(rounds).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(0);
    poller.poke();
    expect(rounds).toHaveLength(3);
  });

  it('stops for good: aborts the round, forgets the page', async () => {
    poller.stop();
    expect(rounds[0]?.aborted).toBe(true);
    expect(page.listeners.size).toBe(0);
    poller.poke();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(rounds).toHaveLength(1);
  });
});
