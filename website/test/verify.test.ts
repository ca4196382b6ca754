import fc from 'fast-check';
import { blockId, bytesToHex, HEADER_SIZE, transactionOffset } from '@cairn/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyOffline } from '../src/verify/offline/check.ts';
import { parseText } from '../src/verify/offline/parse.ts';
import type { CheckResult } from '../src/verify/model.ts';
import { type FixtureApi, startFixtureApi } from './fixture-api.ts';
import type { Altered, Lie } from './lying-fetch.ts';
import {
  differing,
  elsewhere,
  isTransfer,
  named,
  other,
  silent,
  verdict,
  visits,
  WALK,
} from './verify-visits.ts';

/** What a page and its worker do together, against real HTTP: the page asks, shows, and hands over what it shows. */
let api: FixtureApi;
beforeAll(async () => {
  api = await startFixtureApi();
});
afterAll(() => api.close());

const { visitTransaction, visitBlock } = visits(() => api);

describe('with an honest API', () => {
  it('every transaction of the chain is verified, and its evidence without the API', async () => {
    for (const { id } of api.chain.transactions) {
      const { results, evidence } = await visitTransaction(id);
      expect(named(results)).toEqual([]);
      expect(verdict(results)).toBe('verified');
      const input = parseText(JSON.stringify(evidence));
      if (input.kind === 'problem') throw new Error(input.code);
      const offline = await verifyOffline(input, silent);
      expect(named(offline)).toEqual([]);
      expect(offline.length).toBeGreaterThan(4);
    }
  });

  it('every block of the chain is verified, by height and by ID', async () => {
    for (const { id, height } of api.chain.blocks) {
      for (const reference of [id, height]) {
        const results = await visitBlock(reference);
        expect(named(results)).toEqual([]);
        expect(verdict(results)).toBe('verified');
      }
    }
  });

  it('every header down to the genesis block is walked when the reader asks for it', async () => {
    const { id, block_height: height } = subjectOf();
    const { results } = await visitTransaction(id, undefined, WALK, undefined, { deep: true });
    expect(named(results)).toEqual([]);
    const walked = (all: CheckResult[]): unknown =>
      all.find((one) => one.id === 'history')?.facts.find(({ name }) => name === 'walked')?.value;
    expect(walked(results)).toBe(height);
    expect(walked(await visitBlock(height, undefined, { deep: true }))).toBe(height);
    expect(walked(await visitBlock(0, undefined, { deep: true }))).toBeUndefined();
  });

  const HEADER = 118;
  const historyLies: Record<string, (body: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>> = {
    'has another bit': (body) => body.map((byte, index) => (index === 3 * HEADER + 70 ? byte ^ 1 : byte)),
    'lacks a header': (body) => new Uint8Array([...body.slice(0, HEADER), ...body.slice(2 * HEADER)]),
    'has two in another order': (body) =>
      new Uint8Array([
        ...body.slice(HEADER, 2 * HEADER),
        ...body.slice(0, HEADER),
        ...body.slice(2 * HEADER),
      ]),
    'ends within a header': (body) => body.slice(0, body.length - 1),
    'goes on': (body) => new Uint8Array([...body, ...new Uint8Array(HEADER)]),
  };
  for (const [what, bytes] of Object.entries(historyLies)) {
    it(`a history that ${what} shows`, async () => {
      const lie: Lie = { where: /headers\?from=1&/, bytes };
      const results = await visitBlock(subjectOf().block_height, lie, { deep: true });
      expect(results.find(({ id }) => id === 'history')?.status).toBe('failed');
      expect(verdict(results)).toBe('differs');
    });
  }

  it('a tip that is too far away is said, and nothing is called verified', async () => {
    const { id } = api.chain.transactions.find(isTransfer)!;
    const { results } = await visitTransaction(id, undefined, 2);
    expect(named(results).map(({ id, status, reason }) => [id, status, reason?.code])).toEqual([
      ['links', 'limited', 'far_tip'],
      ['confirmations', 'limited', 'far_tip'],
    ]);
    expect(verdict(results)).toBe('partly');
  });
});

/** A transfer near the end of the chain. */
const subjectOf = () => api.chain.transactions.findLast(isTransfer)!;

type Alter = (body: Altered) => void;
/** Each field of a transaction's answer, altered, also where the worker asks again. */
const TRANSACTION_LIES: Record<string, Alter> = {
  id: (body) => (body.id = elsewhere),
  chain: (body) => (body.chain = 2),
  nonce: (body) => (body.nonce += 1),
  fee: (body) => (body.fee = `${BigInt(body.fee) + 1n}`),
  value: (body) => (body.value = `${BigInt(body.value) * 10n}`),
  from_address: (body) => (body.from_address = other === body.from_address ? body.to_address : other),
  to_address: (body) => (body.to_address = other === body.to_address ? body.from_address : other),
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
  prev_block_hash: (block) => (block.prev_block_hash = elsewhere),
  miner: (block) => (block.miner = other === block.miner ? 'dLhCHA22XoXSswtB78TF1rxQgv3MZQ2iJ4' : other),
  nonce: (block) => (block.nonce += 1),
  version: (block) => (block.version = 2),
  timestamp: (block) => (block.timestamp -= 60),
  bits: (block) => (block.bits = '1f7fffff'),
  merkle_root: (block) => (block.merkle_root = elsewhere),
  transaction_count: (block) => (block.transaction_count += 1),
  size_bytes: (block) => (block.size_bytes += 213),
  total_fees: (block) => (block.total_fees = `${BigInt(block.total_fees) + 1n}`),
  reward: (block) => (block.reward = `${BigInt(block.reward) + 1n}`),
  confirmations: (block) => (block.confirmations += 5),
};

describe('a lie in a transaction', () => {
  for (const [field, alter] of Object.entries(TRANSACTION_LIES)) {
    it(`about ${field} shows, with what differs`, async () => {
      const { id } = subjectOf();
      const where = new RegExp(`/transactions/${id}$`);
      const { results, evidence } = await visitTransaction(id, {
        where,
        json: (body) => {
          alter(body);
        },
      });
      expect(verdict(results)).toBe('differs');
      expect(differing(results)).toContain(field);
      expect(evidence).toBeUndefined();
    });
  }

  const elsewhereLies: Record<string, Lie> = {
    'the path of the proof': {
      where: /\/proof$/,
      json: (body) => void (body.path[0] = elsewhere),
    },
    'the position in the proof': { where: /\/proof$/, json: (body) => void (body.transaction_index += 1) },
    'the root in the proof': { where: /\/proof$/, json: (body) => void (body.merkle_root = elsewhere) },
    'a shortened proof': { where: /\/proof$/, json: (body) => void body.path.pop() },
    'the network of the status': {
      where: /\/status$/,
      json: (body) => void Object.assign(body, { network: 'testnet', chain_id: 2 }),
    },
    'the chain ID': { where: /\/status$/, json: (body) => void (body.chain_id = 2) },
    'the height of the tip': { where: /\/status$/, json: (body) => void (body.height += 1) },
    'the ID of the tip': { where: /\/status$/, json: (body) => void (body.tip_id = elsewhere) },
    'the time of a block above': {
      where: /\/blocks\?/,
      json: (body) => void (body.items[0].timestamp += 1),
    },
    'the bytes of a header above': {
      where: /\/headers\?/,
      bytes: (body) => body.map((byte, index) => (index === 100 ? byte ^ 1 : byte)),
    },
    'a header above that is left out': { where: /\/headers\?/, bytes: (body) => body.slice(118) },
    'the genesis block': {
      where: /\/blocks\/0\/raw$/,
      bytes: (body) => body.map((byte, index) => (index === 500 ? byte ^ 1 : byte)),
    },
  };
  for (const [what, lie] of Object.entries(elsewhereLies)) {
    it(`about ${what} shows`, async () => {
      const { id } = api.chain.transactions.filter(isTransfer).at(-4)!;
      const { results } = await visitTransaction(id, lie);
      expect(verdict(results)).toBe('differs');
    });
  }

  it('about any byte of its block’s header or of itself shows', async () => {
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
        expect(verdict(results)).toBe('differs');
      }),
      { numRuns: 60 },
    );
  });
});

