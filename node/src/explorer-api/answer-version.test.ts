import { expect, it } from 'vitest';
import type { ChainTip } from '../chain/chain-reader.ts';
import { AnswerVersions } from './answer-version.ts';
import type { ExplorerContext, IndexStatus } from './context.ts';

const INDEX: IndexStatus = { state: 'ready', indexedHeight: 5, targetHeight: 5, progress: 100 };

/** A context whose chain and index stand somewhere. */
function contextAt(tip: ChainTip, index = INDEX) {
  const state = { tip, index };
  const context = { chain: { tip: () => state.tip }, indexStatus: () => state.index };
  return { state, context: context as unknown as ExplorerContext };
}

it('is one object while chain and index stand still', () => {
  const { state, context } = contextAt({ height: 5, id: 'a' });
  const versions = new AnswerVersions(context);
  const first = versions.newest();
  state.tip = { ...state.tip };
  state.index = { ...state.index };
  expect(versions.newest()).toBe(first);
  expect(versions.of(context)).toBe(first);
  for (const change of [
    { tip: { height: 5, id: 'b' } },
    { index: { ...INDEX, indexedHeight: 4 } },
    { index: { ...INDEX, state: 'building' as const } },
  ]) {
    const before = versions.newest();
    Object.assign(state, change);
    expect(versions.newest()).not.toBe(before);
    expect(versions.isNewest(before)).toBe(false);
  }
});

it("is the newest for a moment that stands where the API stands, and the moment's own for any other", () => {
  const versions = new AnswerVersions(contextAt({ height: 5, id: 'a' }).context);
  const [same, sibling, lower] = [
    contextAt({ height: 5, id: 'a' }),
    contextAt({ height: 5, id: 'b' }),
    contextAt({ height: 4, id: 'c' }, { ...INDEX, indexedHeight: 4 }),
  ];
  expect(versions.of(same.context)).toBe(versions.newest());
  for (const { state, context } of [sibling, lower]) {
    const version = versions.of(context);
    expect(version).toEqual(state);
    expect(versions.isNewest(version)).toBe(false);
  }
});

it('becomes the newest once the API stands there', () => {
  const { state, context } = contextAt({ height: 4, id: 'a' });
  const versions = new AnswerVersions(context);
  const moment = contextAt({ height: 5, id: 'b' }).context;
  expect(versions.isNewest(versions.of(moment))).toBe(false);
  state.tip = { height: 5, id: 'b' };
  expect(versions.isNewest(versions.of(moment))).toBe(true);
});

it('cannot be had once the index of the chain was found damaged', () => {
  const { context } = contextAt({ height: 5, id: 'a' });
  const damage = new Error('damaged');
  const versions = new AnswerVersions({
    ...context,
    requireSound: () => {
      throw damage;
    },
  });
  expect(() => versions.newest()).toThrow(damage);
  expect(() => versions.of(context)).toThrow(damage);
});
