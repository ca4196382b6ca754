import type { AddressProof, AddressState } from '@cairn/api/explorer';
import {
  type AccountRecord,
  type Address,
  bytesToHex,
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

function directionOf(row: ShownRows['items'][number], address: Address): 'in' | 'out' | 'self' {
  if (row.from_address !== address) return 'in';
  return row.to_address === address ? 'self' : 'out';
}
