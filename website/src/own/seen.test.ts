// @vitest-environment happy-dom
import type { AddressState } from '@cairn/api/explorer';
import { afterEach, expect, it } from 'vitest';
import { keepSeen, lookAt, movementOf, readSeen, SEEN_STORAGE_KEY, VISIT_MS } from './seen.ts';

const at = (balance: string, nonce: number) => ({ balance, nonce }) as AddressState;

afterEach(() => localStorage.clear());

it('shows what moved since the visit before, also after a reload', () => {
  let seen = lookAt(undefined, at('100', 1), 0);
  expect(movementOf(seen)).toBeUndefined();
  seen = lookAt(seen, at('150', 1), VISIT_MS + 1);
  expect(movementOf(seen)).toEqual({ change: 50n, sent: 0, since: 0 });
  seen = lookAt(seen, at('120', 3), VISIT_MS + 2);
  expect(movementOf(seen)).toEqual({ change: 20n, sent: 2, since: 0 });
  seen = lookAt(seen, at('120', 3), 3 * VISIT_MS);
  expect(movementOf(seen)).toBeUndefined();
});

it('takes coins that came and went for a movement, and a chain that stepped back for none sent', () => {
  const first = lookAt(undefined, at('100', 1), 0);
  expect(movementOf(lookAt(first, at('100', 2), 1))).toEqual({ change: 0n, sent: 1, since: 0 });
  expect(movementOf(lookAt(first, at('90', 0), 1))).toEqual({ change: -10n, sent: 0, since: 0 });
});

it('is kept, and reads whatever else is kept there as nothing seen', () => {
  const seen = new Map([['dA', lookAt(undefined, at('100', 1), 5)]]);
  keepSeen(seen);
  expect(readSeen()).toEqual(seen);
  const sight = { balance: '1', nonce: 1, at: 1 };
  const broken = [
    'x',
    'null',
    '[]',
    '{"a":null}',
    '{"a":{"before":{},"last":{}}}',
    JSON.stringify({ a: { before: sight, last: { ...sight, balance: '-1' } } }),
  ];
  for (const text of broken) {
    localStorage.setItem(SEEN_STORAGE_KEY, text);
    expect([text, readSeen().size]).toEqual([text, 0]);
  }
});
