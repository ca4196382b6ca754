import { expect, it } from 'vitest';
import { currentConfirmations } from './confirmations.tsx';

it('follows the tip, and keeps the answer if the status is older', () => {
  expect(currentConfirmations(3, 10, undefined)).toBe(3);
  expect(currentConfirmations(3, 10, 20)).toBe(11);
  expect(currentConfirmations(3, 10, 9)).toBe(3);
});
