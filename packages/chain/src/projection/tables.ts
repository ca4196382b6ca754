/**
 * The tables of the projection: each column is defined here alone. Rows and their types follow from that, and the statements of
 * schema.ts. docs/decisions/0006-projection.md says why the tables are as they are.
 */

/** Version of the tables. Tables of another version are made anew from the chain. */
export const SCHEMA_VERSION = 10;

export interface Column<K extends Kind = Kind> {
  readonly kind: K;
  /** Describes the column in the definition of the table, which SQLite keeps. */
  readonly note: string;
}

/** The values of each kind of column: of a row to be written, and of one that was read. */
interface Values {
  readonly new: {
    readonly int: number;
    readonly bigint: number;
    readonly amount: bigint;
    readonly ranked: bigint;
    readonly bytes: Uint8Array;
    readonly text: string;
  };
  readonly stored: {
    readonly int: number;
    readonly bigint: number;
    /** Decimal. */
    readonly amount: string;
    readonly ranked: string;
    /** Lowercase hex. */
    readonly bytes: string;
    readonly text: string;
  };
}

export type Kind = keyof Values['new'];

const column =
  <K extends Kind>(kind: K) =>
  (note = ''): Column<K> => ({ kind, note });
/** Below 2^31. */
const int = column('int');
/** Below 2^53. */
const bigint = column('bigint');
/** Pebbles or work, exact and of any size. */
const amount = column('amount');
/** An amount below 2^64 that sorts as a number: in SQLite 20 digits, with leading zeros. */
const ranked = column('ranked');
const bytes = column('bytes');
/** Compared byte by byte. */
const text = column('text');

export interface Table {
  /** Describes the table in its definition. */
  readonly note?: string;
  readonly columns: Readonly<Record<string, Column>>;
  /** The primary key. */
  readonly key: readonly string[];
  /** Rows are stored in the order of the key. */
  readonly isOrdered?: boolean;
  /** What a row does to the columns of a stored one with the same key, except to the constant ones. */
  readonly again?: 'replace' | 'add';
  readonly constant?: readonly string[];
}

/**
 * `sequence` and `position` count from 0 without a gap: a page of the feed or of a history is a range of keys, at the same cost
 * at any depth.
 */
export const TABLES = {
  state: {
    note: 'One row: the newest block of the projection and the totals of the chain up to it.',
    columns: {
      single: int('0'),
      schema_version: int(),
      chain_id: int('of the network'),
      height: int('-1 before the first block'),
      block_id: bytes('empty before the first block'),
      transactions: bigint('rows of the table transactions'),
      addresses: bigint('rows of the table addresses'),
      fees: amount('pebbles, as all amounts'),
      transferred: amount('without coinbases'),
      rewards: amount('coinbases, fees included'),
    },
    key: ['single'],
    again: 'replace',
  },
  blocks: {
    columns: {
      height: int(),
      id: bytes(),
      version: bigint(),
      previous_id: bytes(),
      merkle_root: bytes(),
      miner: text(),
      timestamp: bigint('Unix seconds; not always in the order of the heights'),
      bits: bigint('the target, in compact form'),
      nonce: bigint(),
      transaction_count: int('coinbase included'),
      fees: amount(),
      reward: amount('fees included'),
      first_sequence: bigint('of the coinbase'),
    },
    key: ['height'],
  },
  transactions: {
    columns: {
      sequence: bigint('counts all transactions of the chain from 0'),
      height: int(),
      index_in_block: int('0 is the coinbase'),
      id: bytes(),
      from_address: text('34 zeros in a coinbase'),
      to_address: text(),
      value: amount(),
      fee: bigint(),
      nonce: bigint(),
      unlock_sig: bytes('signature (64 bytes), public key (64 bytes)'),
    },
    key: ['sequence'],
  },
  addresses: {
    columns: {
      number: int('counts addresses from 0 in order of appearance'),
      address: text(),
      balance: ranked('in SQLite with leading zeros, 20 digits: text order is numeric order'),
      nonce: bigint(),
      received: amount(),
      sent: amount(),
      fees: amount(),
      transaction_count: int('rows of the table history'),
      first_seen: int('height'),
      last_seen: int('height'),
      mined: int('blocks, without the genesis block'),
      rewards: amount('of these blocks, fees included'),
      reward_fees: amount('fees in these rewards'),
    },
    key: ['number'],
    again: 'replace',
    constant: ['address', 'first_seen'],
  },
  history: {
    note: 'The transactions of each address.',
    columns: {
      address: int('number of the address'),
      position: int("counts the address's transactions from 0, oldest first"),
      sequence: bigint('of the transaction'),
      direction: text('in, out, self, mined'),
      timestamp: bigint('of the block'),
    },
    key: ['address', 'position'],
    isOrdered: true,
  },
  series: {
    note: 'Sums over the blocks whose timestamps lie in an hour, a day or a week; without the genesis block.',
    columns: {
      step: int('length of the bucket in seconds'),
      start: bigint('Unix seconds'),
      blocks: int(),
      transactions: bigint('coinbases included'),
      addresses: bigint('that appeared'),
      fees: amount(),
      transferred: amount(),
      emitted: amount('rewards without fees'),
      work: amount('hashes (PROTOCOL.md section 8)'),
      intervals: int('blocks from height 2 on: block 1 may be mined any time after the genesis block'),
      interval_seconds: bigint('between these and their parents'),
    },
    key: ['step', 'start'],
    isOrdered: true,
    again: 'add',
  },
} satisfies Record<string, Table>;

