import { expect, it } from 'vitest';
import { translationsFor } from './texts.ts';
import { newsOf, type Seen } from './watching.ts';

const news = (before: Seen, now: Seen) => newsOf(before, now, translationsFor('en'));
const depth = (before: number, now: number) => news({ confirmations: before }, { confirmations: now });

it('news of a transaction come at 1, 6 and 30 confirmations, and go on after a reorganization', () => {
  expect(depth(0, 0)).toBeUndefined();
  expect(depth(0, 1)).toBe('1 confirmation');
  expect(depth(1, 5)).toBeUndefined();
  expect(depth(5, 7)).toBe('7 confirmations');
  expect(depth(7, 6)).toBeUndefined();
  expect(depth(7, 0)).toBe('no longer in a block');
  expect(depth(0, 2)).toBe('2 confirmations');
  expect(depth(29, 30)).toBe('30 confirmations');
});

it('news of an address tell each change, even if received coins were sent again', () => {
  const at = (balance: string, nonce: number) => ({ balance, nonce });
  expect(news(at('100', 1), at('100', 1))).toBeUndefined();
  expect(news(at('100', 1), at('150', 1))).toBe('+0.0000005\u00a0CRN');
  expect(news(at('100', 1), at('90', 2))).toBe('−0.0000001\u00a0CRN');
  expect(news(at('150', 1), at('150', 2))).toBe('1 transaction sent');
});