describe('a lie in a block', () => {
  const reference = () => subjectOf().block_height;
  for (const [field, alter] of Object.entries(BLOCK_LIES)) {
    it(`about ${field} shows, with what differs`, async () => {
      const where = new RegExp(`/blocks/(${reference()}|${subjectOf().block_id})$`);
      const results = await visitBlock(reference(), {
        where,
        json: (body) => {
          alter(body.block);
        },
      });
      expect(verdict(results)).toBe('differs');
      expect(differing(results)).toContain(field);
    });
  }

  it('that is another block altogether shows', async () => {
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
    it(`about ${field} in its list of transactions shows`, async () => {
      const { block_height: height, transaction_index: index } = subjectOf();
      const results = await visitBlock(height, {
        where: /\/transactions$/,
        json: (body) => {
          alter(body.items[index]);
        },
      });
      expect(verdict(results)).toBe('differs');
      expect(differing(results)).toContain(`[${index}].${field}`);
    });
  }

  it('about any byte shows', async () => {
    const { block_id, block_height } = subjectOf();
    const size = api.chain.raw[block_height]!.length;
    await fc.assert(
      fc.asyncProperty(fc.nat(size - 1), fc.integer({ min: 1, max: 255 }), async (at, mask) => {
        const bytes = (body: Uint8Array<ArrayBuffer>) =>
          body.map((byte, place) => (place === at ? byte ^ mask : byte));
        const results = await visitBlock(block_height, { where: new RegExp(`${block_id}/raw$`), bytes });
        expect(verdict(results)).toBe('differs');
      }),
      { numRuns: 40 },
    );
  });
});

it('the served bytes are what the tests think', () => {
  expect(api.chain.raw.map((raw) => blockId(raw))).toEqual(api.chain.blocks.map(({ id }) => id));
  expect(bytesToHex(api.chain.raw[0]!).length).toBeGreaterThan(2 * HEADER_SIZE);
});
