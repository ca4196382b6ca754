/**
 * For tests only: the tables of sections 2.1–2.7 of the interface document, independent of the schemas in packages/api.
 * Additions of API-DECISIONS are next to the fields that they extend.
 */

/** Checks whether a value is of a kind. */
type Kind = (value: unknown) => boolean;
/** The kind of each field; no other fields are allowed. */
export type Shape = Readonly<Record<string, Kind>>;

const U64_MAXIMUM = 2n ** 64n - 1n;
const DECIMAL = /^(0|[1-9][0-9]*)$/;

/** Section 2.1: an unsigned 64-bit integer as a decimal string. */
export const amount: Kind = (value) =>
  typeof value === 'string' && DECIMAL.test(value) && BigInt(value) <= U64_MAXIMUM;
/** Section 2.1: nonces, heights, counts, timestamps and versions are JSON numbers. */
export const integer: Kind = (value) => Number.isSafeInteger(value);
const number: Kind = (value) => typeof value === 'number';
const boolean: Kind = (value) => typeof value === 'boolean';
const text: Kind = (value) => typeof value === 'string' && value !== '';
const matching =
  (pattern: RegExp): Kind =>
  (value) =>
    typeof value === 'string' && pattern.test(value);
/** Section 2.1: 64 hexadecimal characters, lowercase in output. */
const identifier = matching(/^[0-9a-f]{64}$/);
/** Section 2.1: 34 characters. */
const address = matching(/^.{34}$/);

export const BLOCK: Shape = {
  height: integer,
  prev_block_hash: identifier,
  miner: address,
  id: identifier,
  nonce: integer,
  version: integer,
  timestamp: integer,
  bits: matching(/^[0-9a-f]{8}$/),
  transaction_count: integer,
  size_bytes: integer,
  total_fees: amount,
  reward: amount,
  confirmations: integer,
  merkle_root: identifier,
};

export const TRANSACTION: Shape = {
  id: identifier,
  chain: integer,
  nonce: integer,
  fee: amount,
  value: amount,
  from_address: address,
  to_address: address,
  unlock_sig: matching(/^[0-9a-f]{256}$/),
  block_height: integer,
  block_id: identifier,
  block_timestamp: integer,
  transaction_index: integer,
  confirmations: integer,
  is_coinbase: boolean,
};

export const HISTORY_TRANSACTION: Shape = { ...TRANSACTION, direction: matching(/^(in|out|self)$/) };

export const ADDRESS_STATE: Shape = {
  network: text,
  tip_id: identifier,
  address,
  exists: boolean,
  balance: amount,
  nonce: integer,
};

export const ADDRESS_SUMMARY: Shape = {
  address,
  balance: amount,
  nonce: integer,
  total_received: amount,
  total_sent: amount,
  total_fees: amount,
  transaction_count: integer,
  first_seen_height: integer,
  last_seen_height: integer,
};

export const STATS: Shape = {
  network: text,
  chain_id: integer,
  indexed_height: integer,
  indexed_block_id: identifier,
  blocks: integer,
  transactions: integer,
  addresses: integer,
  total_fees: amount,
  total_transferred: amount,
  total_rewards: amount,
};

export const HEALTH: Shape = { ok: boolean, network: text, chain_id: integer, api_version: integer };

const INDEX: Shape = {
  enabled: boolean,
  ready: boolean,
  state: text,
  indexed_height: integer,
  target_height: integer,
  progress: number,
};

const CAPABILITIES: Shape = {
  block_list: boolean,
  block_lookup: boolean,
  block_transactions: boolean,
  transaction_lookup: boolean,
  address_state: boolean,
  transaction_feed: boolean,
  address_ranking: boolean,
  address_history: boolean,
  aggregate_stats: boolean,
};

export const STATUS: Shape = {
  network: text,
  chain_id: integer,
  api_version: integer,
  initialized: boolean,
  height: integer,
  tip_id: identifier,
  ready: boolean,
  syncing: boolean,
  index: shaped(INDEX),
  capabilities: shaped(CAPABILITIES),
  /** Addition: the node's own version. */
  node_version: text,
};

export const FEATURES: Shape = {
  api_version: integer,
  features: shaped({
    core: shaped({ enabled: boolean, ready: boolean }),
    explorer_index: shaped({ enabled: boolean, ready: boolean, state: text }),
  }),
};

export const PAGINATION: Shape = { limit: integer, offset: integer, count: integer, total: integer };

export const BLOCK_PAGINATION: Shape = {
  ...PAGINATION,
  before_height: (value) => value === null || integer(value),
  next_before_height: integer,
};

/** An object with these fields and no others. */
function shaped(shape: Shape): Kind {
  return (value) => wrongFields(value, shape).length === 0;
}

/** Names of the fields that are missing, of another kind, or not in the table. */
export function wrongFields(value: unknown, shape: Shape): string[] {
  if (typeof value !== 'object' || value === null) return ['(no object)'];
  const given = value as Record<string, unknown>;
  const names = new Set([...Object.keys(given), ...Object.keys(shape)]);
  return [...names].filter(
    (name) => !Object.hasOwn(shape, name) || !Object.hasOwn(given, name) || !shape[name]!(given[name]),
  );
}
