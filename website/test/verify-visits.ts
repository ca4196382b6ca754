import { COINBASE_SENDER } from '@cairn/protocol';
import type { ShownRow } from '../src/verify/checks/block.ts';
import { type CheckResult, tallyOf, verdictOf } from '../src/verify/model.ts';
import { type BlockSubject, verifyBlock } from '../src/verify/plans/block.ts';
import type { Listener } from '../src/verify/plans/run.ts';
import { verifyTransaction } from '../src/verify/plans/transaction.ts';
import { openSource, type Patience } from '../src/verify/source.ts';
import type { FixtureApi } from './fixture-api.ts';
import { type Lie, lyingFetch } from './lying-fetch.ts';

export const silent: Listener = {
  plan: () => undefined,
  begin: () => undefined,
  progress: () => undefined,
  result: () => undefined,
};
/** Headers that a page walks towards the tip. */
export const WALK = 200;

/** An address of the network, and an ID that nothing has. */
export const other = 'dLhCHA22XoXSswtB78TF1rxQgv3MZQ2iJ3';
export const elsewhere = 'ab'.repeat(32);

export const isTransfer = ({ from_address, block_height }: { from_address: string; block_height: number }) =>
  from_address !== COINBASE_SENDER && block_height > 2;

export const verdict = (results: CheckResult[]) => verdictOf(tallyOf(results, results.length));
export const named = (results: CheckResult[]) =>
  results
    .filter(({ status }) => status !== 'passed')
    .map(({ id, status, differences, problems, reason }) => ({ id, status, differences, problems, reason }));
export const differing = (results: CheckResult[]) =>
  results.flatMap(({ differences }) => differences.map(({ field }) => field));

interface VisitOptions {
  /** Of the API's answers to the worker alone; the page has got an honest one. */
  readonly behind?: typeof globalThis.fetch;
  readonly patience?: Patience;
  readonly deep?: boolean;
}

/** Pages that ask, show, and hand over what they show to be verified. */
export function visits(api: () => FixtureApi) {
  async function visitTransaction(
    id: string,
    lie?: Lie,
    walk = WALK,
    wholeLimit?: number,
    { behind, patience, deep = false }: VisitOptions = {},
  ) {
    const fetch = lyingFetch(lie);
    const shown = await openSource(api().url, fetch).transaction(id);
    const source = openSource(api().url, behind ?? fetch, patience);
    return verifyTransaction(source, { shown, asked: id, walk, deep }, silent, wholeLimit);
  }

  async function visitBlock(
    reference: string | number,
    lie?: Lie,
    change: Partial<BlockSubject> = {},
    wholeLimit?: number,
    { behind, patience }: VisitOptions = {},
  ): Promise<CheckResult[]> {
    const fetch = lyingFetch(lie);
    const shown = await openSource(api().url, fetch).block(reference);
    const url = `${api().url}/api/v1/blocks/${reference}/transactions`;
    const { items, pagination } = (await (await fetch(url)).json()) as {
      items: ShownRow[];
      pagination: { limit: number; total: number };
    };
    const rows = { items, offset: 0, limit: pagination.limit, total: pagination.total };
    const subject = { shown, network: 'devnet', asked: reference, rows, walk: WALK, deep: false };
    const source = openSource(api().url, behind ?? fetch, patience);
    return verifyBlock(source, { ...subject, ...change }, silent, wholeLimit);
  }

  return { visitTransaction, visitBlock };
}
