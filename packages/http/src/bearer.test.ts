import { expect, it } from 'vitest';
import { createBearerCheck } from './bearer.ts';

it('a header is compared byte by byte, also beyond ASCII; none and two are refused', () => {
  const token = 'é'.repeat(40);
  const check = createBearerCheck(token);
  const has = (...values: string[]): boolean => check({ headersDistinct: { authorization: values } });
  const asSent = Buffer.from(`Bearer ${token}`, 'utf8').toString('latin1');
  expect(has(asSent)).toBe(true);
  for (const values of [
    [`Bearer ${token}`],
    [asSent.slice(0, -1)],
    [`${asSent}0`],
    ['x'.repeat(9_000)],
    [],
    [asSent, asSent],
  ])
    expect(has(...values)).toBe(false);
  expect(check({ headersDistinct: {} })).toBe(false);
});
