import {
  ApiError,
  createExplorerClient,
  EXPLORER_ERRORS,
  explorerAdditions,
  explorerRoutes,
} from '@cairn/api/explorer';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACCOUNTS, mineTestBlock, transfer } from '../chain/test-support.ts';
import { startTestExplorer, type TestExplorer } from './test-support.ts';

const PATHS = Object.values({ ...explorerRoutes, ...explorerAdditions })
  .map(({ path }) => path)
  .filter((path) => path !== explorerAdditions.events.path);

let explorer: TestExplorer;
let client: ReturnType<typeof createExplorerClient>;
let txid: string;

beforeAll(async () => {
  explorer = await startTestExplorer();
  await mineTestBlock(explorer.testChain.chain, [transfer({ from: 1, to: 2, nonce: 1 })]);
  client = createExplorerClient({ baseUrl: explorer.url });
  [, txid] = explorer.testChain.chain.view.transactions(1, { offset: 0, limit: 2 })!.map(({ id }) => id) as [
    string,
    string,
  ];
});

afterAll(async () => {
  await explorer.close();
});

describe('the typed client', () => {
  const address = ACCOUNTS[1]!.address;

  it('gets every core answer in its declared shape', async () => {
    expect((await client.health()).ok).toBe(true);
    expect((await client.status()).height).toBe(1);
    expect((await client.features()).features.core.ready).toBe(true);
    expect((await client.listBlocks({ limit: 1 })).items).toHaveLength(1);
    expect((await client.getBlock({ height_or_hash: 1 })).block.height).toBe(1);
    expect((await client.listBlockTransactions({ height_or_hash: 1, offset: 1 })).items[0]!.id).toBe(txid);
    expect((await client.getTransaction({ txid })).block_height).toBe(1);
    expect((await client.getAddress({ address })).exists).toBe(true);
    expect(await client.getRawBlock({ height_or_hash: 1 })).toHaveLength(118 + 2 * 213);
    expect((await client.getTransactionProof({ txid })).transaction_index).toBe(1);
  });

  it('gets every refusal with its status and code', async () => {
    const indexed = [
      client.listTransactions(),
      client.listAddresses(),
      client.listAddressTransactions({ address }),
      client.getStats(),
    ];
    for (const answer of await Promise.allSettled(indexed)) {
      expect(answer).toMatchObject({
        status: 'rejected',
        reason: { status: 503, code: 'explorer_index_disabled' },
      });
    }
    await expect(client.getBlock({ height_or_hash: 99 })).rejects.toBeInstanceOf(ApiError);
  });
});

describe('any request', () => {
  const codes = new Set(Object.keys(EXPLORER_ERRORS));
  const piece = fc.oneof(
    fc.webFragments(),
    fc.nat().map(String),
    fc.constantFrom(
      '%',
      '%ff',
      '%00',
      '..',
      '.',
      '%2e%2e',
      '+1',
      '-1',
      '1e3',
      'f'.repeat(64),
      ' ',
      '%20',
      '\\',
      ';',
    ),
    fc.stringMatching(/^[0-9a-fA-F]{64}$/),
    fc.stringMatching(/^[1-9A-HJ-NP-Za-km-z]{34}$/),
  );
  const filled = fc
    .tuple(fc.constantFrom(...PATHS), piece)
    .map(([path, value]) => path.replace(/\{[a-z_]+\}/, value.replaceAll(/[?#\s]/g, '')));
  const query = fc
    .array(fc.tuple(fc.constantFrom('limit', 'offset', 'before_height', 'x'), piece), { maxLength: 4 })
    .map((pairs) => pairs.map(([name, value]) => `${name}=${value}`.replaceAll(/[#\s]/g, '')).join('&'));
  const target = fc.tuple(filled, query).map(([path, text]) => (text === '' ? path : `${path}?${text}`));

  it('is answered with a declared status and JSON, and never with a failure', async () => {
    await fc.assert(
      fc.asyncProperty(target, async (path) => {
        const { status, headers, text } = await explorer.get(path);
        if (status === 200) return;
        expect([path, status]).toEqual([path, expect.toBeOneOf([400, 404, 422, 503])]);
        expect(headers['content-type']).toBe('application/json');
        const { error, detail } = JSON.parse(text) as { error?: string; detail?: unknown };
        expect(status === 422 || detail === 'Not Found' || codes.has(error!)).toBe(true);
      }),
      { numRuns: 500 },
    );
    expect(explorer.log.filter((line) => line.includes('request failed'))).toEqual([]);
  });
});
