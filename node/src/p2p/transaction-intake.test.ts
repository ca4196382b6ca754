import { expect, it } from 'vitest';
import type { Admission } from '../mempool/mempool.ts';
import { openHostilePeer, openTestContext } from './test-support.ts';
import { MAX_VALIDATING, TransactionIntake } from './transaction-intake.ts';

it('transactions above the limit of waiting ones are not validated, until there is room again', async () => {
  const answers: ((admission: Admission) => void)[] = [];
  const submit = (): Promise<Admission> => new Promise((resolve) => answers.push(resolve));
  const { peers } = await openTestContext();
  const [caller, callee] = [await openHostilePeer(), await openHostilePeer()];
  const peer = peers.add(await caller.host.dial(callee.host.getMultiaddrs()));
  const intake = new TransactionIntake({ mempool: { submit }, peers }, () => true, undefined);
  const raw = new Uint8Array(213);
  const waiting = Array.from({ length: MAX_VALIDATING }, () => intake.receive(raw, peer, 'offer'));
  expect(await intake.receive(raw, peer, 'offer')).toBe('unchecked');
  expect(answers).toHaveLength(MAX_VALIDATING);
  answers[0]!({ status: 'rejected', reason: 'already_confirmed' });
  expect(await waiting[0]).toBe('confirmed');
  void intake.receive(raw, peer, 'offer');
  expect(answers).toHaveLength(MAX_VALIDATING + 1);
});
