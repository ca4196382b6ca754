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
  bytesToHex,
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
import { Unavailable } from './findings.ts';
import type { AddressSubject, PaintedAddress, ProvenAddress, ProvenList } from './proof.ts';
import type { Proven, ProofContext } from './proof-context.ts';
import { type CheckedHeader, readHeader, type Walk } from './walk.ts';

/** Rows of one request; after a new block a few are enough to reach those that are known. */
const ROWS_AT_ONCE = EXPLORER_LIMITS.proofRows.maximum;
const NEW_ROWS = 25;
/** Attempts at an answer of the walk's tip, and the pause before the next, in milliseconds. */
const ATTEMPTS = 4;
const PAUSE_MS = 400;

/**
 * Proves an address by the newest block: balance, nonce, existence, and as much of its history as the page needs, each of them
 * decoded from bytes that fold to the block's account root (PROTOCOL.md section 9). At a new tip it takes one request: older rows
 * are known, because the new ones fold to the same history.
 */
export async function proveAddress(
  context: ProofContext,
  subject: AddressSubject,
): Promise<Proven<ProvenAddress>> {
  const { walk, findings, limits } = context;
  const { address } = subject;
  findings.begin('account');
  const memory = memoryOf(walk, address);
  const { answer, account, history } = await readAccount(context, address, memory);
  const { record, header, id } = account;
  const count = record?.count ?? 0;
  findings.note('height', header.height);
  findings.note('blockId', id);
  findings.note('balance', record?.balance ?? 0n);
  findings.note('nonce', record?.nonce ?? 0);
  findings.begin('history');
  findings.note('proven', history.rows.length);
  findings.note('total', count);
  findings.note('history', bytesToHex(record?.history ?? history.before));
  const state: AddressState = {
    network: walk.network.name,
    tip_id: id,
    address,
    exists: record !== undefined,
    balance: formatPebbles(record?.balance ?? 0n),
    nonce: record?.nonce ?? 0,
  };
  const page = pageOf(history.rows, subject, count);
  if (page === undefined) findings.limit('deep_page', { count: limits.history });
  const list = page && (await listOf(context, subject, page, memory));
  if (findings.hasFailed) return {};
  const newest = history.rows.map((row) => ({
    ...decoded(row, undefined, context, address),
    unlock_sig: null,
  }));
  const value = { state, list, newest, count, linkedFrom: walk.from };
  return { value, block: { height: header.height, id }, receipt: receiptOf(answer, state) };
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
    total: list!.isMinimum ? undefined : total,
  });
  if (list === undefined || said.list === undefined) return [said.state, state];
  return [
    { ...said.state, ...partOf(said.list.items, said.list.pagination.total) },
    { ...state, ...partOf(list.items, list.total) },
  ];
}

/** The newest rows of a history, and the history before the oldest of them. */
interface ReadHistory {
  readonly rows: readonly AccountRow[];
  readonly before: Uint8Array;
}

/** What was proven of an address at earlier tips. */
interface Memory {
  readonly address: Address;
  history: ReadHistory | undefined;
  /** IDs of coinbases that are proven, by the ID of their block. */
  readonly coinbases: Map<string, TransactionId>;
}

/** The last address of each walk. */
const memories = new WeakMap<Walk, Memory>();

function memoryOf(walk: Walk, address: Address): Memory {
  const last = memories.get(walk);
  if (last?.address === address) return last;
  const memory: Memory = { address, history: undefined, coinbases: new Map() };
  memories.set(walk, memory);
  return memory;
}

