import { explorerRoutes } from '@cairn/api/explorer';
import { bytesToHex, COINBASE_SENDER, hexToBytes } from '@cairn/protocol';
import { Level } from 'level';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACCOUNTS, mineTestBlock, openTestChain, transfer } from '../chain/test-support.ts';
import { TRANSACTIONS, type Location } from '../storage/layout.ts';
import type { IndexStatus } from './context.ts';
import {
  SAMPLE_TIP,
  SAMPLE_TRANSFER_IDS,
  startSampleExplorer,
  startTestExplorer,
  type SampleExplorer,
} from './test-support.ts';

let explorer: SampleExplorer;
let corePaths: string[];

beforeAll(async () => {
  explorer = await startSampleExplorer();
  corePaths = [
    '/health',
    '/api/v1/status',
    '/api/v1/features',
    '/api/v1/blocks',
    `/api/v1/blocks/${explorer.ids[3]}`,
    '/api/v1/blocks/13/transactions',
    '/api/v1/blocks/13/raw',
    `/api/v1/transactions/${SAMPLE_TRANSFER_IDS[0]}`,
    `/api/v1/transactions/${SAMPLE_TRANSFER_IDS[0]}/proof`,
    `/api/v1/addresses/${ACCOUNTS[1]!.address}`,
  ];
});

afterAll(() => explorer.close());

describe('section 2.1', () => {
  /** All values of a JSON document with their keys. */
  function walk(value: unknown, key = ''): [string, unknown][] {
    if (typeof value !== 'object' || value === null) return [[key, value]];
    return Object.entries(value).flatMap(([name, inner]) => walk(inner, Array.isArray(value) ? key : name));
  }

  const MONETARY = /^(balance|fee|value|reward|total_fees)$/;
  const NUMBERS =
    /^(nonce|height|block_height|timestamp|block_timestamp|version|api_version|chain_id|chain|limit|offset|count|total|transaction_count|transaction_index|size_bytes|confirmations)$/;
  const IDENTIFIERS = /^(id|block_id|prev_block_hash|merkle_root|tip_id|path)$/;
  const ADDRESSES = /^(address|miner|from_address|to_address)$/;

  it('monetary fields are decimal strings, counts are numbers, identifiers 64 lowercase hex characters', async () => {
    const seen = new Set<string>();
    for (const path of corePaths.filter((one) => !one.endsWith('/raw'))) {
      for (const [key, value] of walk(await explorer.json(path))) {
        seen.add(key);
        if (MONETARY.test(key))
          expect([key, value]).toEqual([key, expect.stringMatching(/^(0|[1-9]\d{0,19})$/)]);
        if (NUMBERS.test(key)) expect([key, Number.isSafeInteger(value)]).toEqual([key, true]);
        if (IDENTIFIERS.test(key))
          expect([key, value]).toEqual([key, expect.stringMatching(/^[0-9a-f]{64}$/)]);
        if (ADDRESSES.test(key)) expect([key, String(value).length]).toEqual([key, 34]);
      }
    }
    for (const name of [
      'balance',
      'fee',
      'value',
      'reward',
      'total_fees',
      'nonce',
      'tip_id',
      'merkle_root',
      'path',
      'miner',
    ]) {
      expect(seen).toContain(name);
    }
  });

  it('an identifier is accepted in capitals and returned in lower case', async () => {
    const id = explorer.ids[3]!;
    const raw = await explorer.get(`/api/v1/blocks/${id.toUpperCase()}/raw`);
    expect([raw.status, raw.headers.etag]).toEqual([200, `"${id}"`]);
    const page = await explorer.json(`/api/v1/blocks/${id.toUpperCase()}/transactions`);
    expect(page).toMatchObject({ block: { height: 3, id } });
    const proof = await explorer.json(`/api/v1/transactions/${SAMPLE_TRANSFER_IDS[0]!.toUpperCase()}/proof`);
    expect(proof).toMatchObject({ id: SAMPLE_TRANSFER_IDS[0] });
  });
});

describe('section 2.2', () => {
  it('a block’s detail equals the summary in the list, without transactions', async () => {
    const { items } = explorerRoutes.listBlocks.response.parse(await explorer.json('/api/v1/blocks?limit=1'));
    const detail = (await explorer.json(`/api/v1/blocks/${SAMPLE_TIP}`)) as { block: object };
    expect(Object.keys(detail)).toEqual(['network', 'block']);
    expect(detail.block).toEqual(items[0]);
    expect(Object.keys(detail.block)).toHaveLength(14);
  });

  it('size_bytes is 118 + transaction_count × 213, and the length of /raw', async () => {
    for (const height of [0, 1, SAMPLE_TIP]) {
      const { block } = explorerRoutes.getBlock.response.parse(
        await explorer.json(`/api/v1/blocks/${height}`),
      );
      expect(block.size_bytes).toBe(118 + block.transaction_count * 213);
      expect((await explorer.get(`/api/v1/blocks/${height}/raw`)).bytes.length).toBe(block.size_bytes);
    }
  });
});

describe('section 2.3', () => {
  it('a coinbase has the height as its nonce, the sentinel as its sender, index 0 and a signature field of 128 bytes', async () => {
    const { items } = explorerRoutes.listBlockTransactions.response.parse(
      await explorer.json('/api/v1/blocks/5/transactions'),
    );
    expect(items).toHaveLength(1);
    expect(items[0]).toMatchObject({
      nonce: 5,
      from_address: COINBASE_SENDER,
      to_address: ACCOUNTS[9]!.address,
      transaction_index: 0,
      is_coinbase: true,
      unlock_sig: expect.stringMatching(/^[0-9a-f]{256}$/),
      block_id: explorer.ids[5],
      confirmations: SAMPLE_TIP - 5 + 1,
    });
  });
});

