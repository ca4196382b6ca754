import { openSource } from '../src/features/verify/api-source.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FixtureApi, startFixtureApi } from './fixture-api.ts';
import { prove, proveText } from './proof-visits.ts';

let api: FixtureApi;
beforeAll(async () => {
  api = await startFixtureApi();
});
afterAll(() => api.close());

const page = { offset: 0, limit: 25 };

describe('with an honest API', () => {
  it('every transaction is proven as the API has it, and its receipt without the API', async () => {
    for (const { id } of api.chain.transactions) {
      const painted = await openSource(api.url).api.getTransaction({ txid: id });
      const subject = { kind: 'transaction', id, painted: { value: painted } } as const;
      const { verdict, value, findings, receipt } = await prove(api.url, subject);
      expect(findings.filter(({ status }) => status !== 'passed')).toEqual([]);
      expect(verdict).toBe('passed');
      expect(value).toMatchObject(painted);
      expect((await proveText(receipt!.text)).verdict).toBe('limited');
      expect((await proveText(receipt!.text, api.url)).verdict).toBe('passed');
    }
  });

  it('every block is proven as the API has it, by height and by ID', async () => {
    const { api: client } = openSource(api.url);
    for (const { id, height } of api.chain.blocks) {
      for (const reference of [id, height]) {
        const { block } = await client.getBlock({ height_or_hash: reference });
        const list = await client.listBlockTransactions({ height_or_hash: reference, ...page });
        const painted = { value: { block, transactions: list } };
        const { verdict, value } = await prove(api.url, { kind: 'block', reference, ...page, painted });
        expect(verdict).toBe('passed');
        expect(value).toEqual({ block, transactions: list });
      }
    }
  });
});