/** The account at the walk's tip, and the newest rows of its history. @throws Unavailable, ProtocolError, errors of the API */
async function readAccount(context: ProofContext, address: Address, memory: Memory) {
  const { source, walk } = context;
  const rows = memory.history === undefined ? ROWS_AT_ONCE : NEW_ROWS;
  for (let attempt = 1; ; attempt += 1) {
    const answer = await source.api.getAddressProof({ address, rows });
    const account = verifyAccount(answer, { address, network: walk.network });
    if (account.id !== walk.tip.id) await walk.extend();
    if (account.id === walk.tip.id) {
      const history = await readHistory(context, address, account, memory);
      if (history !== undefined) return { answer, account, history };
    }
    if (attempt === ATTEMPTS) {
      const { height } = account.header;
      // A newer block than the tip is no lie: another server gave the headers.
      if (account.id === walk.tip.id || height > walk.tip.header.height) throw new Unavailable('moving_tip');
      throw new ProtocolError('invalid_account_proof', `the proof is of block ${height}, not of the tip`);
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

/** The rows of a history as far as the limit goes. @returns `undefined` if the chain has left the rows meanwhile */
async function readHistory(
  { source, walk, limits, findings }: ProofContext,
  address: Address,
  account: VerifiedAccount,
  memory: Memory,
): Promise<ReadHistory | undefined> {
  const rows = [...account.rows];
  let newer = account;
  while (newer.missing > 0 && rows.length < limits.history) {
    const oldest = newer.rows.at(-1);
    if (oldest === undefined) throw new ProtocolError('invalid_account_proof', 'the server gives no rows');
    const known = olderThan(newer, memory.history);
    if (known !== undefined) {
      newer = { ...newer, ...known, missing: newer.missing - known.rows.length };
    } else {
      const before = `${oldest.height}-${oldest.index}`;
      const answer = await unlessAbsent(
        source.api.getAddressProof({ address, rows: ROWS_AT_ONCE, before }),
        'transaction_not_found',
      );
      if (answer === undefined) return undefined;
      newer = verifyAccount(answer, { address, network: walk.network, newer });
    }
    rows.push(...newer.rows);
    findings.progress(rows.length, Math.min(limits.history, account.record?.count ?? 0));
  }
  memory.history = { rows, before: newer.before };
  return memory.history;
}

/** The known rows that are older than those of a chunk, if its history goes on with them. */
function olderThan(
  { rows, before }: VerifiedAccount,
  known: ReadHistory | undefined,
): ReadHistory | undefined {
  const oldest = rows.at(-1);
  const place = known?.rows.findIndex(
    ({ height, index }) => height === oldest?.height && index === oldest.index,
  );
  if (known === undefined || place === undefined || place < 0) return undefined;
  const older = known.rows.slice(place + 1);
  if (older.length === 0 || !equalBytes(foldHistory(known.before, older.toReversed()), before))
    return undefined;
  return { rows: older, before: known.before };
}

/** A page of a history, as rows. */
interface HistoryPage {
  readonly rows: readonly AccountRow[];
  /** Transactions of the list; at least so many if `isMinimum`. */
  readonly total: number;
  readonly isMinimum: boolean;
}

/**
 * A page of a history, or of its transactions of one direction.
 * @param rows the newest ones, none left out
 * @param count of all
 * @returns `undefined` if the rows do not reach the page's end
 */
export function pageOf(
  rows: readonly AccountRow[],
  { address, direction, offset, limit }: Pick<AddressSubject, 'address' | 'direction' | 'offset' | 'limit'>,
  count: number,
): HistoryPage | undefined {
  const isWhole = rows.length >= count;
  const matches = direction === undefined ? rows : rows.filter((row) => filterOf(row, address) === direction);
  const page = matches.slice(offset, offset + limit);
  if (direction !== undefined) {
    if (!isWhole && page.length < limit) return undefined;
    return { rows: page, total: matches.length, isMinimum: !isWhole };
  }
  const end = Math.min(offset + limit, count);
  if (rows.length < end && offset < count) return undefined;
  return { rows: page, total: count, isMinimum: false };
}

function filterOf({ transaction }: AccountRow, address: Address): HistoryDirection {
  return isCoinbase(transaction) ? 'mined' : directionOf({ transaction }, address);
}

function directionOf(
  { transaction }: Pick<AccountRow, 'transaction'>,
  address: Address,
): 'in' | 'out' | 'self' {
  if (transaction.fromAddress !== address) return 'in';
  return transaction.toAddress === address ? 'self' : 'out';
}

/** A row in the API's fields. @param header of its block; by default that of the walk, without which block and time are empty */
function decoded(
  { raw, height, index, transaction }: AccountRow,
  header: CheckedHeader | undefined,
  { walk }: ProofContext,
  address: Address,
): ExplorerTransaction {
  const { id = '', header: block } = header ?? walk.at(height) ?? {};
  return {
    ...fieldsOf(raw),
    block_height: height,
    block_id: id,
    block_timestamp: block?.timestamp ?? 0,
    transaction_index: index,
    confirmations: walk.tip.header.height - height + 1,
    direction: directionOf({ transaction }, address),
  };
}

/** The rows of a page with blocks and times, which the history does not have, and the IDs of coinbases proven. */
async function listOf(
  context: ProofContext,
  { address }: AddressSubject,
  { rows, total, isMinimum }: HistoryPage,
  memory: Memory,
): Promise<ProvenList> {
  const { source, walk, findings } = context;
  findings.begin('entries');
  const headerOf = async (height: number) => {
    const known = walk.at(height);
    if (known !== undefined) return known;
    const bytes = await source.headers(height, 1);
    if (bytes.length === 0) throw new Unavailable('gone');
    return readHeader(bytes);
  };
  const items = await Promise.all(
    rows.map(async (row) => {
      const header = await headerOf(row.height);
      if (row.index === 0 && row.height >= walk.from) await checkCoinbase(context, row, header, memory);
      return decoded(row, header, context, address);
    }),
  );
  findings.note('count', items.filter(({ block_height: height }) => height >= walk.from).length);
  findings.end();
  return { items, total, isMinimum };
}

/** Checks that a coinbase is in its block: the history has only its first 85 bytes. */
async function checkCoinbase(
  { source, findings }: ProofContext,
  { raw }: AccountRow,
  { header, id: block }: CheckedHeader,
  { coinbases }: Memory,
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
  } else findings.problem(`the coinbase of block ${header.height} is not ${txid}`);
}

/** The proof, with what it proves of the balance, to be checked without the API. */
function receiptOf({ rows: _rows, history_before: _before, ...claim }: AddressProof, state: AddressState) {
  const { exists, balance, nonce } = state;
  const receipt = { format: 'cairn-balance-1', ...claim, exists, balance, nonce };
  const name = `cairn-balance-${state.address}-${claim.block_height}.json`;
  return { name, text: `${JSON.stringify(receipt, null, 2)}\n` };
}
