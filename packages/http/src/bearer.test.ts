import * as crypto from 'node:crypto';
import { expect, it, vi } from 'vitest';
import { createBearerCheck } from './bearer.ts';

vi.mock('node:crypto', async (load) => {
  const real = await load<typeof crypto>();
  return { ...real, timingSafeEqual: vi.fn<typeof crypto.timingSafeEqual>(real.timingSafeEqual) };
});

const TOKEN = 'test-token-0123456789abcdefghijklmnop';
const check = createBearerCheck(TOKEN);
const headers = (...values: string[]) => ({ headersDistinct: { authorization: values } });

it('every header is compared in constant time, using digests that reveal neither content nor length', () => {
  const compare = vi.mocked(crypto.timingSafeEqual);
  for (const header of [
    '',
    'B',
    `Bearer ${TOKEN}`,
    `Bearer ${TOKEN}0`,
    `Basic ${TOKEN}`,
    'x'.repeat(9_000),
  ]) {
    compare.mockClear();
    expect(check(headers(header))).toBe(header === `Bearer ${TOKEN}`);
    expect(compare).toHaveBeenCalledOnce();
    expect(compare.mock.lastCall!.map(({ byteLength }) => byteLength)).toEqual([32, 32]);
  }
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
