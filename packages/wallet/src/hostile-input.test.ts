import { describe, expect, test } from 'vitest';
import { parsePaymentRequest } from './records/payment-request.ts';
import { readRecords } from './records/records.ts';
import { checkRecipient } from './send/recipient.ts';
import { readTransferCode } from './send/transfer-code.ts';

/** Milliseconds that no linear reading needs, even on a busy machine, and that a quadratic one exceeds by far. */
const PATIENCE_MS = 15_000;
const MEGABYTES_50 = 50_000_000;

function timed<T>(work: () => T): { result: T; ms: number } {
  const start = performance.now();
  return { result: work(), ms: performance.now() - start };
}

describe('huge inputs are refused at once', () => {
  const nothing = { contacts: [], labels: {} };

  test.each([
    ['of a million damaged lines', '{\n'.repeat(1_000_000), 'too_many'],
    ['of a million lines that JSON cannot start with', '?\n'.repeat(1_000_000), 'too_many'],
    ['of one damaged line', `{"type":"tx","ref":"${'['.repeat(1_900_000)}`, 'no_records'],
    ['of 50 MB', ' '.repeat(MEGABYTES_50), 'too_many'],
  ])('a labels file %s', (_name, text, problem) => {
    const bytes = new TextEncoder().encode(text);
    const { result, ms } = timed(() => readRecords(bytes, nothing, new Set()));
    expect(result).toEqual({ ok: false, problem });
    expect(ms).toBeLessThan(PATIENCE_MS);
  });

  test.each([
    ['a code', `CAIRN-SIGNED:${'0'.repeat(MEGABYTES_50)}`, { kind: 'invalid', problem: 'damaged' }],
    ['a code and white space', `CAIRN-UNSIGNED:${'0 '.repeat(MEGABYTES_50 / 2)}`, { problem: 'damaged' }],
    ['white space', ' '.repeat(MEGABYTES_50), { kind: 'other' }],
  ])('50 MB pasted as a transfer: %s', (_name, text, expected) => {
    const { result, ms } = timed(() => readTransferCode(text, 'devnet'));
    expect(result).toMatchObject(expected);
    expect(ms).toBeLessThan(PATIENCE_MS);
  });

  test('50 MB pasted as a recipient or a payment request', () => {
    const recipient = timed(() => checkRecipient('d'.repeat(MEGABYTES_50), 'devnet'));
    expect(recipient.result).toEqual({ ok: false, problem: 'too_long', length: MEGABYTES_50 });
    const request = timed(() => parsePaymentRequest(`cairn:${'%'.repeat(MEGABYTES_50)}`));
    expect(request.result).toEqual({ kind: 'invalid', problem: 'damaged' });
    expect(recipient.ms + request.ms).toBeLessThan(PATIENCE_MS);
  });
});
