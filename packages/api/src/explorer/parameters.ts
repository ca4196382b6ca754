import type { IntegerParameter, PathParameter } from '../route/route.ts';
import { EXPLORER_LIMITS } from './limits.ts';

/** `{height_or_hash}`; read by `parseBlockReference`. */
export const heightOrHash = {
  kind: 'reference',
  description: 'A height (decimal, below 2^32) or a block ID (64 hexadecimal characters, either case).',
  pattern: '^([0-9]+|[0-9a-fA-F]{64})$',
  example: '1',
} as const satisfies PathParameter;

/** `{txid}`; read by `parseTransactionId`. */
export const txid = {
  kind: 'text',
  description: 'A transaction ID: 64 hexadecimal characters, either case.',
  pattern: '^[0-9a-fA-F]{64}$',
  example: 'f569b87da45df60a6680a988fa9ddcbbdebffec1f06dc18e81a318eda6a28bc6',
} as const satisfies PathParameter;

/** `{address}`; checksum and version are checked against the node's network. */
export const addressParameter = {
  kind: 'text',
  description: 'An address of this network: 34 Base58 characters with a valid checksum.',
  pattern: '^[1-9A-HJ-NP-Za-km-z]{34}$',
  example: 'dLhCHA22XoXSswtB78TF1rxQgv3MZQ2iJ3',
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

/** Query of block transactions and of the three indexed lists. */
export const listQuery = {
  limit: { kind: 'integer', ...EXPLORER_LIMITS.list, description: 'Page size.' },
  offset,
} as const satisfies Record<string, IntegerParameter>;

/** Query of the event stream. */
export const eventsQuery = {
  last_event_id: {
    kind: 'integer',
    minimum: 0,
    maximum: EXPLORER_LIMITS.beforeHeight.maximum,
    default: undefined,
    description: 'For clients that cannot set `Last-Event-ID`, such as a new EventSource; the header wins.',
  },
} as const satisfies Record<string, IntegerParameter>;
