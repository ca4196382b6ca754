import { ApiError, createRpcClient, RPC_ERRORS } from '@cairn/api/rpc';
import { bytesToHex, encodeTransaction } from '@cairn/protocol';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACCOUNTS, transfer } from '../chain/test-support.ts';
import { startTestRpc, TOKEN, type TestRpc } from './test-support.ts';

let rpc: TestRpc;

beforeAll(async () => {
  rpc = await startTestRpc();
});

afterAll(async () => {
  await rpc.close();
});

describe('the typed client', () => {
  const address = ACCOUNTS[3]!.address;

  it('gets every answer in its declared shape', async () => {
    const client = createRpcClient({ baseUrl: rpc.url, token: TOKEN });
    expect((await client.health()).ok).toBe(true);
    expect((await client.status()).ready).toBe(true);
    expect((await client.getAccount({ address })).next_nonce).toBe(1);
    const raw = bytesToHex(encodeTransaction(transfer({ from: 3, to: 4, nonce: 1 })));
    expect((await client.submitTransaction({ raw })).accepted).toBe(true);
    const page = await client.listAccountTransactions({ address, limit: 1 });
    expect([page.transactions[0]!.status, page.next_cursor]).toEqual(['pending', 'latest']);
    const next = await client.listAccountTransactions({ address, cursor: page.next_cursor! });
    expect(next.transactions[0]!.status).toBe('confirmed');
    expect((await client.getBlock({ height: 0 })).txns).toHaveLength(10);
  });

  it('gets 401 without the token', async () => {
    const client = createRpcClient({ baseUrl: rpc.url });
    await expect(client.status()).rejects.toMatchObject({ status: 401, code: 'unauthorized' });
    await expect(client.status()).rejects.toBeInstanceOf(ApiError);
  });
});

describe('any submission', () => {
  const codes = new Set(Object.keys(RPC_ERRORS));
  const hex = (bytes: number) => fc.uint8Array({ minLength: bytes, maxLength: bytes }).map(bytesToHex);
  /** A valid transaction with some of its bytes replaced. */
  const mutated = fc
    .array(fc.tuple(fc.nat({ max: 212 }), fc.nat({ max: 255 })), { minLength: 1, maxLength: 4 })
    .map((changes) => {
      const bytes = encodeTransaction(transfer({ from: 5, to: 6, nonce: 1 }));
      for (const [position, value] of changes) bytes[position] = value;
      return bytesToHex(bytes);
    });
  const raw = fc.oneof(hex(213), mutated, fc.string(), hex(212), fc.jsonValue());
  const body = fc.oneof(
    fc.record({ raw }).map((value) => JSON.stringify(value)),
    fc.json(),
    fc.string(),
    fc.uint8Array({ maxLength: 300 }),
  );

  it('is answered with a code of the contract, and never with a failure', async () => {
    await fc.assert(
      fc.asyncProperty(body, async (sent) => {
        const { status, json } = await rpc.submit(sent);
        if (status === 202) return;
        const { error } = json as { error: keyof typeof RPC_ERRORS };
        expect(codes.has(error)).toBe(true);
        expect(status).toBe(RPC_ERRORS[error][0]);
        expect(status).toBeLessThan(500);
      }),
      { numRuns: 300 },
    );
    expect(rpc.log.filter((line) => line.includes('request failed'))).toEqual([]);
  });
});
