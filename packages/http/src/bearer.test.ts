import { expect, it } from 'vitest';
import { createBearerCheck } from './bearer.ts';

const TOKEN = 'test-token-0123456789abcdefghijklmnop';
const check = createBearerCheck(TOKEN);
const headers = (...values: string[]) => ({ headersDistinct: { authorization: values } });

it.each([
  '',
  'B',
  `Bearer ${TOKEN}0`,
  `Bearer ${TOKEN.slice(1)}`,
  `Basic ${TOKEN}`,
  TOKEN,
  'x'.repeat(9_000),
])('the header %s is refused', (header) => {
  expect(check(headers(header))).toBe(false);
  expect(check(headers(`Bearer ${TOKEN}`))).toBe(true);
});

it('a header is compared byte by byte, also beyond ASCII', () => {
  const token = 'é'.repeat(40);
  const asSent = Buffer.from(`Bearer ${token}`, 'utf8').toString('latin1');
  expect(createBearerCheck(token)(headers(asSent))).toBe(true);
  expect(createBearerCheck(token)(headers(`Bearer ${token}`))).toBe(false);
});

it('no header or two headers are refused', () => {
  expect(check({ headersDistinct: {} })).toBe(false);
  expect(check(headers())).toBe(false);
  expect(check(headers(`Bearer ${TOKEN}`, `Bearer ${TOKEN}`))).toBe(false);
});
