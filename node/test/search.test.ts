import type { Matches } from '@cairn/api/explorer';
import { encodeAddress, signTransaction } from '@cairn/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACCOUNTS, DEVNET } from '../src/chain/test-support.ts';
import { serveNode, type ServedNode } from './explorer-rules/served-node.ts';

const { address: fromAddress, privateKey } = ACCOUNTS[1]!;
const STRANGER = encodeAddress(new Uint8Array(20), DEVNET);
const transfer = signTransaction(
  {
    chain: DEVNET.chainId,
    nonce: 1,
    fee: 1_000n,
    value: 5_000n,
    fromAddress,
    toAddress: ACCOUNTS[2]!.address,
  },
  privateKey,
);
const NOTHING = { network: 'devnet', blocks: [], transactions: [], addresses: [] };

let node: ServedNode;
let block: { id: string; height: number };
let transfers: readonly string[];

beforeAll(async () => {
  node = await serveNode();
  await node.mine([]);
  await node.mine([transfer]);
  await node.caughtUp();
  block = { id: node.chain.tip().id, height: 2 };
  transfers = node.chain.view.transactions(2, { offset: 0, limit: 10 })!.map(({ id }) => id);
});

afterAll(() => node.remove());

const search = (prefix: string) => node.json<Matches>(`/api/v1/search/${prefix}`);

describe('a search', () => {
  it('finds a block by the first characters of its ID', async () => {
    for (const length of [6, 7, 63, 64]) {
      expect(await search(block.id.slice(0, length))).toEqual({ ...NOTHING, blocks: [block] });
    }
  });

  it('finds a transaction in upper or lower case, also by an odd number of digits', async () => {
    expect(transfers).toHaveLength(2);
    for (const id of transfers) {
      for (const prefix of [id.slice(0, 9).toUpperCase(), id.slice(0, 16), id.slice(0, 17), id]) {
        expect(await search(prefix)).toEqual({ ...NOTHING, transactions: [{ id, block_height: 2 }] });
      }
    }
  });

  it('finds an address, case-sensitively', async () => {
    for (const length of [6, 20, 34]) {
      expect(await search(fromAddress.slice(0, length))).toEqual({ ...NOTHING, addresses: [fromAddress] });
    }
    expect(await search(fromAddress.slice(0, 20).toLowerCase().replaceAll(/[0l]/g, '1'))).toEqual(NOTHING);
  });

  it('finds nothing for a prefix without matches', async () => {
    const other = block.id.endsWith('0') ? '1' : '0';
    for (const prefix of ['ffffffff', `${block.id.slice(0, 63)}${other}`, STRANGER, 'zzzzzz', 'dadadadada']) {
      expect(await search(prefix)).toEqual(NOTHING);
    }
  });

  it('requires at least six characters of one alphabet', async () => {
    const refused = [
      '12345',
      'abcde',
      '0x123456',
      'g00000',
      'a'.repeat(65),
      `${'z'.repeat(33)}0`,
      '%00'.repeat(6),
    ];
    for (const prefix of refused) {
      const { status, json } = await node.get(`/api/v1/search/${prefix}`);
      expect([prefix, status, json]).toMatchObject([prefix, 400, { error: 'invalid_prefix' }]);
    }
  });
});
