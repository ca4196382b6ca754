import type { AddressState } from '@cairn/api/explorer';
import { afterEach, expect, it } from 'vitest';
import {
  writeVisits,
  recordVisit,
  movementOf,
  readVisits,
  VISITS_STORAGE_KEY,
  VISIT_MS,
} from './last-visit.ts';

// @vitest-environment happy-dom

const at = (balance: string, nonce: number) => ({ balance, nonce }) as AddressState;

afterEach(() => localStorage.clear());

it('reports changes since the previous visit, even after a reload', () => {
  let seen = recordVisit(undefined, at('100', 1), 0);
  expect(movementOf(seen.before, seen.last)).toBeUndefined();
  seen = recordVisit(seen, at('150', 1), VISIT_MS + 1);
  expect(movementOf(seen.before, seen.last)).toEqual({ change: 50n, sent: 0 });
  seen = recordVisit(seen, at('120', 3), VISIT_MS + 2);
  expect(movementOf(seen.before, seen.last)).toEqual({ change: 20n, sent: 2 });
  seen = recordVisit(seen, at('120', 3), 3 * VISIT_MS);
  expect(movementOf(seen.before, seen.last)).toBeUndefined();
});

it('stores the records, and ignores invalid stored ones', () => {
  const seen = new Map([['dA', recordVisit(undefined, at('100', 1), 5)]]);
  writeVisits(seen);
  expect(readVisits()).toEqual(seen);
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
    localStorage.setItem(VISITS_STORAGE_KEY, text);
    expect([text, readVisits().size]).toEqual([text, 0]);
  }
});
