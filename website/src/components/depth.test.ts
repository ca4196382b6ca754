import { expect, it } from 'vitest';
import { currentDepth } from './depth.tsx';

it('counts depth on as the tip moves, and keeps to the answer where the status is older', () => {
  expect(currentDepth(3, 10, undefined)).toBe(3);
  expect(currentDepth(3, 10, 20)).toBe(11);
  expect(currentDepth(3, 10, 9)).toBe(3);
});
