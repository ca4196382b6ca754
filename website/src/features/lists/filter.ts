import type { ExplorerClient } from '@cairn/api/explorer';

/** The kinds of transactions that a list can be limited to, by the API's parameter: a history by direction, the feed by kind. */
export const CHOICES = { direction: ['in', 'out', 'mined'], kind: ['transfer', 'coinbase'] } as const;
type By = keyof typeof CHOICES;

/** Time ranges that end now, in seconds. */
export const SPANS = { '1h': 3_600, '24h': 86_400, '30d': 2_592_000 } as const;
export type Span = keyof typeof SPANS;

/** What a reader has chosen of a list of transactions, as in the URL. */
export interface Filter<Of extends By = By> {
  readonly by: Of;
  /** Only these; all without it. */
  readonly only?: (typeof CHOICES)[Of][number] | undefined;
  /** The newest transactions come first without it. */
  readonly order?: 'largest' | undefined;
  readonly span?: Span | undefined;
  /** First and last day (`2026-11-29`, UTC), each of them possibly absent; not with `span`. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** Limits of block times, in Unix seconds, inclusive. */
interface Times {
  readonly from_time?: number | undefined;
  readonly to_time?: number | undefined;
}

const DAY = 86_400;

/** Unix seconds of a day's start; `undefined` for what is no day from 1970 on that a block can have. */
function startOf(day: string | undefined): number | undefined {
  const date = new Date(`${day}T00:00:00Z`);
  const start = date.getTime() / 1000;
  // 31 February would become 3 March.
  const isDay = start >= 0 && start < 2 ** 32 - DAY && date.toISOString().startsWith(`${day}T`);
  return isDay ? start : undefined;
}

/** Reads a filter from a URL; what is invalid counts as absent, and days in the wrong order are exchanged. */
export function readFilter<Of extends By>(by: Of, params: URLSearchParams): Filter<Of> {
  const oneOf = <Word extends string>(name: string, words: readonly Word[]): Word | undefined =>
    words.find((word) => word === params.get(name));
  const span = oneOf('range', Object.keys(SPANS) as Span[]);
  const dayOf = (name: string) => {
    const text = params.get(name) ?? undefined;
    return span !== undefined || startOf(text) === undefined ? undefined : text;
  };
  const [from, to] = [dayOf('from'), dayOf('to')];
  const isReversed = from !== undefined && to !== undefined && from > to;
  return {
    by,
    only: oneOf<(typeof CHOICES)[Of][number]>(by, CHOICES[by]),
    order: oneOf('order', ['largest'] as const),
    span,
    from: isReversed ? to : from,
    to: isReversed ? from : to,
  };
}

/** The query of a filter's page; empty for the whole list. */
export function queryOf({ by, only, order, span, from, to }: Filter): string {
  const given = Object.entries({ [by]: only, range: span, from, to, order });
  const query = new URLSearchParams(
    given.filter((entry): entry is [string, string] => entry[1] !== undefined),
  ).toString();
  return query === '' ? '' : `?${query}`;
}

/** @param now Unix seconds */
export function timesOf({ span, from, to }: Filter, now: number): Times {
  if (span !== undefined) return { from_time: Math.max(0, now - SPANS[span]) };
  const last = startOf(to);
  return { from_time: startOf(from), to_time: last && last + DAY - 1 };
}

/** The times to ask the API for: a range that ends now does so by the node's clock, which a devnet can move. */
export async function timesToAsk(
  filter: Filter,
  api: Pick<ExplorerClient, 'status'>,
  options: { signal: AbortSignal },
): Promise<Times> {
  const clock = filter.span && (await api.status({}, options)).devnet?.clock_offset_seconds;
  return timesOf(filter, Math.floor(Date.now() / 1000) + (clock ?? 0));
}