describe('section 3.1', () => {
  it('core routes answer in every state of the index', async () => {
    for (const state of [
      'disabled',
      'building',
      'ready',
      'error',
    ] as const satisfies IndexStatus['state'][]) {
      explorer.projection.status = { state, indexedHeight: 0, targetHeight: SAMPLE_TIP, progress: 1 };
      for (const path of corePaths) {
        expect([state, path, (await explorer.get(path)).status]).toEqual([state, path, 200]);
      }
    }
  });

  it('core routes answer, and /health is 200, while the node syncs', async () => {
    Object.assign(explorer.node, { syncing: true, ready: false });
    for (const path of corePaths) expect((await explorer.get(path)).status).toBe(200);
    expect((await explorer.get('/health')).text).toBe(
      '{"ok":true,"network":"devnet","chain_id":3,"api_version":1}',
    );
    Object.assign(explorer.node, { syncing: false, ready: true });
  });
});

describe('section 4.1, transaction lookup', () => {
  /** Checks a node with intact blocks whose index has a wrong location for a transaction ID. */
  async function withLocation(
    id: string,
    location: Location,
    check: (get: typeof explorer.get) => Promise<void>,
  ) {
    const path = mkdtempSync(join(tmpdir(), 'cairn-stale-'));
    const before = await openTestChain({ path });
    for (const nonce of [1, 2]) await mineTestBlock(before.chain, [transfer({ from: 1, to: 2, nonce })]);
    await before.close();
    const core = new Level<Uint8Array, Uint8Array>(before.dataDirectory.core, {
      keyEncoding: 'view',
      valueEncoding: 'view',
    });
    await core.put(TRANSACTIONS.key(hexToBytes(id)), TRANSACTIONS.encode(location));
    await core.close();
    const stale = await startTestExplorer(undefined, { path });
    await check((path) => stale.get(path));
    expect(stale.log).toEqual([]); // the chain logs the stale location, not the API
    await stale.close();
  }

  it.each<[string, Location]>([
    ['another transaction', { height: 1, index: 0 }],
    ['another block', { height: 2, index: 0 }],
    ['beyond the end of its block', { height: 1, index: 2 }],
    ['far beyond the end of its block', { height: 1, index: 4_294_967_295 }],
    ['above the tip', { height: 3, index: 0 }],
  ])('a stale location that leads to %s gives no false result', async (_, location) => {
    const id = bytesToHex(new Uint8Array(32).fill(7));
    await withLocation(id, location, async (get) => {
      for (const suffix of ['', '/proof']) {
        const { status, json } = await get(`/api/v1/transactions/${id}${suffix}`);
        expect([status, json]).toMatchObject([404, { error: 'transaction_not_found' }]);
      }
    });
  });
});

describe('API-DECISIONS, caching', () => {
  it('every core GET except /raw has an entity tag that changes with the tip, and must be revalidated', async () => {
    const changing = await startTestExplorer();
    const { chain } = changing.testChain;
    await mineTestBlock(chain, [transfer({ from: 1, to: 2, nonce: 1 })]);
    const [, { id }] = chain.view.transactions(1, { offset: 0, limit: 2 }) as [unknown, { id: string }];
    const paths = corePaths
      .filter((path) => !/raw|health|features/.test(path))
      .map((path) =>
        path.replace(/[0-9a-f]{64}/, path.includes('transactions/') ? id : '1').replace('13', '1'),
      );
    const tagOf = async (path: string): Promise<string> => {
      const { status, headers } = await changing.get(path);
      expect([path, status, headers['cache-control']]).toEqual([
        path,
        200,
        'public, max-age=0, must-revalidate, s-maxage=1',
      ]);
      return headers.etag!;
    };
    const before = await Promise.all(paths.map(tagOf));
    expect(new Set(before).size).toBe(paths.length);
    for (const [index, path] of paths.entries()) {
      const again = await changing.get(path, { headers: { 'If-None-Match': before[index]! } });
      expect([path, again.status]).toEqual([path, 304]);
    }
    await mineTestBlock(chain);
    const after = await Promise.all(paths.map(tagOf));
    expect(new Set([...before, ...after]).size).toBe(2 * paths.length);
    for (const path of ['/health', '/api/v1/features']) await tagOf(path);
    await changing.close();
  });
});

describe('section 1.1', () => {
  it('there is no route for submission, secrets, mining, peers or administration', async () => {
    const names = [
      'transactions',
      'mempool',
      'mine',
      'miner',
      'peers',
      'accounts',
      'wallet',
      'token',
      'admin',
      'rpc',
    ];
    for (const name of names) {
      for (const path of [`/v1/${name}`, `/${name}`, `/api/v1/${name}/x/y/z`]) {
        expect([path, (await explorer.get(path)).status]).toEqual([path, 404]);
      }
      const { status } = await explorer.get(`/api/v1/${name}`, { method: 'POST', body: '{}' });
      expect([name, status]).toEqual([name, name === 'transactions' ? 405 : 404]);
    }
    expect(JSON.stringify(await explorer.json('/openapi.json'))).not.toMatch(
      /"(post|put|patch|delete)"|rpc\.token/,
    );
  });
});
