import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ADDRESSES } from '../test-support.ts';
import { cleanText } from '../clean-text.ts';
import { formatPaymentRequest, parsePaymentRequest, PAYMENT_REQUEST_LIMITS } from './payment-request.ts';

const address = ADDRESSES[0]!;

describe('a payment request', () => {
  test('is written in the form of BIP-21', () => {
    expect(formatPaymentRequest({ address })).toBe(`cairn:${address}`);
    expect(
      formatPaymentRequest({ address, amount: 150_000_000n, label: 'Ann & Bob', message: 'Tea, 2×' }),
    ).toBe(`cairn:${address}?amount=1.5&label=Ann%20%26%20Bob&message=Tea%2C%202%C3%97`);
  });

  test('is read as it was written, with any text', () => {
    const text = (length: number) =>
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: length / 4 }).map(cleanText);
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 2n ** 64n - 1n }),
        text(PAYMENT_REQUEST_LIMITS.label),
        text(PAYMENT_REQUEST_LIMITS.message),
        (amount, label, message) => {
          const request = { address, amount, ...(label && { label }), ...(message && { message }) };
          expect(parsePaymentRequest(formatPaymentRequest(request))).toEqual({ kind: 'request', request });
        },
      ),
    );
  });

  test('is known by its scheme in any case, with white space around it', () => {
    expect(parsePaymentRequest(` CAIRN:${address}?amount=2 \n`)).toEqual({
      kind: 'request',
      request: { address, amount: 200_000_000n },
    });
  });

  test.each(['', address, 'bitcoin:1abc', 'https://example.org', 'cairn'])('%j is not a request', (text) =>
    expect(parsePaymentRequest(text)).toEqual({ kind: 'other' }),
  );

  test.each([
    ['cairn:', 'damaged'],
    ['cairn:?amount=1', 'damaged'],
    ['cairn://abc', 'damaged'],
    [`cairn:${address}?amount=`, 'damaged'],
    [`cairn:${address}?amount=0`, 'damaged'],
    [`cairn:${address}?amount=-1`, 'damaged'],
    [`cairn:${address}?amount=1e3`, 'damaged'],
    [`cairn:${address}?amount=1,5`, 'damaged'],
    [`cairn:${address}?amount=.5`, 'damaged'],
    [`cairn:${address}?amount=5.`, 'damaged'],
    [`cairn:${address}?amount=%205`, 'damaged'],
    [`cairn:${address}?amount=0.000000001`, 'damaged'],
    [`cairn:${address}?amount=184467440737.09551616`, 'damaged'],
    [`cairn:${address}?amount=1&amount=2`, 'damaged'],
    [`cairn:${address}?label=%E0%A4`, 'damaged'],
    [`cairn:${address}?req-expires=1`, 'unknown_requirement'],
    [`cairn:${address}?message=${'x'.repeat(2_000)}`, 'damaged'],
  ])('%s is rejected (%s)', (uri, problem) =>
    expect(parsePaymentRequest(uri)).toEqual({ kind: 'invalid', problem }),
  );

  test('unknown parameters that are not required are ignored', () => {
    expect(parsePaymentRequest(`cairn:${address}?color=red&amount=1#top`)).toEqual({
      kind: 'request',
      request: { address, amount: 100_000_000n },
    });
  });

  test('a text that is too long is cut, but not within a character', () => {
    const { message: length } = PAYMENT_REQUEST_LIMITS;
    const kept = 'x'.repeat(length - 1);
    const uri = formatPaymentRequest({ address, message: `${kept}😀` });
    expect(uri).toBe(`cairn:${address}?message=${kept}`);
    const longer = `cairn:${address}?message=${kept}${encodeURIComponent('😀')}`;
    expect(parsePaymentRequest(longer)).toEqual({ kind: 'request', request: { address, message: kept } });
  });
});
