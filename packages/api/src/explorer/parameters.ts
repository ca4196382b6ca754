import {
  type Address,
  type BlockId,
  MAX_U32,
  parseBlockId,
  parseTransactionId,
  type TransactionId,
} from '@cairn/protocol';
import type { ChoiceParameter, IntegerParameter, ParseResult, PathParameter } from '../route.ts';
import { EXPLORER_LIMITS } from './limits.ts';

/** A block by height, or by ID as 64 lowercase hex characters. */
export type BlockLocator =
  { readonly kind: 'height'; readonly height: number } | { readonly kind: 'id'; readonly id: BlockId };

const HASH = /^[0-9a-fA-F]{64}$/;
const DECIMAL = /^[0-9]+$/;
const ADDRESS = /^[1-9A-HJ-NP-Za-km-z]{34}$/;

/** A decimal number below 2^32 with ASCII digits; leading zeros are allowed. */
function parseUint32<Code extends string>(text: string, error: Code): ParseResult<number, Code> {
  const value = DECIMAL.test(text) ? Number(text) : Number.NaN;
  return value <= MAX_U32 ? { ok: true, value } : { ok: false, error };
}

/**
 * Parses `{height_or_hash}` (interface document, section 4.1). Exactly 64 hex characters, in either case, are a block ID
 * even if all are digits; other ASCII digits are a height, with leading zeros allowed, if it fits uint32. Anything else,
 * including signs, white space and digits of other scripts, is invalid.
 */
export function parseBlockReference(text: string): ParseResult<BlockLocator, 'invalid_block_reference'> {
  if (HASH.test(text)) return { ok: true, value: { kind: 'id', id: parseBlockId(text) } };
  const parsed = parseUint32(text, 'invalid_block_reference');
  return parsed.ok ? { ok: true, value: { kind: 'height', height: parsed.value } } : parsed;
}

/** Parses `{txid}` (interface document, section 4.1): 64 hex characters in either case, lowercase in the result. */
export function parseTransactionReference(
  text: string,
): ParseResult<TransactionId, 'invalid_transaction_id'> {
  if (!HASH.test(text)) return { ok: false, error: 'invalid_transaction_id' };
  return { ok: true, value: parseTransactionId(text) };
}

/** The first characters of an ID, an address, or either. */
export interface IdentifierPrefix {
  /** Lowercase hex, possibly an odd number of digits; absent if no ID can start with the text. */
  readonly id?: string;
  /** Base58; absent if no address can start with the text. */
  readonly address?: string;
}

const ID_PREFIX = /^[0-9a-fA-F]{6,64}$/;
const ADDRESS_PREFIX = /^[1-9A-HJ-NP-Za-km-z]{6,34}$/;

/** Parses `{prefix}`: a text that both an ID and an address can start with is returned as both. */
export function parseIdentifierPrefix(text: string): ParseResult<IdentifierPrefix, 'invalid_prefix'> {
  const value = {
    ...(ID_PREFIX.test(text) && { id: text.toLowerCase() }),
    ...(ADDRESS_PREFIX.test(text) && { address: text }),
  };
  return Object.keys(value).length > 0 ? { ok: true, value } : { ok: false, error: 'invalid_prefix' };
}

export const heightOrHash = {
  kind: 'reference',
  description: 'A height (decimal, below 2^32) or a block ID (64 hexadecimal characters, either case).',
  pattern: '^([0-9]+|[0-9a-fA-F]{64})$',
  example: '1',
  parse: parseBlockReference,
} as const satisfies PathParameter;

export const unixTime = {
  kind: 'integer',
  description: 'Unix seconds (decimal, below 2^32).',
  pattern: DECIMAL.source,
  example: '1767225660',
  parse: (text: string) => parseUint32(text, 'invalid_time'),
} as const satisfies PathParameter;

export const txid = {
  kind: 'text',
  description: 'A transaction ID: 64 hexadecimal characters, either case.',
  pattern: HASH.source,
  example: 'f569b87da45df60a6680a988fa9ddcbbdebffec1f06dc18e81a318eda6a28bc6',
  parse: parseTransactionReference,
} as const satisfies PathParameter;

/** Only length and characters are checked here: the server checks checksum and version for its network. */
export const addressParameter = {
  kind: 'text',
  description: 'An address of this network: 34 Base58 characters with a valid checksum.',
  pattern: ADDRESS.source,
  example: 'dLhCHA22XoXSswtB78TF1rxQgv3MZQ2iJ3',
  parse: (text: string): ParseResult<Address, 'invalid_address'> =>
    ADDRESS.test(text) ? { ok: true, value: text } : { ok: false, error: 'invalid_address' },
} as const satisfies PathParameter;

export const identifierPrefix = {
  kind: 'text',
  description:
    'The first characters of an ID (6 to 64 hexadecimal ones, either case) or of an address (6 to 34 of Base58).',
  pattern: '^([0-9a-fA-F]{6,64}|[1-9A-HJ-NP-Za-km-z]{6,34})$',
  example: 'f569b8',
  parse: parseIdentifierPrefix,
} as const satisfies PathParameter;

