import { COINBASE_SENDER } from '@cairn/protocol';
import type { ShownRow } from '../src/verify/block-checks.ts';
import { type Listener, type StepResult, tallyOf, verdictOf } from '../src/verify/findings.ts';
import { type BlockSubject, verifyBlock } from '../src/verify/verify-block.ts';
import { verifyTransaction } from '../src/verify/verify-transaction.ts';
import type { Checkpoints } from '../src/verify/checkpoints.ts';
import { openSource, type Timeouts } from '../src/verify/api-source.ts';
import type { FixtureApi } from './fixture-api.ts';
import { type Lie, lyingFetch } from './lying-fetch.ts';

export const silent: Listener = {
  plan: () => undefined,
  begin: () => undefined,
  progress: () => undefined,
  result: () => undefined,
};
/** Most headers that a page fetches. */
export const HEADER_LIMIT = 200;

/** An address of the network, and an unknown ID. */
export const other = 'dLhCHA22XoXSswtB78TF1rxQgv3MZQ2iJ3';
export const elsewhere = 'ab'.repeat(32);

export const isTransfer = ({ from_address, block_height }: { from_address: string; block_height: number }) =>
  from_address !== COINBASE_SENDER && block_height > 2;

export const verdict = (results: StepResult[]) => verdictOf(tallyOf(results, results.length));
export const named = (results: StepResult[]) =>
  results
    .filter(({ status }) => status !== 'passed')
    .map(({ id, status, differences, problems, reason }) => ({ id, status, differences, problems, reason }));
export const differing = (results: StepResult[]) =>
  results.flatMap(({ differences }) => differences.map(({ field }) => field));

interface VisitOptions {
  /** Lies of the API to the worker only: the page got an honest answer. */
  readonly behind?: typeof globalThis.fetch;
  readonly timeouts?: Timeouts;
  /** Headers that the session has checked. */
  readonly checkpoints?: Checkpoints;
}

/** Pages that load their data, and verify what they show. */
export function visits(api: () => FixtureApi) {
  async function visitTransaction(
    id: string,
    lie?: Lie,
    headerLimit = HEADER_LIMIT,
    wholeLimit?: number,
    { behind, timeouts, checkpoints }: VisitOptions = {},
  ) {
    const fetch = lyingFetch(lie);
    const shown = await openSource(api().url, fetch).transaction(id);
    const source = openSource(api().url, behind ?? fetch, timeouts);
    const means = { source, listener: silent, wholeLimit, checkpoints };
    return verifyTransaction(means, { shown, asked: id, headerLimit });
  }

  async function visitBlock(
    reference: string | number,
    lie?: Lie,
    change: Partial<BlockSubject> = {},
    wholeLimit?: number,
    { behind, timeouts, checkpoints }: VisitOptions = {},
  ): Promise<StepResult[]> {
    const fetch = lyingFetch(lie);
    const shown = await openSource(api().url, fetch).block(reference);
    const url = `${api().url}/api/v1/blocks/${reference}/transactions`;
    const { items, pagination } = (await (await fetch(url)).json()) as {
      items: ShownRow[];
      pagination: { limit: number; total: number };
    };
    const rows = { items, offset: 0, limit: pagination.limit, total: pagination.total };
    const subject = {
      shown,
      network: 'devnet',
      asked: reference,
      rows,
      headerLimit: HEADER_LIMIT,
      deep: false,
    };
    const source = openSource(api().url, behind ?? fetch, timeouts);
    const means = { source, listener: silent, wholeLimit, checkpoints };
    return verifyBlock(means, { ...subject, ...change });
  }

  return { visitTransaction, visitBlock };
}
