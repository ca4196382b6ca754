import { createExplorerClient } from '@cairn/api/explorer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FixtureApi, startFixtureApi } from '../../../test/fixture-api.ts';
import { findHash } from './find-targets.ts';

describe('findHash', () => {
  let api: FixtureApi;

  beforeAll(async () => {
    api = await startFixtureApi();
  });
  afterAll(() => api.close());

  const find = (hash: string) =>
    findHash(createExplorerClient({ baseUrl: api.url }), hash, AbortSignal.timeout(5_000));

  it('finds a block or a transaction, and returns undefined for neither', async () => {
    const block = api.chain.blocks[3]!;
    const transaction = api.chain.transactions.at(-1)!;
    expect(await find(block.id)).toEqual({ page: 'block', reference: block.id, height: 3 });
    expect(await find(transaction.id)).toEqual({
      page: 'transaction',
      reference: transaction.id,
      height: transaction.block_height,
    });
    expect(await find('ab'.repeat(32))).toBeUndefined();
  });

  it('rejects if the API fails', async () => {
    api.state.broken = true;
    await expect(find('ab'.repeat(32))).rejects.toMatchObject({ status: 500 });
    api.state.broken = false;
  });
});
