import { type AddressProof, type AddressState, directionOf, EXPLORER_LIMITS } from '@cairn/api/explorer';
import {
  type AccountRow,
  type Address,
  equalBytes,
  foldHistory,
  formatPebbles,
  hexToBytes,
  isCoinbase,
  ProtocolError,
  type TransactionId,
  transactionId,
  transactionIdBytes,
  type VerifiedAccount,
  verifyAccount,
  verifyMerklePath,
} from '@cairn/protocol';
import { unlessAbsent } from '../../site/failure.ts';
import type { ProofContext, Proven } from './checks.ts';
import { type CheckedHeader, rowOf } from './decode.ts';
import type { AddressSubject, ProofFile, ProvenAddress } from './proof.ts';
import { ProofError } from './proof-error.ts';

/** Rows of one request; after a new block a few are enough to reach those that are known. */
const ROWS_AT_ONCE = EXPLORER_LIMITS.proofRows.maximum;
const NEW_ROWS = 25;
/** Attempts at an answer of the walk's tip, and the pause before the next, in milliseconds. */
const ATTEMPTS = 4;
const PAUSE_MS = 400;

/** The newest rows of a history, newest first, none left out, and the history before the oldest of them. */
type History = Pick<VerifiedAccount, 'rows' | 'before'>;

/** What a page has proven of its address at earlier tips. */
export class AddressMemory {
  history: History | undefined;
  /** IDs of proven coinbases, by the ID of their block. */
  readonly coinbases = new Map<string, TransactionId>();
}

/**
 * Proves an address by the newest block: balance, nonce, existence, and as much of its history as the page needs, each of them
 * decoded from bytes that fold to the block's account root (PROTOCOL.md section 9). At a new tip it takes one request: older rows
 * are known, because the new ones fold to the same history.
 */
export async function proveAddress(
  context: ProofContext,
  subject: AddressSubject,
  memory: AddressMemory,
): Promise<Proven<ProvenAddress>> {
  const { walk, checks, limits } = context;
  const { address } = subject;
  checks.begin('account');
  const { answer, account, rows } = await readAccount(context, address, memory);
  const { record, header, id } = account;
  const count = record?.count ?? 0;
  checks.begin('history');
  checks.count(rows.length, count);
  const state: AddressState = {
    network: walk.network.name,
    tip_id: id,
    address,
    exists: record !== undefined,
    balance: formatPebbles(record?.balance ?? 0n),
    nonce: record?.nonce ?? 0,
  };
  /** A row in the API's fields; block and time, which a history does not have, are empty without a header. */
  const itemOf = ({ raw, height, index, transaction }: AccountRow, block = walk.at(height)) => ({
    ...rowOf(raw, index, block ?? { header: { height, timestamp: 0 }, id: '' }, header.height),
    direction: directionOf(transaction, address),
  });
  const page = pageOf(rows, subject, count);
  if (page === undefined) checks.limit('deep_page', { count: limits.history });
  const showRow = async (row: AccountRow) => {
    const block = await walk.fetch(row.height);
    if (row.index === 0 && row.height >= walk.from) await checkCoinbase(context, row, block, memory);
    return itemOf(row, block);
  };
  const list = page && { ...page, items: await Promise.all(page.items.map(showRow)) };
  const newest = rows.map((row) => ({ ...itemOf(row), unlock_sig: null }));
  const value = { state, list, newest, count, linkedFrom: walk.from };
  return { value: () => value, block: { height: header.height, id }, receipt: receiptOf(answer, state) };
}

/** What of it can be compared with what a page has painted: below the walk, block and time of a row are the server's word. */
export const comparable = ({ state, list, linkedFrom }: ProvenAddress) => ({
  state,
  list: list && {
    items: list.items.map((row) =>
      row.block_height < linkedFrom ? { ...row, block_id: undefined, block_timestamp: undefined } : row,
    ),
    pagination: { total: list.isMinimum ? undefined : list.total },
  },
});

