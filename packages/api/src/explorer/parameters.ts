import {
  type BlockId,
  type TransactionId,
  type Address,
  MAX_U32,
  parseBlockId,
  parseTransactionId,
} from '@cairn/protocol';
import type { ChoiceParameter, IntegerParameter, ParseResult, PathParameter } from '../route/route.ts';
import { EXPLORER_LIMITS } from './limits.ts';

/** A block by height, or by ID as 64 lowercase hex characters. */
export type BlockLocator =
  { readonly kind: 'height'; readonly height: number } | { readonly kind: 'id'; readonly id: BlockId };

const HASH = /^[0-9a-fA-F]{64}$/;
const DECIMAL = /^[0-9]+$/;
const ADDRESS = /^[1-9A-HJ-NP-Za-km-z]{34}$/;

/**
 * Parses `{height_or_hash}` (interface document, section 4.1). Exactly 64 hex characters, in either case, are a block ID
 * even if all are digits; other ASCII digits are a height, with leading zeros allowed, if it fits uint32. Anything else,
 * including signs, white space and digits of other scripts, is invalid.
 */
export function parseBlockReference(text: string): ParseResult<BlockLocator, 'invalid_block_reference'> {
  if (HASH.test(text)) return { ok: true, value: { kind: 'id', id: parseBlockId(text) } };
  const height = DECIMAL.test(text) ? Number(text) : Number.NaN;
  if (height <= MAX_U32) return { ok: true, value: { kind: 'height', height } };
  return { ok: false, error: 'invalid_block_reference' };
}

/** Parses `{txid}` (interface document, section 4.1): 64 hex characters in either case, lowercase in the result. */
export function parseTransactionReference(
  text: string,
): ParseResult<TransactionId, 'invalid_transaction_id'> {
  if (!HASH.test(text)) return { ok: false, error: 'invalid_transaction_id' };
  return { ok: true, value: parseTransactionId(text) };
}

/** Parses `{address}`, but checks only its length and characters: the server checks checksum and version for its network. */
export function parseAddressText(text: string): ParseResult<Address, 'invalid_address'> {
  return ADDRESS.test(text) ? { ok: true, value: text } : { ok: false, error: 'invalid_address' };
}

export const heightOrHash = {
  kind: 'reference',
  description: 'A height (decimal, below 2^32) or a block ID (64 hexadecimal characters, either case).',
  pattern: '^([0-9]+|[0-9a-fA-F]{64})$',
  example: '1',
  parse: parseBlockReference,
} as const satisfies PathParameter;

export const txid = {
  kind: 'text',
  description: 'A transaction ID: 64 hexadecimal characters, either case.',
  pattern: HASH.source,
  example: 'f569b87da45df60a6680a988fa9ddcbbdebffec1f06dc18e81a318eda6a28bc6',
  parse: parseTransactionReference,
} as const satisfies PathParameter;

export const addressParameter = {
  kind: 'text',
  description: 'An address of this network: 34 Base58 characters with a valid checksum.',
  pattern: ADDRESS.source,
  example: 'dLhCHA22XoXSswtB78TF1rxQgv3MZQ2iJ3',
  parse: parseAddressText,
} as const satisfies PathParameter;

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

export const identifierPrefix = {
  kind: 'text',
  description:
    'The first characters of an ID (6 to 64 hexadecimal ones, either case) or of an address (6 to 34 of Base58).',
  pattern: '^([0-9a-fA-F]{6,64}|[1-9A-HJ-NP-Za-km-z]{6,34})$',
  example: 'f569b8',
  parse: parseIdentifierPrefix,
} as const satisfies PathParameter;

const offset = {
  kind: 'integer',
  ...EXPLORER_LIMITS.offset,
  description: 'Items to skip from the start of the list.',
} as const satisfies IntegerParameter;

/** Query of the block list; the order is the order of validation errors. */
export const blockListQuery = {
  limit: { kind: 'integer', ...EXPLORER_LIMITS.blockList, description: 'Page size.' },
  offset,
  before_height: {
    kind: 'integer',
    ...EXPLORER_LIMITS.beforeHeight,
    default: undefined,
    description: 'Exclusive anchor: the list starts with the block below this height.',
  },
} as const satisfies Record<string, IntegerParameter>;

/** Query of the stale blocks. */
export const staleBlocksQuery = {
  limit: { kind: 'integer', ...EXPLORER_LIMITS.staleBlocks, description: 'Page size.' },
} as const satisfies Record<string, IntegerParameter>;

/** Query of a range of headers; the order is the order of validation errors. */
export const headersQuery = {
  from: {
    kind: 'integer',
    ...EXPLORER_LIMITS.beforeHeight,
    default: 0,
    description: 'Height of the first header.',
  },
  count: { kind: 'integer', ...EXPLORER_LIMITS.headers, description: 'Most headers to return.' },
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

/** Query of a series; the order is the order of validation errors. */
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
  from: {
    kind: 'integer',
    ...EXPLORER_LIMITS.beforeHeight,
    default: undefined,
    description:
      'Unix time in the first bucket; a time before the series means its start. If absent, the newest buckets are returned.',
  },
  count: { kind: 'integer', ...EXPLORER_LIMITS.series, description: 'Most buckets to return.' },
} as const satisfies Record<string, IntegerParameter | ChoiceParameter>;

/** Query of block transactions and of the three indexed lists. */
export const listQuery = {
  limit: { kind: 'integer', ...EXPLORER_LIMITS.list, description: 'Page size.' },
  offset,
} as const satisfies Record<string, IntegerParameter>;

/** Query of the miners of the newest blocks. */
export const minersQuery = {
  blocks: {
    kind: 'integer',
    ...EXPLORER_LIMITS.minerRange,
    description: 'Number of newest blocks to count.',
  },
} as const satisfies Record<string, IntegerParameter>;

/** Query of the blocks of a miner; the order is the order of validation errors. */
export const minerBlocksQuery = {
  ...listQuery,
  before_height: blockListQuery.before_height,
} as const satisfies Record<string, IntegerParameter>;

/** Query of the event stream. */
export const eventsQuery = {
  last_event_id: {
    kind: 'integer',
    minimum: 0,
    maximum: EXPLORER_LIMITS.beforeHeight.maximum,
    default: undefined,
    description:
      'For clients that cannot set `Last-Event-ID`, such as a new EventSource; the header takes precedence.',
  },
} as const satisfies Record<string, IntegerParameter>;