/** An integer in a query. @param limits its bounds, and its default if it has one */
function integer<Default extends number | undefined = undefined>(
  { minimum, maximum, default: absent }: { minimum: number; maximum: number; default?: Default },
  description: string,
): IntegerParameter & { readonly default: Default } {
  return { kind: 'integer', minimum, maximum, default: absent as Default, description };
}

const offset = integer(EXPLORER_LIMITS.offset, 'Items to skip from the start of the list.');
const beforeHeight = integer(
  EXPLORER_LIMITS.uint32,
  'Exclusive anchor: the list starts with the block below this height.',
);

// The order in these tables is the order of validation errors.

export const blockListQuery = {
  limit: integer(EXPLORER_LIMITS.blockList, 'Page size.'),
  offset,
  before_height: beforeHeight,
} as const satisfies Record<string, IntegerParameter>;

/** Query of block transactions and of the ranking. */
export const listQuery = {
  limit: integer(EXPLORER_LIMITS.list, 'Page size.'),
  offset,
} as const satisfies Record<string, IntegerParameter>;

const times = {
  from_time: {
    ...integer(EXPLORER_LIMITS.uint32, 'Only blocks with at least this timestamp, in Unix seconds.'),
    notAfter: 'to_time',
  },
  to_time: integer(EXPLORER_LIMITS.uint32, 'Only blocks with at most this timestamp, in Unix seconds.'),
} as const satisfies Record<string, IntegerParameter>;

/** Kinds of transactions in the feed. */
export const TRANSACTION_KINDS = ['transfer', 'coinbase'] as const;
export type TransactionKind = (typeof TRANSACTION_KINDS)[number];

export const feedQuery = {
  ...listQuery,
  kind: {
    kind: 'choice',
    values: TRANSACTION_KINDS,
    default: undefined,
    description: 'Only transfers, or only coinbases.',
  },
  ...times,
} as const satisfies Record<string, IntegerParameter | ChoiceParameter>;

/** From the view of an address: `mined` are coinbases, and `in` is everything else that it received. */
export const HISTORY_DIRECTIONS = ['in', 'out', 'self', 'mined'] as const;
export type HistoryDirection = (typeof HISTORY_DIRECTIONS)[number];
export const HISTORY_ORDERS = ['newest', 'oldest'] as const;
export type HistoryOrder = (typeof HISTORY_ORDERS)[number];

export const historyQuery = {
  ...listQuery,
  direction: {
    kind: 'choice',
    values: HISTORY_DIRECTIONS,
    default: undefined,
    description:
      'Only what the address received (`in`, without coinbases), sent, sent to itself, or mined (coinbases).',
  },
  order: {
    kind: 'choice',
    values: HISTORY_ORDERS,
    default: 'newest',
    description: 'Which transactions come first.',
  },
  ...times,
} as const satisfies Record<string, IntegerParameter | ChoiceParameter>;

export const staleBlocksQuery = {
  limit: integer(EXPLORER_LIMITS.list, 'Page size.'),
} as const satisfies Record<string, IntegerParameter>;

export const headersQuery = {
  from: integer({ ...EXPLORER_LIMITS.uint32, default: 0 }, 'Height of the first header.'),
  count: integer(EXPLORER_LIMITS.headers, 'Most headers to return.'),
} as const satisfies Record<string, IntegerParameter>;

/** Figures of `/api/v1/series`; the OpenAPI document defines them. */
export const SERIES_FIGURES = [
  'transactions',
  'fees',
  'transferred',
  'block_interval',
  'size',
  'difficulty',
  'hash_rate',
  'addresses',
  'supply',
] as const;
export type SeriesFigure = (typeof SERIES_FIGURES)[number];

export const seriesQuery = {
  figure: {
    kind: 'choice',
    values: SERIES_FIGURES,
    default: 'transactions',
    description: 'Figure of each bucket.',
  },
  step: {
    kind: 'choice',
    values: ['hour', 'day', 'week'],
    default: 'day',
    description: 'Length of a bucket. Days begin at 0:00 UTC, weeks on Monday.',
  },
  from: integer(
    EXPLORER_LIMITS.uint32,
    'Unix time in the first bucket; a time before the series means its start. If absent, the newest buckets are returned.',
  ),
  count: integer(EXPLORER_LIMITS.series, 'Most buckets to return.'),
} as const satisfies Record<string, IntegerParameter | ChoiceParameter>;

export const minersQuery = {
  blocks: integer(EXPLORER_LIMITS.minerRange, 'Number of newest blocks to count.'),
} as const satisfies Record<string, IntegerParameter>;

export const minerBlocksQuery = {
  ...listQuery,
  before_height: beforeHeight,
} as const satisfies Record<string, IntegerParameter>;

export const eventsQuery = {
  last_event_id: integer(
    EXPLORER_LIMITS.uint32,
    'For clients that cannot set `Last-Event-ID`, such as a new EventSource; the header takes precedence.',
  ),
} as const satisfies Record<string, IntegerParameter>;
