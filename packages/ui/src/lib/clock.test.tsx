// @vitest-environment happy-dom
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { TimeContext, useClock, useNow } from './clock.ts';

const START = 1_767_225_600;
let root: HTMLElement;
let rendered = 0;

beforeEach(() => {
  vi.useFakeTimers({ now: START * 1_000, toFake: ['setInterval', 'clearInterval', 'Date'] });
  rendered = 0;
  root = document.createElement('div');
  document.body.append(root);
});
afterEach(() => {
  render(null, root);
  root.remove();
  vi.useRealTimers();
});

function Minutes() {
  rendered += 1;
  return <p>{useClock((now) => Math.floor((now - START) / 60))}</p>;
}

const shown: number[] = [];

function Seconds() {
  const seconds = useNow() - START;
  shown.push(seconds);
  return <p>{seconds}</p>;
}

const wait = (seconds: number) => act(() => void vi.advanceTimersByTime(seconds * 1_000));

it('the clock renders a component again only when the shown value changes', async () => {
  await act(() => render(<Minutes />, root));
  await wait(55);
  expect(root.textContent).toBe('0');
  expect(rendered).toBe(1);
  await wait(5);
  expect(root.textContent).toBe('1');
  expect(rendered).toBe(2);
});

function Age({ of }: { of: number }) {
  return <p>{useClock((now) => Math.floor(now) - of)}</p>;
}

it('the clock is never behind a newly shown block', async () => {
  await act(() => render(<Age of={START} />, root));
  expect(root.textContent).toBe('0');
  // A block arrives before the next tick.
  vi.setSystemTime((START + 3) * 1_000);
  await act(() => render(<Age of={START + 3} />, root));
  expect(root.textContent).toBe('0');
});

it('the clock has one timer for all components, and none without any', async () => {
  const both = (
    <>
      <Seconds />
      <Seconds />
    </>
  );
  await act(() => render(both, root));
  expect(vi.getTimerCount()).toBe(1);
  await wait(10);
  expect(root.textContent).toBe('1010');
  await act(() => render(null, root));
  expect(vi.getTimerCount()).toBe(0);
});

it('the clock begins with the server’s time, then continues with the current one', async () => {
  const times = { zone: 'utc', renderedAtSeconds: START - 60 } as const;
  const clock = (
    <TimeContext.Provider value={times}>
      <Seconds />
    </TimeContext.Provider>
  );
  shown.length = 0;
  await act(() => render(clock, root));
  expect(shown).toEqual([-60, 0]);
  await wait(5);
  expect(root.textContent).toBe('5');
});
