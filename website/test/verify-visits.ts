import type { ExplorerTransaction, HistoryDirection } from '@cairn/api/explorer';
import { type Address, type BlockId, COINBASE_SENDER } from '@cairn/protocol';
import { type StepState, verdictOf } from '../src/features/verify/steps.ts';
import { type BlockSubject, verifyBlock } from '../src/features/verify/verify-block.ts';
import { type AddressSubject, verifyAddress } from '../src/features/verify/verify-address.ts';
import { verifyTransaction } from '../src/features/verify/verify-block.ts';
import { LIMITS, type Limits, openSource } from '../src/features/verify/api-source.ts';
import type { FixtureApi } from './fixture-api.ts';
import { type Lie, lyingFetch } from './lying-fetch.ts';

export const silent = () => undefined;

/** An address of the network, and an ID that the chain does not have. */
export const otherAddress = 'dLhCHA22XoXSswtB78TF1rxQgv3MZQ2iJ3';
export const unknownId = 'ab'.repeat(32);

export const isTransfer = ({ from_address, block_height }: { from_address: string; block_height: number }) =>
  from_address !== COINBASE_SENDER && block_height > 2;

export const verdict = (results: readonly StepState[]) => verdictOf(results);
/** The steps that did not pass. */
export const notPassed = (results: readonly StepState[]) =>
  results
    .filter(({ status }) => status !== 'passed')
    .map(({ id, status, differences, problems, reason }) => ({ id, status, differences, problems, reason }));
export const differing = (results: readonly StepState[]) =>
  results.flatMap(({ differences }) => differences.map(({ field }) => field));

interface VisitOptions {
  readonly limits?: Partial<Limits>;
  /** The `fetch` of the worker, for an API that lies to the worker only: the page gets honest answers. */
  readonly workerFetch?: typeof globalThis.fetch;
  readonly timeouts?: { readonly json: number; readonly bytes: number };
}

interface AddressVisit extends VisitOptions {
  readonly page?: number;
  readonly pageSize?: number;
  readonly direction?: HistoryDirection | undefined;
  /** Called when the page has loaded and its verification has not begun. */
  readonly afterLoad?: () => void | Promise<void>;
}

/** Pages that load their data, and verify what they show. */
export function visits(api: () => FixtureApi) {
  async function visitTransaction(
    id: string,
    lie?: Lie,
    { limits, workerFetch, timeouts }: VisitOptions = {},
  ) {
    const fetch = lyingFetch(lie);
    const shown = await openSource(api().url, fetch).api.getTransaction({ txid: id });
    const source = openSource(api().url, workerFetch ?? fetch, timeouts);
    const context = { source, limits: { ...LIMITS, ...limits }, onChange: silent };
    const { steps, receipt } = await verifyTransaction(context, { shown, asked: id });
    return { results: steps, receipt };
  }

  async function visitBlock(
    reference: string | number,
    lie?: Lie,
    change: Partial<BlockSubject> = {},
    { limits, workerFetch, timeouts }: VisitOptions = {},
  ): Promise<readonly StepState[]> {
    const fetch = lyingFetch(lie);
    const { block: shown } = await openSource(api().url, fetch).api.getBlock({ height_or_hash: reference });
    const url = `${api().url}/api/v1/blocks/${reference}/transactions`;
    const { items, pagination } = (await (await fetch(url)).json()) as {
      items: ExplorerTransaction[];
      pagination: { limit: number; total: number };
    };
    const rows = { items, offset: 0, limit: pagination.limit, total: pagination.total };
    const subject = { shown, network: 'devnet', asked: reference, rows };
    const source = openSource(api().url, workerFetch ?? fetch, timeouts);
    const context = { source, limits: { ...LIMITS, ...limits }, onChange: silent };
    return (await verifyBlock(context, { ...subject, ...change })).steps;
  }

  /** @param pageSize rows of a page; a page of the website has 25 */
  async function visitAddress(
    address: Address,
    lie?: Lie,
    { limits, workerFetch, page = 1, pageSize = 3, direction, ...options }: AddressVisit = {},
  ) {
    const fetch = lyingFetch(lie);
    const client = openSource(api().url, fetch).api;
    const offset = (page - 1) * pageSize;
    const load = async (asOf?: BlockId): Promise<AddressSubject> => {
      const shown = await client.getAddress({ address });
      const { items, pagination } = await client.listAddressTransactions({
        address,
        limit: pageSize,
        offset,
        direction,
      });
      const rows = { items, offset, limit: pageSize, total: pagination.total, asOf };
      return { address, shown: { ...shown, asOf }, rows, direction };
    };
    const source = openSource(api().url, workerFetch ?? fetch);
    const context = { source, limits: { ...LIMITS, ...limits }, onChange: silent };
    let subject = await load();
    await options.afterLoad?.();
    let outcome = await verifyAddress(context, subject);
    // As the page does: at most as often as the tip moves.
    for (let reloads = 0; outcome.behind !== undefined && reloads < 3; reloads += 1) {
      subject = await load(outcome.behind);
      outcome = await verifyAddress(context, subject);
    }
    return { ...outcome, subject };
  }

  return { visitTransaction, visitBlock, visitAddress };
}
