import { transactionOffset } from '@cairn/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StepResult } from '../src/verify/findings.ts';
import { type FixtureApi, startFixtureApi } from './fixture-api.ts';
import type { Lie } from './lying-fetch.ts';
import { elsewhere, isTransfer, verdict, visits, HEADER_LIMIT } from './verify-visits.ts';

/** Blocks that are not fetched whole, and an API that does not answer everything. */
let api: FixtureApi;
beforeAll(async () => {
  api = await startFixtureApi();
});
afterAll(() => api.close());

const { visitTransaction, visitBlock } = visits(() => api);
const subjectOf = () => api.chain.transactions.findLast(isTransfer)!;

describe('a block that is too large to be fetched whole', () => {
  /** Header and coinbase alone. */
  const SMALL = transactionOffset(1);
  const statuses = (results: StepResult[], status: string) =>
    results.filter((result) => result.status === status).map(({ id }) => id);

  it('is checked by samples, which is reported, and the verdict is not `verified`', async () => {
    const results = await visitBlock(subjectOf().block_height, undefined, {}, SMALL);
    expect(statuses(results, 'failed')).toEqual([]);
    expect(statuses(results, 'limited')).toEqual(['contents', 'reward', 'rows']);
    expect(statuses(results, 'skipped')).toEqual(['transfers']);
    expect(verdict(results)).toBe('partly');
  });

  it('is checked completely if the user asks for it', async () => {
    const results = await visitBlock(subjectOf().block_height, undefined, { deep: true }, SMALL);
    expect(verdict(results)).toBe('verified');
  });

  it('does not hide lies about reward, size, rows and proofs', async () => {
    const { block_height: height, block_id: id, transaction_index: index } = subjectOf();
    const summary = new RegExp(`/blocks/(${height}|${id})$`);
    const lies: Lie[] = [
      { where: summary, json: ({ block }) => void (block.reward = '1') },
      { where: summary, json: ({ block }) => void (block.total_fees = '1') },
      { where: summary, json: ({ block }) => void (block.size_bytes += 1) },
      { where: /transactions$/, json: (body) => void (body.items[index].value = '1') },
      { where: /limit=1(&|$)/, json: (body) => void (body.items[0].value = '1') },
      { where: /proof$/, json: (body) => void (body.path[0] = elsewhere) },
    ];
    const verdicts = [];
    for (const lie of lies) verdicts.push(verdict(await visitBlock(height, lie, {}, SMALL)));
    expect(verdicts).toEqual(lies.map(() => 'differs'));
  });

  it('proves a transaction by its path, whether its bytes are near the beginning or not', async () => {
    const { id, transaction_index: index } = subjectOf();
    for (const limit of [SMALL, transactionOffset(index + 1)]) {
      const honest = await visitTransaction(id, undefined, HEADER_LIMIT, limit);
      expect(statuses(honest.results, 'failed')).toEqual([]);
      const where = new RegExp(`/transactions/${id}$`);
      const lie: Lie = { where, json: (body) => void (body.value = '1') };
      expect(verdict((await visitTransaction(id, lie, HEADER_LIMIT, limit)).results)).toBe('differs');
    }
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
      expect(verdict(results)).not.toBe('verified');
      expect(receipt).toBeUndefined();
    });
  }
});
