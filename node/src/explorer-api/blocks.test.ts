import { explorerRoutes, type BlockList } from '@cairn/api/explorer';
import { COINBASE_SENDER } from '@cairn/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACCOUNTS, mineTestBlock, withViewChanges } from '../chain/test-support.ts';
import {
  SAMPLE_TIP,
  SAMPLE_TRANSFER_IDS,
  startSampleExplorer,
  startTestExplorer,
  type SampleExplorer,
} from './test-support.ts';

let explorer: SampleExplorer;

beforeAll(async () => {
  explorer = await startSampleExplorer();
});

afterAll(async () => {
  await explorer.close();
});

describe('the block list', () => {
  const heights = ({ items }: BlockList): number[] => items.map(({ height }) => height);
  const list = async (query = ''): Promise<BlockList> =>
    explorerRoutes.listBlocks.response.parse(await explorer.json(`/api/v1/blocks${query}`));

  it('is newest first with every field of a summary', async () => {
    const page = await list('?limit=2');
    const header = explorer.testChain.chain.view.block(SAMPLE_TIP)!.header;
    expect(page).toEqual({
      network: 'devnet',
      items: [
        {
          height: SAMPLE_TIP,
          prev_block_hash: explorer.ids[SAMPLE_TIP - 1],
          miner: ACCOUNTS[9]!.address,
          id: explorer.ids[SAMPLE_TIP],
          nonce: header.nonce,
          version: 1,
          timestamp: header.timestamp,
          bits: '207fffff',
          merkle_root: header.merkleRoot,
          transaction_count: 4,
          size_bytes: 118 + 4 * 213,
          total_fees: '6',
          reward: '5000000006',
          confirmations: 1,
        },
        expect.objectContaining({
          height: SAMPLE_TIP - 1,
          id: explorer.ids[SAMPLE_TIP - 1],
          transaction_count: 1,
          confirmations: 2,
        }),
      ],
      pagination: {
        limit: 2,
        offset: 0,
        count: 2,
        total: SAMPLE_TIP + 1,
        before_height: null,
        next_before_height: SAMPLE_TIP - 1,
      },
    });
  });

  it.each<[string, number[], number]>([
    ['', [13, 12, 11, 10, 9, 8, 7, 6, 5, 4], 4],
    ['?offset=10', [3, 2, 1, 0], 0],
    ['?offset=13', [0], 0],
    ['?offset=14', [], 0],
    ['?offset=2147483647', [], 0],
    ['?before_height=5&limit=3', [4, 3, 2], 2],
    ['?before_height=5&limit=3&offset=2', [2, 1, 0], 0],
    ['?before_height=1', [0], 0],
    ['?before_height=0', [], 0],
    ['?before_height=3&offset=3', [], 3],
    ['?before_height=14&limit=1', [13], 13],
    ['?before_height=4294967295&limit=1', [13], 13],
    ['?before_height=4294967295&limit=1&offset=1', [12], 12],
  ])('%s', async (query, expected, next) => {
    const page = await list(query);
    expect([heights(page), page.pagination.next_before_height, page.pagination.count]).toEqual([
      expected,
      next,
      expected.length,
    ]);
  });

  it('has neither gap nor duplicate while the tip advances between pages', async () => {
    const growing = await startTestExplorer();
    const { chain } = growing.testChain;
    for (let height = 1; height <= 12; height += 1) await mineTestBlock(chain);
    const seen: number[] = [];
    let query = '?limit=4';
    for (let page = 0; page < 4; page += 1) {
      const { items, pagination } = (await growing.get(`/api/v1/blocks${query}`)).json as BlockList;
      seen.push(...items.map(({ height }) => height));
      query = `?limit=4&before_height=${pagination.next_before_height}`;
      await mineTestBlock(chain);
    }
    expect(seen).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
    await growing.close();
  });

  it('reads no block file', async () => {
    const unread = (): never => {
      throw new Error('a block file was read');
    };
    const summaries = await startTestExplorer(({ chain }) => ({
      chain: withViewChanges(chain, () => ({
        readBlock: unread,
        transactions: unread,
        findTransaction: unread,
      })),
    }));
    expect((await summaries.get('/api/v1/blocks')).status).toBe(200);
    expect((await summaries.get('/api/v1/blocks/0')).status).toBe(200);
    await summaries.close();
  });
});

