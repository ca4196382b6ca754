import { COINBASE_SENDER, HEADER_SIZE } from '@cairn/protocol';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { StepState } from '../src/features/verify/steps.ts';
import { NO_LIMITS } from '../src/features/verify/api-source.ts';
import { type FixtureApi, startFixtureApi } from './fixture-api.ts';
import type { Lie } from './lying-fetch.ts';
import { unknownId, isTransfer, otherAddress, verdict, visits } from './verify-visits.ts';

/** Blocks that are not fetched unasked, and an API that does not answer everything. */
let api: FixtureApi;
beforeAll(async () => {
  api = await startFixtureApi();
});
afterAll(() => api.close());
afterEach(() => {
  api.state.blocks = api.chain.blocks.length;
});

const { visitTransaction, visitBlock } = visits(() => api);
const subjectOf = () => api.chain.transactions.findLast(isTransfer)!;

describe('a block that is too large to be fetched unasked', () => {
  /** Every block has more bytes. */
  const large = { limits: { blockBytes: HEADER_SIZE } };
  const rest = { limits: NO_LIMITS };
  const codes = (results: readonly StepState[]) =>
    results
      .filter(({ status }) => status !== 'passed')
      .map(({ id, status, reason }) => `${id} ${status} ${reason?.code}`);

  it('is checked by its header, and the steps that need its bytes are skipped', async () => {
    const asked: string[] = [];
    const workerFetch: typeof globalThis.fetch = (input, init) => {
      asked.push(new URL(input instanceof Request ? input.url : input).pathname);
      return globalThis.fetch(input, init);
    };
    const { block_height: height, block_id: id } = subjectOf();
    const results = await visitBlock(height, undefined, {}, { ...large, workerFetch });
    expect(codes(results)).toEqual(
      ['contents', 'reward', 'transfers', 'rows'].map((step) => `${step} skipped large_block`),
    );
    expect(verdict(results)).toBe('limited');
    expect(asked).not.toContain(`/api/v1/blocks/${id}/raw`);
  });

  it('is checked completely if the user asks for the rest', async () => {
    const { id, block_height: height } = subjectOf();
    expect(verdict(await visitBlock(height, undefined, {}, rest))).toBe('passed');
    expect(verdict((await visitTransaction(id, undefined, rest)).results)).toBe('passed');
  });

  const summary = () => {
    const { block_height: height, block_id: id } = subjectOf();
    return new RegExp(`/blocks/(${height}|${id})$`);
  };

  it('does not hide lies about its header', async () => {
    const lies: Lie[] = [
      { where: summary(), json: ({ block }) => void (block.height -= 1) },
      { where: summary(), json: ({ block }) => void (block.nonce += 1) },
      { where: summary(), json: ({ block }) => void (block.merkle_root = unknownId) },
      {
        where: summary(),
        json: ({ block }) => void (block.miner = block.miner === otherAddress ? '' : otherAddress),
      },
      { where: summary(), json: ({ block }) => void (block.transaction_count = 50_000) },
      { where: /count=1$/, bytes: (body) => body.map((byte, at) => (at === 117 ? byte ^ 1 : byte)) },
      { where: /count=1$/, bytes: () => new Uint8Array(api.chain.raw[4]!.subarray(0, HEADER_SIZE)) },
      { where: /count=1$/, bytes: () => new Uint8Array() },
    ];
    const verdicts = [];
    for (const lie of lies) verdicts.push(verdict(await visitBlock(subjectOf().block_id, lie, {}, large)));
    expect(verdicts).toEqual(lies.map(() => 'failed'));
  });

  it('is never verified before the user asks, and lies about its contents are then detected', async () => {
    const { block_height: height, transaction_index: index } = subjectOf();
    const lies: Lie[] = [
      { where: summary(), json: ({ block }) => void (block.reward = '1') },
      { where: summary(), json: ({ block }) => void (block.total_fees = '1') },
      { where: summary(), json: ({ block }) => void (block.size_bytes += 1) },
      { where: summary(), json: ({ block }) => void (block.transaction_count += 1) },
      { where: /transactions$/, json: (body) => void (body.items[index].value = '1') },
      { where: /transactions$/, json: (body) => void body.items.pop() },
    ];
    for (const lie of lies) {
      expect(verdict(await visitBlock(height, lie, {}, large))).toBe('limited');
      expect(verdict(await visitBlock(height, lie, {}, rest))).toBe('failed');
    }
  });

  it('that a reorganization has removed is not called a lie', async () => {
    const { block_height: height } = subjectOf();
    let count = 0;
    const workerFetch: typeof globalThis.fetch = async (input, init) => {
      const response = await globalThis.fetch(input, init);
      const body = await response.arrayBuffer();
      count += 1;
      if (count === 1) api.state.blocks = height; // after the network step
      return new Response(body, response);
    };
    const results = await visitBlock(height, undefined, {}, { ...large, workerFetch });
    expect(codes(results)).toContain('header skipped gone');
    expect(results.filter(({ status }) => status === 'failed')).toEqual([]);
  });

  it('does not hide lies about a transaction in it, whose fields must hash to its ID', async () => {
    const { id } = subjectOf();
    const { results, receipt } = await visitTransaction(id, undefined, large);
    expect(codes(results)).toEqual(['place limited size_unknown']);
    // The number of leaves is the API's word, so there is no receipt.
    expect(receipt).toBeUndefined();
    const where = new RegExp(`/transactions/${id}$`);
    const lies: Lie[] = [
      { where, json: (body) => void (body.value = '1') },
      {
        where,
        json: (body) =>
          void (body.to_address = otherAddress === body.to_address ? body.from_address : otherAddress),
      },
      { where, json: (body) => void (body.unlock_sig = 'ab'.repeat(128)) },
      { where, json: (body) => void (body.transaction_index += 1) },
      { where, json: (body) => void (body.block_timestamp += 1) },
      { where: /proof$/, json: (body) => void (body.path[0] = unknownId) },
      { where: /count=1$/, bytes: (body) => body.map((byte, at) => (at === 50 ? byte ^ 1 : byte)) },
    ];
    for (const lie of lies) expect(verdict((await visitTransaction(id, lie, large)).results)).toBe('failed');
  });

  it('leaves the reward of its coinbase unchecked until the user asks', async () => {
    const { id } = api.chain.transactions.findLast(({ from_address: from }) => from === COINBASE_SENDER)!;
    const { results } = await visitTransaction(id, undefined, large);
    expect(codes(results)).toContain('reward skipped large_block');
    expect(verdict(results)).toBe('limited');
    expect(verdict((await visitTransaction(id, undefined, rest)).results)).toBe('passed');
  });
});

describe('an API that fails midway', () => {
  const failures: Record<string, Lie> = {
    'the proofs': { where: /\/proof$/, fails: 'connection' },
    'the bytes': { where: /\/raw$/, fails: 500 },
    'an addition that it does not have': { where: /\/(raw|proof)$/, fails: 404 },
    'the status': { where: /\/status$/, fails: 'connection' },
    'the headers': { where: /\/headers\?/, fails: 503 },
    'headers that it does not have': { where: /\/headers\?/, fails: 404 },
  };
  for (const [what, lie] of Object.entries(failures)) {
    it(`at ${what} leaves the rest unchecked with the reason, and is neither verified nor called a lie`, async () => {
      const { results, receipt } = await visitTransaction(subjectOf().id, lie);
      const skipped = results.filter(({ status }) => status === 'skipped');
      expect(skipped.length).toBeGreaterThan(0);
      for (const { reason } of skipped) expect(reason?.code).toMatch(/unreachable|refused|not_supported/);
      expect(results.filter(({ status }) => status === 'failed')).toEqual([]);
      expect(verdict(results)).not.toBe('passed');
      expect(receipt).toBeUndefined();
    });
  }
});
