import type { AddressProof, AddressState, HistoryDirection } from '@cairn/api/explorer';
import {
  type AccountRecord,
  type Address,
  bytesToHex,
  COINBASE_SENDER,
  EMPTY_HISTORY,
  foldHistory,
  formatPebbles,
  hexToBytes,
  type Network,
  verifyAccountProof,
} from '@cairn/protocol';
import { type HeaderBytes, readHeader, type ShownRows } from './block-checks.ts';
import type { Findings } from './findings.ts';
import { encodeFields, fieldsOf } from './transaction-checks.ts';

/** What a proof says of an address: its record, `undefined` for an address proven unused, after the block of a header. */
export interface ProvenAccount {
  readonly header: HeaderBytes;
  readonly record: AccountRecord | undefined;
}

/** The fields of a proof, as the API or a receipt states them. */
export type AccountClaim = Omit<AddressProof, 'history_before' | 'network'>;

/**
 * The account that a proof proves by the header that it contains. The caller checks that this header is in the chain.
 * @param address whose account is asked for; the proof must name it
 * @throws ProtocolError for a proof of something else, or one that does not hold
 */
export function proveAccount(
  findings: Findings,
  proof: AccountClaim,
  address: Address,
  network: Network,
): ProvenAccount {
  const header = readHeader(hexToBytes(proof.header));
  findings.compareAll(proof, { address, block_id: header.id, block_height: header.header.height }, 'proof.');
  const record = verifyAccountProof(
    {
      address,
      bucket: proof.bucket.map(hexToBytes),
      siblings: proof.siblings.map(hexToBytes),
      coinbase: hexToBytes(proof.coinbase),
      coinbasePath: proof.coinbase_path.map(hexToBytes),
    },
    header.header,
    network,
  );
  return { header, record };
}

/** Checks what is shown of an address against its proven record. */
export function checkAccount(
  findings: Findings,
  { header, record }: ProvenAccount,
  shown: { readonly [Name in 'exists' | 'balance' | 'nonce']?: AddressState[Name] | undefined },
): void {
  findings.note('height', header.header.height);
  findings.note('blockId', header.id);
  findings.note('balance', record?.balance ?? 0n);
  findings.note('accountNonce', record?.nonce ?? 0);
  findings.note('total', record?.count ?? 0);
  findings.compareAll(shown, {
    exists: record !== undefined,
    balance: formatPebbles(record?.balance ?? 0n),
    nonce: record?.nonce ?? 0,
  });
}

/** Transactions of an address, newest first, and those that are newer. */
export interface ShownHistory {
  readonly rows: ShownRows;
  /** The `rows.offset` transactions before the first row. */
  readonly newer: ShownRows['items'];
  /** Hex: `history_before` of the oldest row; unused if the history ends there. */
  readonly before: string | undefined;
}

/**
 * Checks that the rows are the transactions of an address at their places, each as it is in the chain, and that none between
 * them or newer than them is missing. A row's block ID and time, and a coinbase's last 128 bytes, are not a part of the
 * history.
 * @param record of the address; `undefined` for one proven unused
 * @throws ProtocolError if a row's fields cannot be encoded
 */
export function checkHistory(
  findings: Findings,
  address: Address,
  record: AccountRecord | undefined,
  { rows, newer, before }: ShownHistory,
): void {
  const total = record?.count ?? 0;
  const end = newer.length + rows.items.length;
  findings.note('proven', end);
  findings.note('total', total);
  findings.compare('pagination.total', rows.total, total);
  findings.compare('offset', newer.length, Math.min(rows.offset, total));
  const expected = Math.max(0, Math.min(rows.limit, total - rows.offset));
  findings.compare('items.length', rows.items.length, expected);
  if (!findings.isGood) return;
  const shown = [...newer, ...rows.items].map((row, place) => {
    const raw = encodeFields(row);
    if (place >= newer.length) {
      findings.compareAll(row, { ...fieldsOf(raw), direction: directionOf(row, address) }, `[${place}].`);
    }
    return { height: row.block_height, index: row.transaction_index, raw };
  });
  if (end < total && before === undefined) {
    findings.problems.push('the history before the oldest row is missing');
    return;
  }
  const start = before === undefined || end === total ? EMPTY_HISTORY : hexToBytes(before);
  const folded = bytesToHex(foldHistory(start, shown.toReversed()));
  findings.note('history', folded);
  findings.compare('history', folded, bytesToHex(record?.history ?? EMPTY_HISTORY));
}

/** A page of the transactions of one direction, newest first. */
export interface FilteredPage {
  readonly direction: HistoryDirection;
  readonly rows: ShownRows;
}

/**
 * Checks a filtered page against the newest transactions of the whole history, which {@link checkHistory} has proven: it shows
 * each one of its direction at its place, and no other among them. Rows older than these are only checked to be in order and
 * of the direction and the address; their number is the findings' limit.
 * @throws ProtocolError if a row's fields cannot be encoded
 */
export function checkFiltered(
  findings: Findings,
  address: Address,
  { direction, rows }: FilteredPage,
  proven: ShownRows,
): void {
  const matches = proven.items.filter((row) => filterOf(row, address) === direction);
  const expected = matches.slice(rows.offset, rows.offset + rows.limit);
  findings.note('part', expected.length);
  const isWhole = proven.items.length === proven.total;
  const total = isWhole ? matches.length : Math.max(matches.length, rows.total);
  findings.compare('pagination.total', rows.total, total);
  const count = Math.max(0, Math.min(rows.limit, total - rows.offset));
  findings.compare('items.length', rows.items.length, count);
  for (const [place, row] of rows.items.entries()) {
    const field = `[${place}].`;
    findings.compareAll(row, { ...fieldsOf(encodeFields(row)), direction: directionOf(row, address) }, field);
    findings.compare(`${field}direction`, filterOf(row, address), direction);
    if (row.from_address !== address) findings.compare(`${field}to_address`, row.to_address, address);
    const same = expected[place];
    if (same !== undefined) {
      findings.compareAll(row, provenFields(same), field);
      if (!isMined(same)) findings.compare(`${field}id`, row.id, same.id);
    }
    const newer = place > expected.length ? rows.items[place - 1] : proven.items.at(-1);
    if (same === undefined && newer !== undefined && !isOlder(row, newer)) {
      findings.problems.push(`row ${place} is not older than those before it`);
    }
  }
  const older = rows.items.length - expected.length;
  if (older > 0) findings.limit = { code: 'older_rows', count: older };
}

type Row = ShownRows['items'][number];

const isMined = (row: Row): boolean => row.from_address === COINBASE_SENDER;

/** What a history proves of every row. Of a coinbase no more: its ID depends on its last 128 bytes, which are free. */
function provenFields(row: Row) {
  const { id: _id, unlock_sig: _free, ...fields } = fieldsOf(encodeFields(row));
  const { block_height, transaction_index } = row;
  return { ...fields, block_height, transaction_index };
}

function filterOf(row: Row, address: Address): HistoryDirection {
  return isMined(row) ? 'mined' : directionOf(row, address);
}

/** True if the chain has the first of two transactions before the second. */
export function isOlder(one: Row, other: Row): boolean {
  return (
    one.block_height < other.block_height ||
    (one.block_height === other.block_height && one.transaction_index < other.transaction_index)
  );
}

function directionOf(row: Row, address: Address): 'in' | 'out' | 'self' {
  if (row.from_address !== address) return 'in';
  return row.to_address === address ? 'self' : 'out';
}
