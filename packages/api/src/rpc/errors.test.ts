import { describe, expect, it } from 'vitest';
import { invalidTransactionLength, RPC_ERRORS, rpcError, transactionRejected } from './errors.ts';

describe('RPC errors', () => {
  it('have the statuses of section 7.2', () => {
    const statuses = Object.entries(RPC_ERRORS).map(([code, [status]]) => [code, status]);
    expect(Object.fromEntries(statuses)).toMatchObject({
      invalid_address: 400,
      invalid_limit: 400,
      invalid_cursor: 400,
      invalid_height: 400,
      invalid_transaction_encoding: 400,
      invalid_transaction_length: 400,
      invalid_transaction: 400,
      unauthorized: 401,
      block_not_found: 404,
      transaction_rejected: 422,
      node_not_ready: 503,
      mempool_unavailable: 503,
    });
  });

  it('has the expected and the actual length', () => {
    const { status, body } = invalidTransactionLength(212);
    expect(status).toBe(400);
    expect(body).toMatchObject({ error: 'invalid_transaction_length', expected: 213, actual: 212 });
  });

  it('has the reason of a rejection', () => {
    const { status, body } = transactionRejected('nonce_gap');
    expect(status).toBe(422);
    expect(body).toMatchObject({ error: 'transaction_rejected', reason: 'nonce_gap' });
  });

  it('does not reveal why a token was refused', () => {
    expect(rpcError('unauthorized').status).toBe(401);
    expect(JSON.stringify(rpcError('unauthorized').body)).toBe('{"error":"unauthorized"}');
  });
});
