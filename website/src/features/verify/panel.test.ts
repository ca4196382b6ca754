import { expect, it } from 'vitest';
import { statusOf } from './verification.tsx';
import { emptyStep } from './steps.ts';
import { pageVerdict } from './panel.tsx';

const FAR = { code: 'far', count: 745 } as const;
const claim = (...by: Parameters<typeof emptyStep>[0][]) => ({ text: '', by });

it('gives a claim the worst status of its steps, and `running` until all have ended', () => {
  const steps = [
    emptyStep('signature', 'passed'),
    emptyStep('place', 'failed'),
    emptyStep('above', 'waiting'),
    emptyStep('transaction', 'running'),
  ];
  expect(statusOf(claim('signature', 'transaction'), steps)).toBe('running');
  expect(statusOf(claim('place', 'above'), steps)).toBe('failed');
  expect(statusOf(claim('above'), steps)).toBe('running');
  expect(statusOf(claim('above'), [])).toBe('waiting');
  expect(statusOf({ text: '', by: 'note' }, steps)).toBe('note');
});

it('calls an old block `walked` although blocks far above were not fetched', () => {
  const steps = [emptyStep('place', 'passed'), emptyStep('above', 'limited', FAR)];
  expect(pageVerdict({ steps, hasEnded: true }, false)).toBe('walked');
  expect(statusOf(claim('above'), steps)).toBe('passed');
  const large = [emptyStep('place', 'limited', { code: 'size_unknown' })];
  expect(pageVerdict({ steps: large, hasEnded: true }, false)).toBe('partly');
  expect(statusOf(claim('place'), large)).toBe('limited');
});

it('changes from `verified` to `left`, but never from `differs`', () => {
  const proven = { steps: [emptyStep('signature', 'passed'), emptyStep('place', 'passed')], hasEnded: true };
  expect([pageVerdict(proven, false), pageVerdict(proven, true)]).toEqual(['verified', 'left']);
  expect(pageVerdict({ steps: [emptyStep('place', 'failed')], hasEnded: true }, true)).toBe('differs');
});

it('is `unchecked` if nothing could be checked', () => {
  const steps = [emptyStep('network', 'skipped', { code: 'unreachable' })];
  expect(pageVerdict({ steps, hasEnded: true }, false)).toBe('unchecked');
  expect(pageVerdict({ steps: [], hasEnded: true }, false)).toBe('unchecked');
  expect(pageVerdict({ steps: [], hasEnded: false }, false)).toBe('running');
});
