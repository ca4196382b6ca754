import { expect, it } from 'vitest';
import type { StepId, StepResult, StepStatus, Reason } from '../findings.ts';
import type { Verification } from '../use-verification.ts';
import { foundOf, standingOf } from './standing.ts';

const result = (id: StepId, status: StepStatus, reason?: Reason): StepResult => ({
  id,
  status,
  facts: [],
  differences: [],
  problems: [],
  reason,
});
const verification = (
  planned: readonly StepId[],
  results: readonly StepResult[],
  done = true,
): Verification => ({
  planned,
  results: new Map(results.map((one) => [one.id, one])),
  running: undefined,
  progress: undefined,
  done,
  broken: false,
  receipt: undefined,
});
const PLANNED: readonly StepId[] = ['signature', 'place', 'above'];
const FAR = { code: 'far_tip', count: 745 } as const;

it('is the worst of a rung’s checks, and waits for all of them', () => {
  const some = verification(
    [...PLANNED, 'transaction'],
    [result('signature', 'passed'), result('place', 'failed')],
    false,
  );
  expect(Object.fromEntries(foundOf('transaction', some, false))).toEqual({
    signed: 'running',
    placed: 'failed',
    above: 'running',
    cost: 'running',
  });
});

it('calls an old block checked although blocks far above were not walked, and says so', () => {
  const old = verification(PLANNED, [
    result('signature', 'passed'),
    result('place', 'passed'),
    result('above', 'limited', FAR),
  ]);
  expect(standingOf(old, false)).toBe('walked');
  expect(foundOf('transaction', old, false).get('above')).toBe('passed');
  const large = verification(PLANNED, [result('place', 'limited', { code: 'large_block', count: 9_000 })]);
  expect(standingOf(large, false)).toBe('partly');
  expect(foundOf('transaction', large, false).get('placed')).toBe('limited');
});

it('turns from proven to left, but never hides a difference', () => {
  const proven = verification(
    PLANNED,
    PLANNED.map((id) => result(id, 'passed')),
  );
  expect([standingOf(proven, false), standingOf(proven, true)]).toEqual(['verified', 'left']);
  expect(foundOf('transaction', proven, true).get('placed')).toBe('left');
  expect(standingOf(verification(PLANNED, [result('place', 'failed')]), true)).toBe('differs');
});
