import type { RpcTransaction } from '@cairn/api/rpc';
import { directionOf, type Direction } from '../history.ts';
import type { Contact } from '../vault/vault-contents.ts';
import { foldName } from '../entry-text.ts';
import { labelOf, type Labels } from './labels.ts';

/** Which transactions are wanted; `all` and an empty text leave nothing out. */
export interface HistoryFilter {
  readonly direction: Direction | 'all';
  readonly status: 'pending' | 'confirmed' | 'all';
  /** Looked for in IDs, addresses, labels and contacts' names. */
  readonly text: string;
}

export const NO_FILTER: HistoryFilter = { direction: 'all', status: 'all', text: '' };

/** What a text is looked for in, besides the transaction itself. */
export interface HistoryNames {
  readonly labels: Labels;
  readonly contacts: readonly Contact[];
}

/** True when a filter leaves something out. */
export function isFiltering({ direction, status, text }: HistoryFilter): boolean {
  return direction !== 'all' || status !== 'all' || text.trim() !== '';
}

/** The wanted ones of an address's transactions, in their order. */
export function filterHistory(
  items: readonly RpcTransaction[],
  address: string,
  filter: HistoryFilter,
  names: HistoryNames,
): RpcTransaction[] {
  const wanted = foldName(filter.text);
  const contactNames = new Map(names.contacts.map((contact) => [contact.address, contact.name]));
  return items.filter((item) => {
    if (filter.status !== 'all' && item.status !== filter.status) return false;
    if (filter.direction !== 'all' && directionOf(item, address) !== filter.direction) return false;
    return wanted === '' || textsOf(item, names.labels, contactNames).some((text) => text.includes(wanted));
  });
}

function textsOf(item: RpcTransaction, labels: Labels, contacts: ReadonlyMap<string, string>): string[] {
  const { id, from_address: from, to_address: to } = item;
  const texts = [id, from, to];
  for (const key of [id, from, to]) texts.push(labelOf(labels, key) ?? '', contacts.get(key) ?? '');
  return texts.map(foldName);
}
