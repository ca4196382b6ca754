import {
  type AddressProof,
  type AddressState,
  type ExplorerTransaction,
  EXPLORER_LIMITS,
  type HistoryDirection,
} from '@cairn/api/explorer';
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
import { fieldsOf } from './decode.ts';
import { type ProofContext, type Proven, Unavailable } from './checks.ts';
import { headerAt } from './place.ts';
import type { AddressSubject, PaintedAddress, ProofFile, ProvenAddress } from './proof.ts';
import type { CheckedHeader } from './walk.ts';

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
  const page = pageOf(rows, subject, count);
  if (page === undefined) checks.limit('deep_page', { count: limits.history });
  const list = page && {
    items: await itemsOf(context, address, page.rows, memory),
    total: page.total,
    isMinimum: page.isMinimum,
  };
  const newest = rows.map((row) => ({
    ...itemOf(row, walk.at(row.height), context, address),
    unlock_sig: null,
  }));
  const value = { state, list, newest, count, linkedFrom: walk.from };
  return { value: () => value, block: { height: header.height, id }, receipt: receiptOf(answer, state) };
}

/** What a page has painted, and what was proven of it: only the parts that were. */
export function comparable(
  said: PaintedAddress,
  { state, list, linkedFrom }: ProvenAddress,
): [unknown, unknown] {
  const partOf = (items: readonly ExplorerTransaction[], total: number) => ({
    // Below the walk, block and time of a row are the server's word.
    items: items.map((row) =>
      row.block_height >= linkedFrom ? row : { ...row, block_id: '', block_timestamp: 0 },
    ),
    total: list?.isMinimum === true ? undefined : total,
  });
  if (list === undefined || said.list === undefined) return [said.state, state];
  return [
    { ...said.state, ...partOf(said.list.items, said.list.pagination.total) },
    { ...state, ...partOf(list.items, list.total) },
  ];
}

/** The account at the walk's tip, and the newest rows of its history. @throws Unavailable, ProtocolError, errors of the API */
async function readAccount(context: ProofContext, address: Address, memory: AddressMemory) {
  const { source, walk } = context;
  for (let attempt = 1; ; attempt += 1) {
    const rows = memory.history === undefined ? ROWS_AT_ONCE : NEW_ROWS;
    const answer = await source.api.getAddressProof({ address, rows });
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
      if (isOfTip || height > walk.tip.header.height) throw new Unavailable('moving_tip');
      throw new ProtocolError('invalid_account_proof', `the proof is of block ${height}, not of the tip`);
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

/** The rows of a history as far as the limit goes. @returns `undefined` if the chain has left the rows meanwhile */
async function readHistory(
  { source, walk, limits, checks }: ProofContext,
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
      const answer = await unlessAbsent(source.api.getAddressProof(asked), 'transaction_not_found');
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
): { rows: readonly AccountRow[]; total: number; isMinimum: boolean } | undefined {
  const isWhole = rows.length >= count;
  const isListed = ({ transaction }: AccountRow) =>
    direction === (isCoinbase(transaction) ? 'mined' : directionOf(transaction, address));
  const matches = direction === undefined ? rows : rows.filter(isListed);
  const page = matches.slice(offset, offset + limit);
  if (direction === undefined) {
    const isReached = offset >= count || rows.length >= Math.min(offset + limit, count);
    return isReached ? { rows: page, total: count, isMinimum: false } : undefined;
  }
  return isWhole || page.length === limit
    ? { rows: page, total: matches.length, isMinimum: !isWhole }
    : undefined;
}

function directionOf(
  { fromAddress, toAddress }: AccountRow['transaction'],
  address: Address,
): Exclude<HistoryDirection, 'mined'> {
  if (fromAddress !== address) return 'in';
  return toAddress === address ? 'self' : 'out';
}

/** A row in the API's fields; without a header, block and time are empty. */
function itemOf(
  { raw, height, index, transaction }: AccountRow,
  header: CheckedHeader | undefined,
  { walk }: ProofContext,
  address: Address,
): ExplorerTransaction {
  return {
    ...fieldsOf(raw),
    block_height: height,
    block_id: header?.id ?? '',
    block_timestamp: header?.header.timestamp ?? 0,
    transaction_index: index,
    confirmations: walk.tip.header.height - height + 1,
    direction: directionOf(transaction, address),
  };
}

/** The rows of a page with blocks and times, which the history does not have, and the IDs of coinbases proven. */
async function itemsOf(
  context: ProofContext,
  address: Address,
  rows: readonly AccountRow[],
  memory: AddressMemory,
): Promise<readonly ExplorerTransaction[]> {
  const prove = async (row: AccountRow) => {
    const header = await headerAt(context, row.height);
    if (row.index === 0 && row.height >= context.walk.from) await checkCoinbase(context, row, header, memory);
    return itemOf(row, header, context, address);
  };
  return Promise.all(rows.map(prove));
}

/** Checks that a coinbase is in its block: the history has only its first 85 bytes. */
async function checkCoinbase(
  { source, checks }: ProofContext,
  { raw }: AccountRow,
  { header, id: block }: CheckedHeader,
  { coinbases }: AddressMemory,
): Promise<void> {
  const txid = transactionId(raw);
  if (coinbases.get(block) === txid) return;
  const answer = await unlessAbsent(source.api.getTransactionProof({ txid }), 'transaction_not_found');
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
