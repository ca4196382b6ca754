import { expect, it } from 'vitest';
import { emptyStep } from './findings.ts';
import { pageVerdict, claimStatuses } from './verdict.tsx';

const FAR = { code: 'far', count: 745 } as const;

it('gives a claim the worst status of its steps, and `running` until all have ended', () => {
  const steps = [
    emptyStep('signature', 'passed'),
    emptyStep('place', 'failed'),
    emptyStep('above', 'waiting'),
    emptyStep('transaction', 'running'),
  ];
  expect(Object.fromEntries(claimStatuses('transaction', { steps, hasEnded: false }, false))).toEqual({
    signed: 'running',
    placed: 'failed',
    above: 'running',
    cost: 'running',
  });
});

it('calls an old block `walked` although blocks far above were not fetched', () => {
  const old = {
    steps: [
      emptyStep('signature', 'passed'),
      emptyStep('place', 'passed'),
      emptyStep('above', 'limited', FAR),
    ],
    hasEnded: true,
  };
  expect(pageVerdict(old, false)).toBe('walked');
  expect(claimStatuses('transaction', old, false).get('above')).toBe('passed');
  const large = { steps: [emptyStep('place', 'limited', { code: 'size_unknown' })], hasEnded: true };
  expect(pageVerdict(large, false)).toBe('partly');
  expect(claimStatuses('transaction', large, false).get('placed')).toBe('limited');
});

it('changes from `verified` to `left`, but never from `differs`', () => {
  const proven = { steps: [emptyStep('signature', 'passed'), emptyStep('place', 'passed')], hasEnded: true };
  expect([pageVerdict(proven, false), pageVerdict(proven, true)]).toEqual(['verified', 'left']);
  expect(claimStatuses('transaction', proven, true).get('placed')).toBe('left');
  expect(pageVerdict({ steps: [emptyStep('place', 'failed')], hasEnded: true }, true)).toBe('differs');
});

it('is `unchecked` if nothing could be checked', () => {
  const steps = [emptyStep('network', 'skipped', { code: 'unreachable' })];
  expect(pageVerdict({ steps, hasEnded: true }, false)).toBe('unchecked');
  expect(pageVerdict({ steps: [], hasEnded: true }, false)).toBe('unchecked');
  expect(pageVerdict({ steps: [], hasEnded: false }, false)).toBe('running');
});
