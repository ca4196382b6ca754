import { expect, it } from 'vitest';
import type { ChainTip } from '../chain/chain-reader.ts';
import { AnswerVersions } from './answer-version.ts';
import type { ExplorerContext, IndexStatus } from './context.ts';
import { KnownCopies, type KnownCopy } from './known-copies.ts';
import { getTransaction } from './routes/get-transaction.ts';
import { status } from './routes/status.ts';

function copiesOf() {
  const state: { tip: ChainTip; index: IndexStatus } = {
    tip: { height: 1, id: 'a' },
    index: { state: 'ready', indexedHeight: 1, targetHeight: 1, progress: 100 },
  };
  const context = { chain: { tip: () => state.tip }, indexStatus: () => state.index };
  const copies = new KnownCopies(new AnswerVersions(context as unknown as ExplorerContext));
  return { state, copies };
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

it.each<[string, Partial<ReturnType<typeof copiesOf>['state']>]>([
  ['the tip', { tip: { height: 1, id: 'b' } }],
  ["the index's height", { index: { state: 'ready', indexedHeight: 2, targetHeight: 2, progress: 100 } }],
  ["the index's state", { index: { state: 'error', indexedHeight: 1, targetHeight: 1, progress: 100 } }],
])('forgets all with another one of %s', (_, change) => {
  const { state, copies } = copiesOf();
  copies.keep('/a', copy());
  Object.assign(state, change);
  expect(copies.find('/a', 'W/"a"')).toBeUndefined();
});

it('keeps nothing that its content decides, and no endless target', () => {
  const { copies } = copiesOf();
  copies.keep('/a', copy(status));
  copies.keep(`/${'b'.repeat(300)}`, copy());
  expect(copies.find('/a', 'W/"a"')).toBeUndefined();
  expect(copies.find(`/${'b'.repeat(300)}`, 'W/"a"')).toBeUndefined();
});
