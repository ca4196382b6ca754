import { expect, it } from 'vitest';
import type { StepId, StepResult, StepStatus, Reason } from '../findings.ts';
import type { Verification } from '../use-verification.ts';
import { pageVerdict, rungStatuses } from './verdict.tsx';

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

it('gives a rung the worst status of its steps, and `running` until all have ended', () => {
  const some = verification(
    [...PLANNED, 'transaction'],
    [result('signature', 'passed'), result('place', 'failed')],
    false,
  );
  expect(Object.fromEntries(rungStatuses('transaction', some, false))).toEqual({
    signed: 'running',
    placed: 'failed',
    above: 'running',
    cost: 'running',
  });
});

it('calls an old block `walked` although blocks far above were not fetched', () => {
  const old = verification(PLANNED, [
    result('signature', 'passed'),
    result('place', 'passed'),
    result('above', 'limited', FAR),
  ]);
  expect(pageVerdict(old, false)).toBe('walked');
  expect(rungStatuses('transaction', old, false).get('above')).toBe('passed');
  const large = verification(PLANNED, [result('place', 'limited', { code: 'large_block', count: 9_000 })]);
  expect(pageVerdict(large, false)).toBe('partly');
  expect(rungStatuses('transaction', large, false).get('placed')).toBe('limited');
});

it('changes from `verified` to `left`, but never from `differs`', () => {
  const proven = verification(
    PLANNED,
    PLANNED.map((id) => result(id, 'passed')),
  );
  expect([pageVerdict(proven, false), pageVerdict(proven, true)]).toEqual(['verified', 'left']);
  expect(rungStatuses('transaction', proven, true).get('placed')).toBe('left');
  expect(pageVerdict(verification(PLANNED, [result('place', 'failed')]), true)).toBe('differs');
});
