import type { ExplorerClient, ExplorerTransaction } from '@cairn/api/explorer';
import { type Address, parsePebbles } from '@cairn/protocol';
import { BalanceChart, Card, useUnitName } from '@cairn/ui';
import { type BalancePoint, balanceSeries } from '@cairn/wallet/balance-series';
import type { ChainView } from '../../site/chain-feed.ts';
import { type Answer, request, useRequest } from '../../site/request.ts';
import { type Translations, useTranslations } from './texts.ts';

/** Transactions to go back. */
const DEPTH = 1_000;

/** The newest part of an address's history; its `read` is `undefined` if the history changed while it was read. */
export type BalanceAnswer = Answer<{ readonly read: BalanceHistory | undefined }>;

/**
 * Reads the newest part of an address's history, once it is wanted.
 * @param version changes when the address's account changes, and after a reorganization
 */
export function useBalanceHistory(address: Address, version: string, isWanted: boolean): BalanceAnswer {
  const reading = request(
    `balances of ${address}`,
    async (api, { signal }, before?: { read: BalanceHistory | undefined }) => {
      const known = before?.read?.items;
      return { read: await loadBalanceHistory(api, { address, depth: DEPTH, known }, signal) };
    },
    () => version,
  );
  return useRequest(isWanted ? reading : undefined);
}

/** Balances of an address over the newest part of its history. */
export interface BalanceHistory {
  /** Oldest first. */
  readonly points: readonly BalancePoint[];
  /** The transactions, newest first. */
  readonly items: readonly ExplorerTransaction[];
  /** Pebbles, after the newest of them. */
  readonly balance: bigint;
  /** Number of transactions that the points cover. */
  readonly examined: number;
  /** Number of transactions in the whole history. */
  readonly total: number;
}

/** Transactions per request: the API's maximum. */
const PAGE = 100;
/** Maximum number of attempts to read a history that changes while it is read. */
const ATTEMPTS = 3;

interface Wanted {
  address: Address;
  depth: number;
  known?: readonly ExplorerTransaction[] | undefined;
}

/**
 * Calculates the past balances of an address from its current balance and its history. Both are requested separately,
 * and combined only if the history did not change in between.
 * @param depth number of transactions to go back
 * @param known newest transactions that are loaded already: they are not requested again if the newest answer reaches them
 * @returns `undefined` if the history changed during each attempt
 * @throws the client's error
 */
export async function loadBalanceHistory(
  client: Pick<ExplorerClient, 'listAddressTransactions' | 'getAddress'>,
  { address, depth, known = [] }: Wanted,
  signal?: AbortSignal,
): Promise<BalanceHistory | undefined> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const { items, total } = await readHistory(client, { address, depth, known }, signal);
    const { balance } = await client.getAddress({ address }, { signal });
    const now = await client.listAddressTransactions({ address, limit: 1 }, { signal });
    const isUnchanged = now.pagination.total === total && now.items[0]?.id === items[0]?.id;
    const points = isUnchanged
      ? balanceSeries({
          address,
          balance: parsePebbles(balance),
          confirmed: items.map((item) => ({ ...item, timestamp: item.block_timestamp })),
          complete: items.length >= total,
        })
      : undefined;
    if (points !== undefined) {
      return { points, items, balance: parsePebbles(balance), examined: items.length, total };
    }
  }
  return undefined;
}

async function readHistory(
  client: Pick<ExplorerClient, 'listAddressTransactions'>,
  { address, depth, known = [] }: Wanted,
  signal: AbortSignal | undefined,
): Promise<{ items: ExplorerTransaction[]; total: number }> {
  const list = async (offset: number) =>
    client.listAddressTransactions({ address, limit: Math.min(PAGE, depth - offset), offset }, { signal });
  const first = await list(0);
  const { total } = first.pagination;
  const wanted = Math.min(depth, total);
  const last = first.items.at(-1);
  // What lies below a transaction of the same block is the same.
  const shared = known.findIndex(({ id, block_id }) => id === last?.id && block_id === last.block_id);
  const below = shared < 0 ? [] : known.slice(shared + 1);
  const items = [...first.items, ...below].slice(0, wanted);
  if (items.length >= wanted) return { items, total };
  const offsets = Array.from({ length: Math.ceil(wanted / PAGE) - 1 }, (_, at) => (at + 1) * PAGE);
  const rest = await Promise.all(offsets.map(list));
  return { items: [first, ...rest].flatMap((page) => page.items), total };
}

const MINUTE_MS = 60_000;

/** Chart of the address's balance over time. */
export function BalancePlot({ answer, view }: { answer: BalanceAnswer; view: ChainView }) {
  const { t } = useTranslations();
  const unit = useUnitName();
  const { data, failure } = answer;
  const read = data?.read;
  const hasEnded = failure !== undefined || data !== undefined;
  if (hasEnded && read === undefined) return null;
  // Rounded to a minute, so that not every answer redraws the chart.
  const until = Math.ceil((view.receivedAt ?? 0) / MINUTE_MS) * 60;
  return (
    <Card title={t('chart.titleIn', { title: t('address.plot'), unit })}>
      <BalanceChart title={t('address.plot')} points={read?.points} until={until} />
      <p class="c-small c-faint">{reachText(read, t)}</p>
    </Card>
  );
}

/** How far back a part of the history reaches. */
export function reachText(read: BalanceHistory | undefined, t: Translations['t']): string {
  if (read === undefined) return '\u00a0';
  const { examined, total } = read;
  return examined < total ? t('address.plotPartly', { examined, total }) : t('address.plotWhole');
}
