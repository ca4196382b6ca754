/** Path and query parameters of the Explorer API. */
import {
  type Address,
  type BlockId,
  MAX_U32,
  parseBlockId,
  parseTransactionId,
  type TransactionId,
} from '@cairn/protocol';
import * as z from 'zod/mini';
import { documentation, field, integer, segment } from '../schema.ts';
import { EXPLORER_LIMITS, SERIES_FIGURES } from './limits.ts';

/** A block by height, or by ID as 64 lowercase hex characters. */
export type BlockLocator =
  | { readonly kind: 'height'; readonly height: number }
  | { readonly kind: 'id'; readonly id: BlockId };

const HASH = /^[0-9a-fA-F]{64}$/;
const DECIMAL = /^[0-9]+$/;

/** A decimal number below 2^32, leading zeros allowed; `undefined` above. */
function parseUint32(digits: string): number | undefined {
  const value = Number(digits);
  return value <= MAX_U32 ? value : undefined;
}

/**
 * `{height_or_hash}` (interface document, section 4.1). Exactly 64 hex characters, in either case, are a block ID even if all
 * are digits; other ASCII digits are a height, with leading zeros allowed, if it fits uint32. Anything else, including signs,
 * white space and digits of other scripts, is invalid.
 */
export const heightOrHash = segment<BlockLocator, string | number>(
  'invalid_block_reference',
  /^([0-9]+|[0-9a-fA-F]{64})$/,
  (text) => {
    if (HASH.test(text)) return { kind: 'id', id: parseBlockId(text) };
    const height = parseUint32(text);
    return height === undefined ? undefined : { kind: 'height', height };
  },
  {
    description: 'A height (decimal, below 2^32) or a block ID (64 hexadecimal characters, either case).',
    example: '1',
  },
);

export const unixTime = segment<number, string | number>('invalid_time', DECIMAL, parseUint32, {
  description: 'Unix seconds (decimal, below 2^32).',
  example: '1767225660',
});

/** `{txid}` (interface document, section 4.1): lowercase in the result. */
export const txid = segment<TransactionId>('invalid_transaction_id', HASH, parseTransactionId, {
  description: 'A transaction ID: 64 hexadecimal characters, either case.',
  example: 'f569b87da45df60a6680a988fa9ddcbbdebffec1f06dc18e81a318eda6a28bc6',
});

/** Only length and characters are checked here: the server checks checksum and version for its network. */
export const addressParameter = segment<Address>(
  'invalid_address',
  /^[1-9A-HJ-NP-Za-km-z]{34}$/,
  (text) => text,
  {
    description: 'An address of this network: 34 Base58 characters with a valid checksum.',
    example: 'dLhCHA22XoXSswtB78TF1rxQgv3MZQ2iJ3',
  },
);

/** The first characters of an ID, an address, or either. */
export interface IdentifierPrefix {
  /** Lowercase hex, possibly an odd number of digits; absent if no ID can start with the text. */
  readonly id?: string;
  /** Base58; absent if no address can start with the text. */
  readonly address?: string;
}

/** `{prefix}`: a text that both an ID and an address can start with is returned as both. */
export const identifierPrefix = segment<IdentifierPrefix>(
  'invalid_prefix',
  /^([0-9a-fA-F]{6,64}|[1-9A-HJ-NP-Za-km-z]{6,34})$/,
  (text) => ({
    ...(/^[0-9a-fA-F]{6,64}$/.test(text) && { id: text.toLowerCase() }),
    ...(/^[1-9A-HJ-NP-Za-km-z]{6,34}$/.test(text) && { address: text }),
  }),
  {
    description:
      'The first characters of an ID (6 to 64 hexadecimal ones, either case) or of an address (6 to 34 of Base58).',
    example: 'f569b8',
  },
);

/** ID of the last event (`EVENT_ID` of the server), which a browser's EventSource sends when it reconnects. */
export const lastEventId = z.string().check(z.regex(/^[0-9]{1,10}(-[0-9a-f]{64})?$/));
documentation.add(lastEventId, {
  description: 'ID of the last event, or height of the last tip. Anything else is ignored.',
  examples: ['12'],
});

/** An integer that has a default. */
const withDefault = (
  limits: { readonly minimum: number; readonly maximum: number; readonly default: number },
  description: string,
) => z._default(integer(limits, description), limits.default);
/** A height or a time that may be absent. */
const optionalUint32 = (description: string) =>
  field(z.optional(integer(EXPLORER_LIMITS.uint32, '')), description);

