import type { RpcTransaction } from '@cairn/api/rpc';
import { directionOf, type Direction } from '../history.ts';
import { type Address, formatPebbles } from '@cairn/protocol';
import { foldName } from '../clean-text.ts';
import { parseAmountEntry } from '../send/amount-entry.ts';
import type { NamedAddress } from './contacts.ts';
import { labelOf, type Labels } from './labels.ts';

/** Which transactions to show; `all` and an empty text match each one. */
export interface HistoryFilter {
  readonly direction: Direction | 'all';
  readonly status: 'pending' | 'confirmed' | 'all';
  /** Searched in IDs, addresses, labels and names; an amount in CRN also finds transactions with this value or fee. */
  readonly text: string;
}

export const NO_FILTER: HistoryFilter = { direction: 'all', status: 'all', text: '' };

/** Names and labels that are searched in addition to the transaction. */
export interface HistoryNames {
  readonly labels: Labels;
  readonly contacts: readonly NamedAddress[];
  /** Own and watched accounts by the names that the screens show. */
  readonly accounts?: readonly NamedAddress[];
}

/** True for a filter that may exclude transactions. */
export function isFiltering({ direction, status, text }: HistoryFilter): boolean {
  return direction !== 'all' || status !== 'all' || text.trim() !== '';
}

/** The transactions of an address that match the filter, in their order. */
export function filterHistory(
  items: readonly RpcTransaction[],
  address: Address,
  filter: HistoryFilter,
  names: HistoryNames,
): RpcTransaction[] {
  const wanted = foldName(filter.text);
  const amounts = readAmounts(filter.text);
  const addressNames = new Map(
    [...(names.accounts ?? []), ...names.contacts].map(({ address, name }) => [address, name]),
  );
  return items.filter((item) => {
    if (filter.status !== 'all' && item.status !== filter.status) return false;
    if (filter.direction !== 'all' && directionOf(item, address) !== filter.direction) return false;
    if (wanted === '') return true;
    if (amounts.includes(item.value) || amounts.includes(item.fee)) return true;
    return textsOf(item, names.labels, addressNames).some((text) => text.includes(wanted));
  });
}

/**
 * A typed amount in CRN as decimal strings of pebbles, as in a transaction. Thousands may be separated. A text that is
 * one amount in English and another one in German returns both.
 */
function readAmounts(text: string): string[] {
  const english = text.replace(/(?<=\d),(?=\d{3}(?:\D|$))/g, '');
  const german = text.replace(/(?<=\d)\.(?=\d{3}(?:\D|$))/g, '').replace(',', '.');
  return [english, german].flatMap((typed) => {
    const entry = parseAmountEntry(typed);
    return entry.ok ? [formatPebbles(entry.pebbles)] : [];
  });
}

function textsOf(item: RpcTransaction, labels: Labels, names: ReadonlyMap<string, string>): string[] {
  const { id, from_address: from, to_address: to } = item;
  const texts: string[] = [id, from, to];
  for (const key of [id, from, to]) texts.push(labelOf(labels, key) ?? '', names.get(key) ?? '');
  return texts.map(foldName);
}