export type TableName = keyof typeof TABLES;

type RowOf<Name extends TableName, Of extends keyof Values> = {
  readonly [C in keyof (typeof TABLES)[Name]['columns']]: (typeof TABLES)[Name]['columns'][C] extends Column<
    infer K
  >
    ? Values[Of][K]
    : never;
};

/** A row to be written. */
export type NewRow<Name extends TableName> = RowOf<Name, 'new'>;

/** A row as the statements of `columnsOf` read it. */
export type StoredRow<Name extends TableName> = RowOf<Name, 'stored'>;

type AmountColumn<Name extends TableName> = {
  [C in keyof NewRow<Name>]: NewRow<Name>[C] extends bigint ? C : never;
}[keyof NewRow<Name>];

/** A stored row with numbers as amounts. */
export type CountedRow<Name extends TableName> = Omit<StoredRow<Name>, AmountColumn<Name>> &
  Pick<NewRow<Name>, AmountColumn<Name>>;

export function columnsIn(name: TableName): [string, Column][] {
  return Object.entries<Column>(TABLES[name].columns);
}

export const isAmount = (kind: Kind): boolean => kind === 'amount' || kind === 'ranked';

export function countedRow<Name extends TableName>(name: Name, row: StoredRow<Name>): CountedRow<Name> {
  const counted: Record<string, unknown> = { ...row };
  for (const [title, { kind }] of columnsIn(name))
    if (isAmount(kind)) counted[title] = BigInt(counted[title] as string);
  return counted as CountedRow<Name>;
}

/** Digits of 2^64 − 1. */
const RANKED_DIGITS = 20;

/** @returns a function that gives the values of a row in the order of the columns, amounts as decimal text */
export function valuesOf<Name extends TableName>(name: Name) {
  const columns = columnsIn(name).map(([title, { kind }]) => ({ title: title as keyof NewRow<Name>, kind }));
  return (row: NewRow<Name>): (string | number | Uint8Array)[] =>
    columns.map(({ title, kind }) => {
      const value: Values['new'][Kind] = row[title];
      if (typeof value !== 'bigint') return value;
      return kind === 'ranked' ? String(value).padStart(RANKED_DIGITS, '0') : String(value);
    });
}

/** The only row of `state` while there is no block. */
export function emptyState(chainId: number): NewRow<'state'> {
  return {
    single: 0,
    schema_version: SCHEMA_VERSION,
    chain_id: chainId,
    height: -1,
    block_id: new Uint8Array(),
    transactions: 0,
    addresses: 0,
    fees: 0n,
    transferred: 0n,
    rewards: 0n,
  };
}
