import { describe, expect, it } from 'vitest';
import {
  invalidTransactionLength,
  RPC_ERROR_MESSAGES,
  RPC_ERROR_STATUS,
  rpcError,
  type RpcPlainErrorCode,
  transactionRejected,
  unauthorized,
} from './errors.ts';

const WITH_DATA = new Set(['invalid_transaction_length', 'transaction_rejected']);
const PLAIN = Object.keys(RPC_ERROR_MESSAGES).filter((code) => !WITH_DATA.has(code)) as RpcPlainErrorCode[];

describe('RPC errors', () => {
  it.each(PLAIN)('%s has code and message', (code) => {
    const error = rpcError(code);
    expect(error.status).toBe(RPC_ERROR_STATUS[code]);
    expect(error.body).toEqual({ error: code, message: RPC_ERROR_MESSAGES[code] });
  });

  it('have the statuses of section 7.2', () => {
    expect(RPC_ERROR_STATUS).toMatchObject({
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
    expect(unauthorized().status).toBe(401);
    expect(JSON.stringify(unauthorized().body)).toBe('{"error":"unauthorized"}');
  });
});
