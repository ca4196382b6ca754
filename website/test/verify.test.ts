import fc from 'fast-check';
import { blockId, bytesToHex, HEADER_SIZE, transactionOffset } from '@cairn/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FixtureApi, startFixtureApi } from './fixture-api.ts';
import type { Altered } from '@cairn/testkit/address-lies';
import type { Lie } from './lying-fetch.ts';
import {
  differing,
  unknownId,
  isTransfer,
  notPassed,
  otherAddress,
  verdict,
  verifyText,
  visits,
} from './verify-visits.ts';

/** A page and its worker over real HTTP: the page loads its data, and the worker verifies it. */
let api: FixtureApi;
beforeAll(async () => {
  api = await startFixtureApi();
});
afterAll(() => api.close());

const { visitTransaction, visitBlock } = visits(() => api);

describe('with an honest API', () => {
  it('every transaction of the chain is verified, and its receipt without the API', async () => {
    for (const { id } of api.chain.transactions) {
      const { results, receipt } = await visitTransaction(id);
      expect(notPassed(results)).toEqual([]);
      expect(verdict(results)).toBe('passed');
      const offline = await verifyText(receipt!);
      expect(notPassed(offline)).toEqual([]);
      expect(offline.length).toBeGreaterThan(2);
    }
  });

  it('every block of the chain is verified, by height and by ID', async () => {
    for (const { id, height } of api.chain.blocks) {
      for (const reference of [id, height]) {
        const results = await visitBlock(reference);
        expect(notPassed(results)).toEqual([]);
        expect(verdict(results)).toBe('passed');
      }
    }
  });

  it('blocks that are too far away are reported, and all else is checked', async () => {
    const { id } = api.chain.transactions.find(isTransfer)!;
    const { results } = await visitTransaction(id, undefined, { limits: { headers: 2 } });
    expect(notPassed(results).map(({ id, status, reason }) => [id, status, reason?.code])).toEqual([
      ['chain', 'limited', 'far'],
      ['above', 'limited', 'far'],
    ]);
    expect(verdict(results)).toBe('passed');
  });
});

/** A transfer near the end of the chain. */
const subjectOf = () => api.chain.transactions.findLast(isTransfer)!;

const flipped = (body: Uint8Array<ArrayBuffer>, at: number) =>
  body.map((byte, index) => (index === at ? byte ^ 1 : byte));

type Alter = (body: Altered) => void;
/** Each field of a transaction's answer, altered, also where the worker asks again. */
const TRANSACTION_LIES: Record<string, Alter> = {
  id: (body) => (body.id = unknownId),
  chain: (body) => (body.chain = 2),
  nonce: (body) => (body.nonce += 1),
  fee: (body) => (body.fee = `${BigInt(body.fee) + 1n}`),
  value: (body) => (body.value = `${BigInt(body.value) * 10n}`),
  from_address: (body) =>
    (body.from_address = otherAddress === body.from_address ? body.to_address : otherAddress),
  to_address: (body) =>
    (body.to_address = otherAddress === body.to_address ? body.from_address : otherAddress),
  unlock_sig: (body) =>
    (body.unlock_sig = body.unlock_sig.replace(/^./, (c: string) => (c === '0' ? '1' : '0'))),
  block_height: (body) => (body.block_height -= 1),
  block_timestamp: (body) => (body.block_timestamp += 1),
  transaction_index: (body) => (body.transaction_index += 1),
  confirmations: (body) => (body.confirmations += 1),
  is_coinbase: (body) => (body.is_coinbase = true),
  network: (body) => (body.network = 'testnet'),
};

const BLOCK_LIES: Record<string, Alter> = {
  prev_block_hash: (block) => (block.prev_block_hash = unknownId),
  miner: (block) =>
    (block.miner = otherAddress === block.miner ? 'dLhCHA22XoXSswtB78TF1rxQgv3MZQ2iJ4' : otherAddress),
  nonce: (block) => (block.nonce += 1),
  version: (block) => (block.version = 2),
  timestamp: (block) => (block.timestamp -= 60),
  bits: (block) => (block.bits = '1f7fffff'),
  merkle_root: (block) => (block.merkle_root = unknownId),
  transaction_count: (block) => (block.transaction_count += 1),
  size_bytes: (block) => (block.size_bytes += 213),
  total_fees: (block) => (block.total_fees = `${BigInt(block.total_fees) + 1n}`),
  reward: (block) => (block.reward = `${BigInt(block.reward) + 1n}`),
  confirmations: (block) => (block.confirmations += 5),
};

