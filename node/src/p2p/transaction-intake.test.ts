import { expect, it } from 'vitest';
import type { Admission, Mempool } from '../mempool/mempool.ts';
import { createTransactionIntake, MAX_VALIDATING } from './transaction-intake.ts';

it('transactions above the limit of waiting ones are not validated, until there is room again', async () => {
  const answers: ((admission: Admission) => void)[] = [];
  const submit = (): Promise<Admission> => new Promise((resolve) => answers.push(resolve));
  const intake = createTransactionIntake({ submit } as unknown as Mempool, () => true);
  const raw = new Uint8Array(213);
  const waiting = Array.from({ length: MAX_VALIDATING }, () => intake.receive(raw));
  expect(await intake.receive(raw)).toEqual({ outcome: 'unchecked' });
  expect(answers).toHaveLength(MAX_VALIDATING);
  answers[0]!({ status: 'rejected', reason: 'already_confirmed' });
  expect(await waiting[0]).toEqual({ outcome: 'confirmed' });
  void intake.receive(raw);
  expect(answers).toHaveLength(MAX_VALIDATING + 1);
});
