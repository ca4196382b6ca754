import { EXPLORER_LIMITS, explorerRoutes, type BlockList } from '@cairn/api/explorer';
import {
  COINBASE_SENDER,
  encodeAddress,
  hexToBytes,
  transactionId,
  encodeTransaction,
  verifyMerklePath,
} from '@cairn/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACCOUNTS, DEVNET, mineTestBlock, transfer } from '../chain/test-support.ts';
import { withChanges } from '../http/test-support.ts';
import { startTestExplorer, type TestExplorer } from './test-support.ts';

/** A chain of 14 blocks; block 13 has three transfers. */
const TIP = 13;
const ALICE = ACCOUNTS[1]!.address;
const STRANGER = encodeAddress(new Uint8Array(20), DEVNET);

let explorer: TestExplorer;
let ids: string[];

const transfers = [1, 2, 3].map((nonce) => transfer({ from: 1, to: 2, nonce, value: 10n, fee: 2n }));
const transferIds = transfers.map((transaction) => transactionId(encodeTransaction(transaction)));

beforeAll(async () => {
  explorer = await startTestExplorer();
  const { chain } = explorer.testChain;
  for (let height = 1; height < TIP; height += 1) await mineTestBlock(chain);
  await mineTestBlock(chain, transfers);
  ids = Array.from({ length: TIP + 1 }, (_, height) => chain.blockSummary(height)!.id);
});

afterAll(async () => {
  await explorer.close();
});

async function json(path: string): Promise<unknown> {
  const response = await explorer.get(path);
  expect([path, response.status]).toEqual([path, 200]);
  expect(response.headers['content-type']).toBe('application/json');
  return response.json;
}

describe('health, status and features', () => {
  it('say who answers', async () => {
    expect((await explorer.get('/health')).text).toBe(
      '{"ok":true,"network":"devnet","chain_id":3,"api_version":1}',
    );
  });

  it('say where node and index stand, independently', async () => {
    Object.assign(explorer.node, { ready: false, syncing: true });
    explorer.projection.status = { state: 'ready', indexedHeight: 12, targetHeight: 12, progress: 100 };
    expect(await json('/api/v1/status')).toEqual({
      network: 'devnet',
      chain_id: 3,
      api_version: 1,
      initialized: true,
      height: TIP,
      tip_id: ids[TIP],
      ready: false,
      syncing: true,
      index: {
        enabled: true,
        ready: true,
        state: 'ready',
        indexed_height: 12,
        target_height: 12,
        progress: 100,
      },
      capabilities: {
        block_list: true,
        block_lookup: true,
        block_transactions: true,
        transaction_lookup: true,
        address_state: true,
        transaction_feed: true,
        address_ranking: true,
        address_history: true,
        aggregate_stats: true,
      },
    });
  });

  it.each([
    ['disabled', false, false],
    ['building', true, false],
    ['ready', true, true],
    ['error', true, false],
  ] as const)('show an index that is %s', async (state, enabled, ready) => {
    explorer.projection.status = { state, indexedHeight: 3, targetHeight: 13, progress: 30.5 };
    expect(await json('/api/v1/features')).toEqual({
      api_version: 1,
      features: { core: { enabled: true, ready: true }, explorer_index: { enabled, ready, state } },
    });
    expect(await json('/api/v1/status')).toMatchObject({
      index: { enabled, ready, state, indexed_height: 3, target_height: 13, progress: 30.5 },
      capabilities: {
        block_list: true,
        address_state: true,
        transaction_feed: ready,
        aggregate_stats: ready,
      },
    });
  });
});

describe('the block list', () => {
  const heights = ({ items }: BlockList): number[] => items.map(({ height }) => height);
  const list = async (query = ''): Promise<BlockList> =>
    explorerRoutes.listBlocks.response.parse(await json(`/api/v1/blocks${query}`));

  it('is newest first with every field of a summary', async () => {
    const page = await list('?limit=2');
    const header = explorer.testChain.chain.blockSummary(TIP)!.header;
    expect(page).toEqual({
      network: 'devnet',
      items: [
        {
          height: TIP,
          prev_block_hash: ids[TIP - 1],
          miner: ACCOUNTS[9]!.address,
          id: ids[TIP],
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
          height: TIP - 1,
          id: ids[TIP - 1],
          transaction_count: 1,
          confirmations: 2,
        }),
      ],
      pagination: {
        limit: 2,
        offset: 0,
        count: 2,
        total: TIP + 1,
        before_height: null,
        next_before_height: TIP - 1,
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
      chain: withChanges(chain, { readRawBlock: unread, readTransactions: unread, findTransaction: unread }),
    }));
    expect((await summaries.get('/api/v1/blocks')).status).toBe(200);
    expect((await summaries.get('/api/v1/blocks/0')).status).toBe(200);
    await summaries.close();
  });
});

