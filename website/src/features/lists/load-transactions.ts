import { TransportError } from '@cairn/api/explorer';
import { byIndex, request } from '../../site/request.ts';
import { PAGE_SIZE } from '../../site/url.ts';
import type { ListParams } from './list-params.ts';

/** A part of a list that the API pages by offset, newest first. */
export interface ListPart<Row> {
  readonly items: readonly Row[];
  readonly pagination: { readonly offset: number; readonly total: number };
}

/** Requests `limit` rows below the `offset` newest ones. */
export type AskPart<Part> = (limit: number, offset: number) => Promise<Part>;

const ATTEMPTS = 4;

/**
 * Loads a page of a list that grows at its top. Offsets change with every new row; numbers counted from the oldest row
 * do not, so a URL with such an anchor always shows the same rows.
 * @param before exclusive number, 1 for the oldest row; absent for the newest page
 * @throws the errors of `ask`; TransportError if the list's length changed during each attempt
 */
export async function loadNumbered<Part extends ListPart<unknown>>(
  ask: AskPart<Part>,
  before: number | undefined,
): Promise<Part> {
  if (before === undefined) return ask(PAGE_SIZE, 0);
  let total = (await ask(1, 0)).pagination.total;
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const highest = Math.max(0, Math.min(before - 1, total));
    const part = await ask(Math.max(1, Math.min(PAGE_SIZE, highest)), total - highest);
    if (part.pagination.total === total) return part;
    total = part.pagination.total;
  }
  throw new TransportError('unexpected_shape', 'the list grew during each attempt to load it');
}

/** Numbers of the newest and the oldest row of a part, counted from 1 for the oldest row of the whole list. */
export function numbersOf({ items, pagination }: ListPart<unknown>): { highest: number; lowest: number } {
  const highest = pagination.total - pagination.offset;
  return { highest, lowest: highest - items.length + 1 };
}

/** A page of the chain's transactions, newest first. The newest page changes with the index, one below an anchor does not. */
export const transactionsRequest = ({ before }: ListParams) =>
  request(
    `transactions ${before}`,
    (api, options) =>
      loadNumbered((limit, offset) => api.listTransactions({ limit, offset }, options), before),
    before === undefined ? byIndex : ({ index }) => index.state,
  );
