import { createExplorerClient } from '@cairn/api/explorer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FixtureApi, startFixtureApi } from '../../../test/fixture-api.ts';
import { targetsRequest } from './find.ts';

describe('a search for an ID', () => {
  let api: FixtureApi;

  beforeAll(async () => {
    api = await startFixtureApi();
  });
  afterAll(() => api.close());

  const find = (text: string) =>
    targetsRequest(text)?.load(createExplorerClient({ baseUrl: api.url }), {
      signal: AbortSignal.timeout(5_000),
    });

  it('finds a block or a transaction, or neither', async () => {
    const block = api.chain.blocks[3]!;
    const transaction = api.chain.transactions.at(-1)!;
    expect(await find(block.id)).toEqual([{ page: 'block', reference: block.id, height: 3 }]);
    expect(await find(transaction.id)).toEqual([
      { page: 'transaction', reference: transaction.id, height: transaction.block_height },
    ]);
    expect(await find('ab'.repeat(32))).toEqual([]);
    expect(find('what?')).toBeUndefined();
  });

  it('rejects if the API fails', async () => {
    api.state.broken = true;
    await expect(find('ab'.repeat(32))).rejects.toMatchObject({ status: 500 });
    api.state.broken = false;
  });
});
