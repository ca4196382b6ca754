import type { ExplorerTransaction, HistoryDirection } from '@cairn/api/explorer';
import { type Address, type BlockId, COINBASE_SENDER } from '@cairn/protocol';
import { parseInput } from '../src/features/verify/parse-input.ts';
import { type Proof, type StepState, statusOf } from '../src/features/verify/steps.ts';
import type { AddressSubject } from '../src/features/verify/verify-address.ts';
import type { BlockSubject } from '../src/features/verify/verify-block.ts';
import { verifyInput, verifyPage } from '../src/features/verify/verify.ts';
import { LIMITS, type Limits, openSource } from '../src/features/verify/api-source.ts';
import type { FixtureApi } from './fixture-api.ts';
import { type Lie, lyingFetch } from './lying-fetch.ts';

export const silent = () => undefined;

/** An address of the network, and an ID that the chain does not have. */
export const otherAddress = 'dLhCHA22XoXSswtB78TF1rxQgv3MZQ2iJ3';
export const unknownId = 'ab'.repeat(32);

export const isTransfer = ({ from_address, block_height }: { from_address: string; block_height: number }) =>
  from_address !== COINBASE_SENDER && block_height > 2;

export const verdict = (results: readonly StepState[]) => statusOf(results);
/** What becomes of a text on the Verify page. @throws Error if it is refused */
export async function verifyText(text: string): Promise<readonly StepState[]> {
  const input = parseInput(text);
  if (input.kind === 'problem') throw new Error(input.code);
  return verifyInput(input, silent);
}
const balanceOf = (proof: Proof | undefined): unknown => proof && JSON.parse(proof.text);
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
    const context = { source, limits: { ...LIMITS, ...limits } };
    const { steps, proof } = await verifyPage({ kind: 'transaction', shown, asked: id }, context, silent);
    return { results: steps, receipt: proof?.text };
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
    const context = { source, limits: { ...LIMITS, ...limits } };
    return (await verifyPage({ kind: 'block', ...subject, ...change }, context, silent)).steps;
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
    const context = { source, limits: { ...LIMITS, ...limits } };
    let subject = await load();
    await options.afterLoad?.();
    // As the page does: it loads again at most as often as the tip moves.
    for (let reloads = 0; ; reloads += 1) {
      const { steps, proof } = await verifyPage({ kind: 'address', ...subject }, context, silent);
      const behind = steps.find(({ reason }) => reason?.tip !== undefined)?.reason?.tip;
      if (behind === undefined || reloads === 3) return { steps, receipt: balanceOf(proof), subject };
      subject = await load(behind);
    }
  }

  return { visitTransaction, visitBlock, visitAddress };
}
