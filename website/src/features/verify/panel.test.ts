import { expect, it } from 'vitest';
import { statusOfClaim } from './verification.tsx';
import { emptyStep, statusOf } from './steps.ts';

const FAR = { code: 'far', count: 745 } as const;
const claim = (...by: Parameters<typeof emptyStep>[0][]) => ({ text: '', by });

it('a claim needs all of its steps, and is `running` until they have ended', () => {
  const steps = [
    emptyStep('network', 'passed'),
    emptyStep('signature', 'skipped'),
    emptyStep('place', 'failed'),
    emptyStep('above', 'waiting'),
    emptyStep('transaction', 'running'),
    emptyStep('header', 'passed'),
  ];
  expect(statusOfClaim(claim('network', 'header'), steps)).toBe('passed');
  expect(statusOfClaim(claim('network', 'signature'), steps)).toBe('skipped');
  expect(statusOfClaim(claim('signature', 'transaction'), steps)).toBe('running');
  expect(statusOfClaim(claim('place', 'above'), steps)).toBe('failed');
  expect(statusOfClaim(claim('above'), steps)).toBe('running');
  expect(statusOfClaim(claim('above'), [])).toBe('waiting');
  expect(statusOfClaim({ text: '', by: 'note' }, steps)).toBe('note');
});

it('blocks far above that were not fetched leave an old block checked, another limit does not', () => {
  const steps = [emptyStep('place', 'passed'), emptyStep('above', 'limited', FAR)];
  expect(statusOf(steps)).toBe('passed');
  expect(statusOfClaim(claim('above'), steps)).toBe('passed');
  const large = [emptyStep('place', 'limited', { code: 'size_unknown' })];
  expect(statusOf(large)).toBe('limited');
  expect(statusOfClaim(claim('place'), large)).toBe('limited');
});

it('is `skipped` if nothing could be checked, and `limited` if a part was', () => {
  const skipped = emptyStep('network', 'skipped', { code: 'unreachable' });
  expect(statusOf([skipped])).toBe('skipped');
  expect(statusOf([skipped, emptyStep('header', 'passed')])).toBe('limited');
  const word = emptyStep('network', 'passed'); // of the API, which nothing bears out
  expect(statusOf([word, emptyStep('header', 'skipped')])).toBe('skipped');
  expect(statusOf([], true)).toBe('skipped');
  expect(statusOf([], false)).toBe('running');
});
