import { expect, it } from 'vitest';
import type { ExplorerContext, IndexStatus } from './context.ts';
import { KnownCopies, type KnownCopy } from './known-copies.ts';
import { getTransaction } from './routes/get-transaction.ts';
import { status } from './routes/status.ts';

function copiesOf() {
  const tip = { height: 1, id: 'a' };
  const index: { -readonly [Name in keyof IndexStatus]: IndexStatus[Name] } = {
    state: 'ready',
    indexedHeight: 1,
    targetHeight: 1,
    progress: 100,
  };
  const context = { chain: { tip: () => tip }, indexStatus: () => index };
  return { tip, index, copies: new KnownCopies(context as unknown as ExplorerContext) };
}

const copy = (binding = getTransaction): KnownCopy => ({
  binding,
  response: { type: 'unchanged', tag: 'W/"a"', cacheControl: 'no-cache' },
});

it('knows a copy by its target and its tag', () => {
  const { copies } = copiesOf();
  copies.keep('/a', copy());
  expect(copies.find('/a', 'W/"a"')).toEqual(copy());
  expect(copies.find('/a', 'W/"b"')).toBeUndefined();
  expect(copies.find('/a', '*')).toBeUndefined();
  expect(copies.find('/b', 'W/"a"')).toBeUndefined();
});

it.each<[string, (state: ReturnType<typeof copiesOf>) => unknown]>([
  ['the tip', ({ tip }) => (tip.id = 'b')],
  ["the index's height", ({ index }) => (index.indexedHeight = 2)],
  ["the index's state", ({ index }) => (index.state = 'error')],
])('forgets all with another one of %s', (_, change) => {
  const state = copiesOf();
  state.copies.keep('/a', copy());
  change(state);
  expect(state.copies.find('/a', 'W/"a"')).toBeUndefined();
});

it('keeps nothing that its content decides, and no endless target', () => {
  const { copies } = copiesOf();
  copies.keep('/a', copy(status));
  copies.keep(`/${'b'.repeat(300)}`, copy());
  expect(copies.find('/a', 'W/"a"')).toBeUndefined();
  expect(copies.find(`/${'b'.repeat(300)}`, 'W/"a"')).toBeUndefined();
});