/** The account at the walk's tip, and the newest rows of its history. @throws ProofError, ProtocolError, errors of the API */
async function readAccount(context: ProofContext, address: Address, memory: AddressMemory) {
  const { api, walk } = context;
  for (let attempt = 1; ; attempt += 1) {
    const rows = memory.history === undefined ? ROWS_AT_ONCE : NEW_ROWS;
    const answer = await api.getAddressProof({ address, rows });
    const account = verifyAccount(answer, { address, network: walk.network });
    if (account.id !== walk.tip.id) await walk.extend();
    const isOfTip = account.id === walk.tip.id;
    const history = isOfTip ? await readHistory(context, address, account, memory.history) : undefined;
    if (history !== undefined) {
      memory.history = history;
      return { answer, account, rows: history.rows };
    }
    const { height } = account.header;
    if (attempt === ATTEMPTS) {
      // A newer block than the tip is no lie: another server gave the headers.
      if (isOfTip || height > walk.tip.header.height) throw new ProofError('moving');
      throw new ProtocolError('invalid_account_proof', `the proof is of block ${height}, not of the tip`);
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

/** The rows of a history as far as the limit goes. @returns `undefined` if the chain has left the rows meanwhile */
async function readHistory(
  { api, walk, limits, checks }: ProofContext,
  address: Address,
  account: VerifiedAccount,
  known: History | undefined,
): Promise<History | undefined> {
  const rows = [...account.rows];
  let newer = account;
  while (newer.missing > 0 && rows.length < limits.history) {
    const oldest = newer.rows.at(-1);
    if (oldest === undefined) throw new ProtocolError('invalid_account_proof', 'the server gives no rows');
    const older = known && olderThan(newer, known);
    if (older !== undefined) {
      newer = { ...newer, ...older, missing: newer.missing - older.rows.length };
    } else {
      const asked = { address, rows: ROWS_AT_ONCE, before: `${oldest.height}-${oldest.index}` };
      const answer = await unlessAbsent(api.getAddressProof(asked), 'transaction_not_found');
      if (answer === undefined) return undefined;
      newer = verifyAccount(answer, { address, network: walk.network, newer });
    }
    rows.push(...newer.rows);
    checks.progress(rows.length, Math.min(limits.history, account.record?.count ?? 0));
  }
  return { rows, before: newer.before };
}

/** The known rows that are older than those of a chunk, if its history goes on with them. */
function olderThan({ rows: newer, before }: History, known: History): History | undefined {
  const oldest = newer.at(-1);
  const place = known.rows.findIndex(
    ({ height, index }) => height === oldest?.height && index === oldest.index,
  );
  const rows = place < 0 ? [] : known.rows.slice(place + 1);
  const goesOn = rows.length > 0 && equalBytes(foldHistory(known.before, rows.toReversed()), before);
  return goesOn ? { rows, before: known.before } : undefined;
}

/**
 * A page of a history, or of its transactions of one direction.
 * @param rows the newest ones, none left out
 * @param count of all
 * @returns `undefined` if the rows do not reach the page's end
 */
function pageOf(
  rows: readonly AccountRow[],
  { address, direction, offset, limit }: AddressSubject,
  count: number,
): { items: readonly AccountRow[]; total: number; isMinimum: boolean } | undefined {
  const isListed = ({ transaction }: AccountRow) =>
    direction === undefined ||
    direction === (isCoinbase(transaction) ? 'mined' : directionOf(transaction, address));
  const matches = rows.filter(isListed);
  const items = matches.slice(offset, offset + limit);
  const isWhole = rows.length >= count;
  const isMinimum = direction !== undefined && !isWhole;
  const total = direction === undefined ? count : matches.length;
  const isReached = isWhole || items.length === limit || offset >= count;
  return isReached ? { items, total, isMinimum } : undefined;
}

/** Checks that a coinbase is in its block: the history has only its first 85 bytes. */
async function checkCoinbase(
  { api, checks }: ProofContext,
  { raw }: AccountRow,
  { header, id: block }: CheckedHeader,
  { coinbases }: AddressMemory,
): Promise<void> {
  const txid = transactionId(raw);
  if (coinbases.get(block) === txid) return;
  const answer = await unlessAbsent(api.getTransactionProof({ txid }), 'transaction_not_found');
  const path = answer?.path.map(hexToBytes) ?? [];
  const root = hexToBytes(header.merkleRoot);
  // The block's transaction count is unknown here; at index 0, any of the path's length gives the same hashes.
  const leaf = transactionIdBytes(raw);
  if (path.length <= 16 && verifyMerklePath({ leaf, index: 0, size: 2 ** path.length, path, root })) {
    coinbases.set(block, txid);
  } else checks.problem(`the coinbase of block ${header.height} is not ${txid}`);
}

/** The proof, with what it proves of the balance, to be checked without the API. */
function receiptOf(
  { rows: _rows, history_before: _before, ...claim }: AddressProof,
  state: AddressState,
): ProofFile {
  const { exists, balance, nonce } = state;
  const receipt = { format: 'cairn-balance-1', ...claim, exists, balance, nonce };
  const name = `cairn-balance-${state.address}-${claim.block_height}.json`;
  return { name, text: `${JSON.stringify(receipt, null, 2)}\n` };
}