describe('a block', () => {
  it('is found by height and by ID in either case', async () => {
    const byHeight = (await json('/api/v1/blocks/3')) as { network: string; block: unknown };
    expect(byHeight).toMatchObject({
      network: 'devnet',
      block: { height: 3, id: ids[3], confirmations: 11 },
    });
    expect(await json(`/api/v1/blocks/${ids[3]}`)).toEqual(byHeight);
    expect(await json(`/api/v1/blocks/${ids[3]!.toUpperCase()}`)).toEqual(byHeight);
    expect(await json('/api/v1/blocks/0003')).toEqual(byHeight);
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

  it.each(['', '/transactions', '/raw'])('reference that is none is 400 at %j', async (suffix) => {
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

  it('is given as its bytes', async () => {
    const raw = await explorer.testChain.chain.readRawBlock(TIP);
    for (const reference of [String(TIP), ids[TIP]!]) {
      const response = await explorer.get(`/api/v1/blocks/${reference}/raw`);
      expect([response.status, response.headers['content-type'], response.headers['content-length']]).toEqual(
        [200, 'application/octet-stream', String(118 + 4 * 213)],
      );
      expect(response.bytes.equals(raw!)).toBe(true);
    }
  });
});

describe('transactions of a block', () => {
  it('come in pages whose indexes stay absolute', async () => {
    const path = `/api/v1/blocks/${ids[TIP]}/transactions`;
    const body = explorerRoutes.listBlockTransactions.response.parse(await json(`${path}?limit=2&offset=2`));
    expect(body).toMatchObject({
      network: 'devnet',
      block: { height: TIP, id: ids[TIP] },
      items: [
        { id: transferIds[1], transaction_index: 2, is_coinbase: false },
        { id: transferIds[2], transaction_index: 3, is_coinbase: false },
      ],
      pagination: { limit: 2, offset: 2, count: 2, total: 4 },
    });
    expect(await json(`${path}?offset=4`)).toMatchObject({
      items: [],
      pagination: { limit: 25, offset: 4, count: 0, total: 4 },
    });
    expect(await json(`${path}?offset=2147483647`)).toMatchObject({ items: [] });
  });

  it('of genesis start with its coinbase', async () => {
    const body = explorerRoutes.listBlockTransactions.response.parse(
      await json('/api/v1/blocks/0/transactions?limit=1'),
    );
    expect(body.items[0]).toMatchObject({
      from_address: COINBASE_SENDER,
      to_address: ACCOUNTS[0]!.address,
      value: '1000000000000000',
      fee: '0',
      nonce: 0,
      is_coinbase: true,
      unlock_sig: '0'.repeat(256),
      confirmations: TIP + 1,
    });
  });

  it('read one page of the block only', async () => {
    const pages: unknown[] = [];
    const watched = await startTestExplorer(({ chain }) => ({
      chain: withChanges(chain, {
        readTransactions: (height, page) => {
          pages.push(page);
          return chain.readTransactions(height, page);
        },
        readRawBlock: () => Promise.reject(new Error('a whole block was read')),
      }),
    }));
    expect((await watched.get('/api/v1/blocks/0/transactions?limit=3&offset=4')).status).toBe(200);
    expect(pages).toEqual([{ offset: 4, limit: 3 }]);
    await watched.close();
  });
});

describe('a transaction', () => {
  it('is answered itself, with the network beside its fields', async () => {
    const summary = explorer.testChain.chain.blockSummary(TIP)!;
    const expected = {
      network: 'devnet',
      id: transferIds[1],
      chain: 3,
      nonce: 2,
      fee: '2',
      value: '10',
      from_address: ALICE,
      to_address: ACCOUNTS[2]!.address,
      unlock_sig: Buffer.from(transfers[1]!.unlockSig).toString('hex'),
      block_height: TIP,
      block_id: ids[TIP],
      block_timestamp: summary.header.timestamp,
      transaction_index: 2,
      confirmations: 1,
      is_coinbase: false,
    };
    expect(await json(`/api/v1/transactions/${transferIds[1]}`)).toEqual(expected);
    expect(await json(`/api/v1/transactions/${transferIds[1]!.toUpperCase()}`)).toEqual(expected);
  });

  it.each(['', '/proof'])('that nobody confirmed is 404 at %j', async (suffix) => {
    for (const id of ['f'.repeat(64), ids[TIP]]) {
      const response = await explorer.get(`/api/v1/transactions/${id}${suffix}`);
      expect([response.status, response.json]).toMatchObject([404, { error: 'transaction_not_found' }]);
    }
  });

  it.each(['', '/proof'])('ID that is none is 400 at %j', async (suffix) => {
    for (const id of ['1', 'f'.repeat(63), 'f'.repeat(65), `0x${'f'.repeat(62)}`, `${'f'.repeat(63)}%20`]) {
      const response = await explorer.get(`/api/v1/transactions/${id}${suffix}`);
      expect([response.status, response.json]).toMatchObject([400, { error: 'invalid_transaction_id' }]);
    }
  });

  it('has a proof that leads to its block’s Merkle root', async () => {
    const genesis = (await explorer.testChain.chain.readTransactions(0, { offset: 0, limit: 10 }))!;
    for (const { id, index } of genesis) {
      const proof = explorerRoutes.getTransaction && (await json(`/api/v1/transactions/${id}/proof`));
      const { path, merkle_root: root } = proof as { path: string[]; merkle_root: string };
      expect(proof).toMatchObject({
        network: 'devnet',
        id,
        block_height: 0,
        block_id: ids[0],
        transaction_index: index,
      });
      expect(
        verifyMerklePath({
          leaf: hexToBytes(id),
          index,
          size: genesis.length,
          path: path.map(hexToBytes),
          root: hexToBytes(root),
        }),
      ).toBe(true);
    }
  });
});

describe('an address', () => {
  it('shows what is confirmed', async () => {
    expect(await json(`/api/v1/addresses/${ALICE}`)).toEqual({
      network: 'devnet',
      address: ALICE,
      exists: true,
      balance: String(1_000_000n * 100_000_000n - 36n),
      nonce: 3,
    });
  });

  it('that nobody names does not exist', async () => {
    expect(await json(`/api/v1/addresses/${STRANGER}`)).toEqual({
      network: 'devnet',
      address: STRANGER,
      exists: false,
      balance: '0',
      nonce: 0,
    });
  });

  it('keeps 64-bit amounts exact', async () => {
    const rich = await startTestExplorer(({ chain }) => ({
      chain: withChanges(chain, { account: () => ({ balance: 2n ** 64n - 1n, nonce: 4_294_967_295 }) }),
    }));
    expect((await rich.get(`/api/v1/addresses/${ALICE}`)).text).toContain(
      '"balance":"18446744073709551615","nonce":4294967295',
    );
    await rich.close();
  });

  it.each(['x', COINBASE_SENDER, `${ALICE}1`, ALICE.slice(0, 33), ALICE.toUpperCase()])(
    '%s is 400',
    async (address) => {
      for (const path of [`/api/v1/addresses/${address}`, `/api/v1/addresses/${address}/transactions`]) {
        const response = await explorer.get(path);
        expect([response.status, response.json]).toEqual([
          400,
          { error: 'invalid_address', message: 'This is not an address of this network.' },
        ]);
      }
    },
  );
});

describe('a chain without genesis', () => {
  it('has height -1, no tip and empty lists', async () => {
    const empty = await startTestExplorer(() => ({}), { genesis: false });
    const status = (await empty.get('/api/v1/status')).json;
    expect(status).toMatchObject({ initialized: false, height: -1 });
    expect(status).not.toHaveProperty('tip_id');
    expect((await empty.get('/api/v1/blocks')).json).toEqual({
      network: 'devnet',
      items: [],
      pagination: {
        limit: EXPLORER_LIMITS.blockList.default,
        offset: 0,
        count: 0,
        total: 0,
        before_height: null,
        next_before_height: 0,
      },
    });
    expect((await empty.get('/api/v1/blocks?before_height=7')).json).toMatchObject({
      pagination: { before_height: 7, next_before_height: 7 },
    });
    expect((await empty.get('/api/v1/blocks/0')).status).toBe(404);
    expect((await empty.get(`/api/v1/addresses/${ALICE}`)).json).toMatchObject({ exists: false });
    await empty.close();
  });
});
