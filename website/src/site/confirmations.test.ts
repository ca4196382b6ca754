import { expect, it } from 'vitest';
import { currentConfirmations } from './confirmations.tsx';

it('counts confirmations up to the tip, and keeps those of the answer if the status is older', () => {
  expect(currentConfirmations(3, 10, undefined)).toBe(3);
  expect(currentConfirmations(3, 10, 20)).toBe(11);
  expect(currentConfirmations(3, 10, 9)).toBe(3);
});