const offset = withDefault(EXPLORER_LIMITS.offset, 'Items to skip from the start of the list.');
const beforeHeight = optionalUint32('Exclusive anchor: the list starts with the block below this height.');
const list = { limit: withDefault(EXPLORER_LIMITS.list, 'Page size.'), offset };
const times = {
  from_time: optionalUint32('Only blocks with at least this timestamp, in Unix seconds.'),
  to_time: optionalUint32('Only blocks with at most this timestamp, in Unix seconds.'),
};
/** The range of `times` does not end before it starts; checked whatever else is wrong with the query, even if one is no number. */
const timesInOrder = z.refine<{ from_time?: unknown; to_time?: unknown }>(
  ({ from_time: from, to_time: to }) => typeof from !== 'number' || typeof to !== 'number' || from <= to,
  { path: ['from_time'], message: 'from_time must not be after to_time', when: () => true },
);

// The order in these tables is the order of validation errors.

export const blockListQuery = z.object({
  limit: withDefault(EXPLORER_LIMITS.blockList, 'Page size.'),
  offset,
  before_height: beforeHeight,
});

/** Query of block transactions. */
export const listQuery = z.object(list);

/** By balance, by number of transactions, by the block of the newest one, or by that of the first. */
export const ADDRESS_ORDERS = ['balance', 'transactions', 'active', 'newest'] as const;
export type AddressOrder = (typeof ADDRESS_ORDERS)[number];

export const rankingQuery = z.object({
  ...list,
  order: field(
    z._default(z.enum(ADDRESS_ORDERS), 'balance'),
    'Which addresses come first: the highest `balance`, the most `transactions`, those of the newest block (`active`), or those that appeared last (`newest`).',
  ),
});

/** Kinds of transactions in the feed. */
export const TRANSACTION_KINDS = ['transfer', 'coinbase'] as const;
export type TransactionKind = (typeof TRANSACTION_KINDS)[number];

/** By place in the chain, or by value; among equal values the newest comes first. */
export const FEED_ORDERS = ['newest', 'largest', 'smallest'] as const;
export type FeedOrder = (typeof FEED_ORDERS)[number];

export const feedQuery = z
  .object({
    ...list,
    kind: field(z.optional(z.enum(TRANSACTION_KINDS)), 'Only transfers, or only coinbases.'),
    order: field(
      z._default(z.enum(FEED_ORDERS), 'newest'),
      'Which transactions come first. The `largest` of all blocks come from an index; those of a time range, and the `smallest`, are sorted for at most 10,000 matching ones, and more are a 422 at `order`.',
    ),
    ...times,
  })
  .check(timesInOrder);

/** From the view of an address: `mined` are coinbases, and `in` is everything else that it received. */
export const HISTORY_DIRECTIONS = ['in', 'out', 'self', 'mined'] as const;
export type HistoryDirection = (typeof HISTORY_DIRECTIONS)[number];
/** By place in the chain, or by value; among equal values the newest comes first. */
export const HISTORY_ORDERS = ['newest', 'oldest', 'largest', 'smallest'] as const;
export type HistoryOrder = (typeof HISTORY_ORDERS)[number];
/** True for an order by value, which needs all matching transactions and not only the first ones. */
export const isByValue = (order: HistoryOrder): order is 'largest' | 'smallest' =>
  order === 'largest' || order === 'smallest';

export const historyQuery = z
  .object({
    ...list,
    direction: field(
      z.optional(z.enum(HISTORY_DIRECTIONS)),
      'Only what the address received (`in`, without coinbases), sent, sent to itself, or mined (coinbases).',
    ),
    order: field(
      z._default(z.enum(HISTORY_ORDERS), 'newest'),
      'Which transactions come first. By value (`largest`, `smallest`) for at most 10,000 matching ones; more are a 422 at `order`.',
    ),
    ...times,
  })
  .check(timesInOrder);

export const addressTotalsQuery = z.object(times).check(timesInOrder);

export const staleBlocksQuery = z.object({ limit: list.limit });

export const headersQuery = z.object({
  from: withDefault({ ...EXPLORER_LIMITS.uint32, default: 0 }, 'Height of the first header.'),
  count: withDefault(EXPLORER_LIMITS.headers, 'Most headers to return.'),
});

export const seriesQuery = z.object({
  figure: field(z._default(z.enum(SERIES_FIGURES), 'transactions'), 'Figure of each bucket.'),
  step: field(
    z._default(z.enum(['hour', 'day', 'week']), 'day'),
    'Length of a bucket. Days begin at 0:00 UTC, weeks on Monday.',
  ),
  from: optionalUint32(
    'Unix time in the first bucket; a time before the series means its start. If absent, the newest buckets are returned.',
  ),
  count: withDefault(EXPLORER_LIMITS.series, 'Most buckets to return.'),
});

export const minersQuery = z.object({
  blocks: withDefault(EXPLORER_LIMITS.minerRange, 'Number of newest blocks to count.'),
});

export const minerBlocksQuery = z.object({ ...list, before_height: beforeHeight });

export const eventsQuery = z.object({
  last_event_id: optionalUint32(
    'For clients that cannot set `Last-Event-ID`, such as a new EventSource; the header takes precedence.',
  ),
});
