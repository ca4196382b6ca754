// @vitest-environment happy-dom
import { writeStored } from '@cairn/ui';
import { afterEach, expect, it, vi } from 'vitest';
import { onRecomputed, readRecomputed, storeRecomputed } from './recomputed.ts';

afterEach(() => localStorage.clear());

it('an invalid block stays known while others are recomputed, and pages hear of what is new alone', () => {
  const listener = vi.fn<() => void>();
  const stop = onRecomputed(listener);
  const [first, second] = [1, 2].map((height) => ({ height, id: `${height}`.repeat(64) }));
  const wrong = { ...second!, network: 'devnet', rule: 'a rule' };
  storeRecomputed({ tip: first, wrong });
  storeRecomputed({ tip: second });
  expect(readRecomputed()).toEqual({ tip: second, wrong });
  storeRecomputed({ wrong: { ...wrong, height: 3 } });
  expect(readRecomputed()).toEqual({ tip: second, wrong: { ...wrong, height: 3 } });
  storeRecomputed({});
  writeStored('another', 'text');
  expect(listener).toHaveBeenCalledTimes(3);
  stop();
});

it.each(['{', 'null'])('a stored text that somebody has changed to %s says nothing', (text) => {
  storeRecomputed({ tip: { height: 1, id: '1'.repeat(64) } });
  localStorage.setItem(localStorage.key(0)!, text);
  expect(readRecomputed()).toEqual({});
});