describe('a block', () => {
  it('is found by height and by ID in either case', async () => {
    const byHeight = (await explorer.json('/api/v1/blocks/3')) as { network: string; block: unknown };
    expect(byHeight).toMatchObject({
      network: 'devnet',
      block: { height: 3, id: explorer.ids[3], confirmations: 11 },
    });
    expect(await explorer.json(`/api/v1/blocks/${explorer.ids[3]}`)).toEqual(byHeight);
    expect(await explorer.json(`/api/v1/blocks/${explorer.ids[3]!.toUpperCase()}`)).toEqual(byHeight);
    expect(await explorer.json('/api/v1/blocks/0003')).toEqual(byHeight);
    expect(Object.keys(byHeight)).toEqual(['network', 'block']);
  });

  it.each(['', '/transactions', '/raw'])('that does not exist is 404 at %j', async (suffix) => {
    for (const reference of ['14', '4294967295', 'f'.repeat(64), '1'.repeat(64), '0'.repeat(64)]) {
      const response = await explorer.get(`/api/v1/blocks/${reference}${suffix}`);
      expect([response.status, response.json]).toEqual([
        404,
        { error: 'block_not_found', message: 'The canonical chain has no such block.' },
      ]);
    }
  });

  it.each(['', '/transactions', '/raw'])('with a malformed reference is 400 at %j', async (suffix) => {
    const references = [
      '4294967296',
      '-1',
      '+1',
      '1.0',
      '0x1',
      'latest',
      '%201',
      '1_0',
      '١',
      'f'.repeat(63),
      'f'.repeat(65),
      '1'.repeat(65),
      `${'f'.repeat(63)}g`,
    ];
    for (const reference of references) {
      const response = await explorer.get(
        `/api/v1/blocks/${encodeURI(reference).replaceAll('%25', '%')}${suffix}`,
      );
      expect([reference, response.status, response.json]).toMatchObject([
        reference,
        400,
        { error: 'invalid_block_reference' },
      ]);
    }
  });

  it('is available as bytes', async () => {
    const raw = await explorer.testChain.chain.view.rawBlock(SAMPLE_TIP);
    for (const reference of [String(SAMPLE_TIP), explorer.ids[SAMPLE_TIP]!]) {
      const response = await explorer.get(`/api/v1/blocks/${reference}/raw`);
      expect([response.status, response.headers['content-type'], response.headers['content-length']]).toEqual(
        [200, 'application/octet-stream', String(118 + 4 * 213)],
      );
      expect(response.bytes.equals(raw!)).toBe(true);
    }
  });
});

describe('transactions of a block', () => {
  it('are paged with absolute indexes', async () => {
    const path = `/api/v1/blocks/${explorer.ids[SAMPLE_TIP]}/transactions`;
    const body = explorerRoutes.listBlockTransactions.response.parse(
      await explorer.json(`${path}?limit=2&offset=2`),
    );
    expect(body).toMatchObject({
      network: 'devnet',
      block: { height: SAMPLE_TIP, id: explorer.ids[SAMPLE_TIP] },
      items: [
        { id: SAMPLE_TRANSFER_IDS[1], transaction_index: 2, is_coinbase: false },
        { id: SAMPLE_TRANSFER_IDS[2], transaction_index: 3, is_coinbase: false },
      ],
      pagination: { limit: 2, offset: 2, count: 2, total: 4 },
    });
    expect(await explorer.json(`${path}?offset=4`)).toMatchObject({
      items: [],
      pagination: { limit: 25, offset: 4, count: 0, total: 4 },
    });
    expect(await explorer.json(`${path}?offset=2147483647`)).toMatchObject({ items: [] });
  });

  it('of genesis start with its coinbase', async () => {
    const body = explorerRoutes.listBlockTransactions.response.parse(
      await explorer.json('/api/v1/blocks/0/transactions?limit=1'),
    );
    expect(body.items[0]).toMatchObject({
      from_address: COINBASE_SENDER,
      to_address: ACCOUNTS[0]!.address,
      value: '1000000000000000',
      fee: '0',
      nonce: 0,
      is_coinbase: true,
      unlock_sig: expect.stringMatching(/^[0-9a-f]{64}0{192}$/),
      confirmations: SAMPLE_TIP + 1,
    });
  });

  it('are read from the block one page at a time', async () => {
    const pages: unknown[] = [];
    const watched = await startTestExplorer(({ chain }) => ({
      chain: withViewChanges(chain, (view) => ({
        transactions: (height, page) => {
          pages.push(page);
          return view.transactions(height, page);
        },
        readBlock: () => Promise.reject(new Error('a whole block was read')),
      })),
    }));
    expect((await watched.get('/api/v1/blocks/0/transactions?limit=3&offset=4')).status).toBe(200);
    expect(pages).toEqual([{ offset: 4, limit: 3 }]);
    await watched.close();
  });
});
