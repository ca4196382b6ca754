import { expect, it } from 'vitest';
import type { Admission, Mempool } from '../mempool/mempool-types.ts';
import { createTransactionIntake, VALIDATED_AT_ONCE } from './transaction-intake.ts';

it('what peers send beyond what waits to be validated is not looked at, until there is room again', async () => {
  const answers: ((admission: Admission) => void)[] = [];
  const submit = (): Promise<Admission> => new Promise((resolve) => answers.push(resolve));
  const intake = createTransactionIntake({ submit } as unknown as Mempool, () => true);
  const raw = new Uint8Array(213);
  const waiting = Array.from({ length: VALIDATED_AT_ONCE }, () => intake.receive(raw));
  expect(await intake.receive(raw)).toEqual({ outcome: 'unchecked' });
  expect(answers).toHaveLength(VALIDATED_AT_ONCE);
  answers[0]!({ status: 'rejected', reason: 'already_confirmed' });
  expect(await waiting[0]).toEqual({ outcome: 'confirmed' });
  void intake.receive(raw);
  expect(answers).toHaveLength(VALIDATED_AT_ONCE + 1);
});
