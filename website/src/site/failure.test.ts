import { ApiError, TransportError } from '@cairn/api/explorer';
import { describe, expect, it } from 'vitest';
import { failureOf, isRetryable } from './failure.ts';

describe('failureOf', () => {
  it.each([
    ['block_not_found', 404, { kind: 'not_found', what: 'block' }],
    ['transaction_not_found', 404, { kind: 'not_found', what: 'transaction' }],
    ['invalid_block_reference', 400, { kind: 'invalid', what: 'block reference' }],
    ['invalid_transaction_id', 400, { kind: 'invalid', what: 'transaction ID' }],
    ['invalid_address', 400, { kind: 'invalid', what: 'address' }],
    ['explorer_index_disabled', 503, { kind: 'index', state: 'disabled' }],
    ['explorer_index_building', 503, { kind: 'index', state: 'building' }],
    ['explorer_index_error', 503, { kind: 'index', state: 'error' }],
    ['explorer_index_unavailable', 503, { kind: 'index', state: 'unavailable' }],
    ['internal_error', 500, { kind: 'refused', status: 500, code: 'internal_error' }],
    ['not_found', 404, { kind: 'refused', status: 404, code: 'not_found' }],
  ])('maps the error code %s', (code, status, failure) => {
    expect(failureOf(new ApiError(status, code, { error: code }))).toEqual(failure);
  });

  it.each([
    ['network', { kind: 'unreachable', slow: false }],
    ['timeout', { kind: 'unreachable', slow: true }],
    ['not_json', { kind: 'unreadable' }],
    ['unexpected_shape', { kind: 'unreadable' }],
  ] as const)('maps the transport failure %s', (kind, failure) => {
    expect(failureOf(new TransportError(kind, 'no answer'))).toEqual(failure);
  });

  it('names the failures that a retry can help', () => {
    expect(isRetryable({ kind: 'unreachable', slow: false })).toBe(true);
    expect(isRetryable({ kind: 'refused', status: 500, code: 'internal_error' })).toBe(true);
    expect(isRetryable({ kind: 'index', state: 'unavailable' })).toBe(true);
    expect(isRetryable({ kind: 'index', state: 'disabled' })).toBe(false);
    expect(isRetryable({ kind: 'not_found', what: 'block' })).toBe(false);
    expect(isRetryable({ kind: 'invalid', what: 'address' })).toBe(false);
  });
});