describe('a lie in a transaction', () => {
  for (const [field, alter] of Object.entries(TRANSACTION_LIES)) {
    it(`about ${field} is detected, with the difference`, async () => {
      const { id } = subjectOf();
      const where = new RegExp(`/transactions/${id}$`);
      const { results, receipt } = await visitTransaction(id, {
        where,
        json: (body) => {
          alter(body);
        },
      });
      expect(verdict(results)).toBe('failed');
      expect(differing(results)).toContain(field);
      expect(receipt).toBeUndefined();
    });
  }

  const elsewhereLies: Record<string, Lie> = {
    'the path of the proof': {
      where: /\/proof$/,
      json: (body) => void (body.path[0] = unknownId),
    },
    'the position in the proof': { where: /\/proof$/, json: (body) => void (body.transaction_index += 1) },
    'the root in the proof': { where: /\/proof$/, json: (body) => void (body.merkle_root = unknownId) },
    'a shortened proof': { where: /\/proof$/, json: (body) => void body.path.pop() },
    'the network of the status': {
      where: /\/status$/,
      json: (body) => void Object.assign(body, { network: 'testnet', chain_id: 2 }),
    },
    'the chain ID': { where: /\/status$/, json: (body) => void (body.chain_id = 2) },
    'the height of the tip': { where: /\/status$/, json: (body) => void (body.height += 1) },
    'the ID of the tip': { where: /\/status$/, json: (body) => void (body.tip_id = unknownId) },
    'the time of a block above': { where: /\/headers\?/, bytes: (body) => flipped(body, body.length - 9) },
    'the link of a block above': { where: /\/headers\?/, bytes: (body) => flipped(body, body.length - 100) },
    'the link of the first block': { where: /\/headers\?/, bytes: (body) => flipped(body, 8) },
    'the difficulty of a block below': {
      where: /\/headers\?/,
      bytes: (body) => flipped(body, 3 * HEADER_SIZE - 5),
    },
    'the miner of a block below': {
      where: /\/headers\?/,
      bytes: (body) => flipped(body, 3 * HEADER_SIZE - 20),
    },
    'a header that is left out': { where: /\/headers\?/, bytes: (body) => body.slice(HEADER_SIZE) },
    'headers in another order': {
      where: /\/headers\?/,
      bytes: (body) => new Uint8Array([...body.slice(HEADER_SIZE), ...body.slice(0, HEADER_SIZE)]),
    },
    'the last header, which is not served': {
      where: /\/headers\?/,
      bytes: (body) => body.slice(0, -HEADER_SIZE),
    },
    'headers, and ends within one': { where: /\/headers\?/, bytes: (body) => body.slice(0, -1) },
    'headers, and continues': {
      where: /\/headers\?/,
      bytes: (body) => new Uint8Array([...body, ...new Uint8Array(HEADER_SIZE)]),
    },
    'all headers, which are not served': { where: /\/headers\?/, bytes: () => new Uint8Array() },
  };
  for (const [what, lie] of Object.entries(elsewhereLies)) {
    it(`about ${what} is detected`, async () => {
      const { id } = api.chain.transactions.filter(isTransfer).at(-4)!;
      const { results } = await visitTransaction(id, lie);
      expect(verdict(results)).toBe('failed');
    });
  }

  it('about any byte of its block’s header or its own is detected', async () => {
    const { id, block_id, transaction_index: index } = subjectOf();
    const where = new RegExp(`/blocks/${block_id}/raw$`);
    const position = fc.oneof(
      fc.nat(HEADER_SIZE - 1),
      fc.nat(212).map((offset) => transactionOffset(index) + offset),
      fc.nat(212).map((offset) => transactionOffset(0) + offset),
    );
    await fc.assert(
      fc.asyncProperty(position, fc.integer({ min: 1, max: 255 }), async (at, mask) => {
        const bytes = (body: Uint8Array<ArrayBuffer>) =>
          body.map((byte, place) => (place === at ? byte ^ mask : byte));
        const { results } = await visitTransaction(id, { where, bytes });
        expect(verdict(results)).toBe('failed');
      }),
      { numRuns: 60 },
    );
  });
});

describe('a lie in a block', () => {
  const reference = () => subjectOf().block_height;
  for (const [field, alter] of Object.entries(BLOCK_LIES)) {
    it(`about ${field} is detected, with the difference`, async () => {
      const where = new RegExp(`/blocks/(${reference()}|${subjectOf().block_id})$`);
      const results = await visitBlock(reference(), {
        where,
        json: (body) => {
          alter(body.block);
        },
      });
      expect(verdict(results)).toBe('failed');
      expect(differing(results)).toContain(field);
    });
  }

  it('with another block is detected', async () => {
    const wrong = api.chain.blocks[4]!;
    const asked = api.chain.blocks[5]!.id;
    const results = await visitBlock(asked, {
      where: new RegExp(`/blocks/${asked}$`),
      json: (body) => ({ ...body, block: { ...wrong, confirmations: 9 } }),
    });
    expect(differing(results)).toContain('id');
  });

  for (const [field, alter] of Object.entries(TRANSACTION_LIES)) {
    if (['confirmations', 'network', 'transaction_index'].includes(field)) continue;
    it(`about ${field} in its list of transactions is detected`, async () => {
      const { block_height: height, transaction_index: index } = subjectOf();
      const results = await visitBlock(height, {
        where: /\/transactions$/,
        json: (body) => {
          alter(body.items[index]);
        },
      });
      expect(verdict(results)).toBe('failed');
      expect(differing(results)).toContain(`[${index}].${field}`);
    });
  }

  it('about any byte is detected', async () => {
    const { block_id, block_height } = subjectOf();
    const size = api.chain.raw[block_height]!.length;
    await fc.assert(
      fc.asyncProperty(fc.nat(size - 1), fc.integer({ min: 1, max: 255 }), async (at, mask) => {
        const bytes = (body: Uint8Array<ArrayBuffer>) =>
          body.map((byte, place) => (place === at ? byte ^ mask : byte));
        const results = await visitBlock(block_height, { where: new RegExp(`${block_id}/raw$`), bytes });
        expect(verdict(results)).toBe('failed');
      }),
      { numRuns: 40 },
    );
  });
});

it('the API serves the bytes that the tests expect', () => {
  expect(api.chain.raw.map((raw) => blockId(raw))).toEqual(api.chain.blocks.map(({ id }) => id));
  expect(bytesToHex(api.chain.raw[0]!).length).toBeGreaterThan(2 * HEADER_SIZE);
});
