import {
  type AddressProof,
  type AddressState,
  ApiError,
  type ExplorerStatus,
  type HistoryDirection,
} from '@cairn/api/explorer';
import {
  type AccountRecord,
  type Address,
  type BlockId,
  bytesToHex,
  COINBASE_SENDER,
  EMPTY_HISTORY,
  foldHistory,
  formatPebbles,
  hexToBytes,
  type Network,
  transactionId,
  verifyAccountProof,
} from '@cairn/protocol';
import { type ApiSource, ROWS_AT_ONCE, type VerificationContext } from './api-source.ts';
import { type HeaderBytes, leadsToRoot, readHeader, type ShownRows } from './block-checks.ts';
import {
  Findings,
  once,
  runSteps,
  type Step,
  type StepState,
  Unavailable,
  unlessMoved,
  whileMoving,
} from './findings.ts';
import type { BalanceReceipt } from './receipts.ts';
import { encodeFields, fieldsOf } from './transaction-checks.ts';
import { expectTip, openNetwork, type Walk, walkHeaders } from './verify-chain.ts';

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

type Row = ShownRows['items'][number];

/** The newest transactions of an address, newest first, with no gap. */
export interface NewestRows {
  readonly items: readonly Row[];
  /** Hex: `history_before` of the oldest row; unused if the history ends there. */
  readonly before: string | undefined;
}

/**
 * Checks that the rows are the newest transactions of an address, each as it is in the chain, and that none is missing. A row's
 * block ID and time, and a coinbase's last 128 bytes, are not a part of the history.
 * @param record of the address; `undefined` for one proven unused
 * @throws ProtocolError if a row's fields cannot be encoded
 */
export function checkHistory(
  findings: Findings,
  address: Address,
  record: AccountRecord | undefined,
  { items, before }: NewestRows,
): void {
  const total = record?.count ?? 0;
  findings.note('proven', items.length);
  findings.note('total', total);
  const shown = items.map((row, place) => {
    const raw = encodeFields(row);
    findings.compareAll(row, { ...fieldsOf(raw), direction: directionOf(row, address) }, `[${place}].`);
    return { height: row.block_height, index: row.transaction_index, raw };
  });
  const isWhole = items.length >= total;
  if (!isWhole && before === undefined) {
    findings.problems.push('the history before the oldest row is missing');
    return;
  }
  const start = isWhole || before === undefined ? EMPTY_HISTORY : hexToBytes(before);
  const folded = bytesToHex(foldHistory(start, shown.toReversed()));
  findings.note('history', folded);
  findings.compare('history', folded, bytesToHex(record?.history ?? EMPTY_HISTORY));
}

/**
 * Checks that a page shows its part of a proven history: each transaction of its direction at its place, and no other.
 * @param newest down to the page's oldest row, or all of them
 * @param total transactions of the history
 */
export function checkPage(
  findings: Findings,
  { address, direction, rows }: Pick<AddressSubject, 'address' | 'direction'> & { rows: ShownRows },
  newest: readonly Row[],
  total: number,
): void {
  const { items, offset, limit } = rows;
  const matches =
    direction === undefined ? newest : newest.filter((row) => filterOf(row, address) === direction);
  const expected = matches.slice(offset, offset + limit);
  if (direction === undefined) findings.compare('pagination.total', rows.total, total);
  else if (newest.length >= total) findings.compare('pagination.total', rows.total, matches.length);
  const isEnd = direction === undefined || newest.length >= total;
  const count = Math.max(0, Math.min(limit, (isEnd ? rows.total : matches.length) - offset));
  findings.compare('items.length', items.length, count);
  for (const [place, row] of items.entries()) {
    const field = `[${offset + place}].`;
    findings.compareAll(row, { ...fieldsOf(encodeFields(row)), direction: directionOf(row, address) }, field);
    const same = expected[place];
    if (same === undefined) continue; // the number of rows is another one
    const { block_height, transaction_index } = same;
    const { id, unlock_sig, ...fields } = fieldsOf(encodeFields(same));
    findings.compareAll(row, { ...fields, block_height, transaction_index }, field);
    // A history proves no more of a coinbase: its ID depends on its last 128 bytes, which are free.
    if (!isMined(same)) findings.compareAll(row, { id, unlock_sig }, field);
  }
}

const isMined = (row: Row): boolean => row.from_address === COINBASE_SENDER;

function filterOf(row: Row, address: Address): HistoryDirection {
  return isMined(row) ? 'mined' : directionOf(row, address);
}

function directionOf(row: Row, address: Address): 'in' | 'out' | 'self' {
  if (row.from_address !== address) return 'in';
  return row.to_address === address ? 'self' : 'out';
}

/** When a page requested something: after a verification had told it that this block is the tip; at first `undefined`. */
interface Asked {
  readonly asOf?: BlockId | undefined;
}

/** Data on an address's page. */
export interface AddressSubject {
  readonly address: Address;
  readonly shown: AddressState & Asked;
  /** The page's list, newest first. Absent if it could not be loaded. */
  readonly rows: (ShownRows & Asked) | undefined;
  /** The page lists only the transactions of this direction: a part of the history. */
  readonly direction?: HistoryDirection | undefined;
}

export interface AddressOutcome {
  readonly steps: readonly StepState[];
  /** Absent unless the state is proven by headers that were checked. */
  readonly receipt: BalanceReceipt | undefined;
  /** The tip that the page is behind: it has to load its data again. */
  readonly behind: BlockId | undefined;
}

/** The account by the proof of the tip. */
interface Proven extends ProvenAccount {
  readonly proof: AddressProof;
  /** The newest transactions down to the page's oldest row; absent if the page lists none, or if they are too many. */
  readonly newest: readonly Row[] | undefined;
}

/**
 * Verifies an address's page by the newest block: network, the account's state, its history, the chain down from that block,
 * block IDs and times of the rows.
 */
export function verifyAddress(
  context: VerificationContext,
  subject: AddressSubject,
): Promise<AddressOutcome> {
  return whileMoving((isLast) => verifyOnce(context, subject, isLast));
}

async function verifyOnce(
  context: VerificationContext,
  subject: AddressSubject,
  isLast: boolean,
): Promise<AddressOutcome> {
  const { source, limits } = context;
  const { address, shown, rows } = subject;
  const { step: networkStep, network } = openNetwork(source, shown.network);
  const proven = once((findings: Findings = new Findings()) =>
    proveTip(findings, context, subject, { network, isLast }),
  );
  const walk = once(async (progress: Findings['progress'] = () => undefined) => {
    const { height } = (await proven()).header.header;
    const wanted = new Set(rows?.items.map(({ block_height }) => block_height));
    const range = { from: Math.max(0, height - limits.headersBelow), to: height };
    return walkHeaders(source, await network(), { ...range, keep: (one) => wanted.has(one) }, progress);
  });
  let behind: BlockId | undefined;
  /** Compares what the page shows with the proof. Data of before the proof's block is no lie: the page loads it again. */
  const compareShown = async (
    findings: Findings,
    asOf: BlockId | undefined,
    check: (found: Findings, at: Proven) => void | Promise<void>,
  ) => {
    const at = await proven(findings);
    await unlessMoved(
      findings,
      (found) => check(found, at),
      async () => {
        const { index } = await expectTip(source, at.header);
        if (asOf !== at.header.id) {
          behind = at.header.id;
          throw new Unavailable('page_behind');
        }
        const isLagging = index.enabled && index.indexed_height < at.header.header.height;
        if (isLagging) throw new Unavailable('index_behind');
      },
    );
  };
  const listed = (
    check: (found: Findings, at: Proven, of: ShownRows) => void | Promise<void>,
  ): Step['run'] => {
    return async (findings) => {
      await proven(findings);
      if (rows === undefined) throw new Unavailable('no_history');
      await compareShown(findings, rows.asOf, (found, at) => check(found, at, rows));
    };
  };
  const steps: Step[] = [
    networkStep,
    {
      id: 'account',
      run: (findings) =>
        compareShown(findings, shown.asOf, (found, at) => {
          found.note('path', at.proof.siblings.length);
          found.compare('address', shown.address, address);
          checkAccount(found, at, shown);
        }),
    },
    {
      id: 'history',
      run: listed((found, { proof, record, newest }, of) => {
        if (newest === undefined) throw new Unavailable('deep_page', limits.history);
        checkHistory(found, address, record, { items: newest, before: proof.history_before });
        if (found.isGood) checkPage(found, { ...subject, rows: of }, newest, record?.count ?? 0);
      }),
    },
    {
      id: 'chain',
      run: async (findings) => {
        const { bottom, reached, problem } = await walk(findings.progress);
        const { header } = await proven();
        await unlessMoved(
          findings,
          (found) => {
            if (problem !== undefined) found.problems.push(problem);
            found.compare('tip_id', header.id, reached.id);
            found.note('walked', reached.height - bottom);
            found.note('bottom', bottom);
            if (bottom > 0) found.limit = { code: 'far', count: bottom };
          },
          async () => void (await expectTip(source, header)),
        );
      },
    },
    {
      id: 'entries',
      run: listed(async (found, _, of) => checkEntries(found, source, await walk(), of)),
    },
  ];
  const results = await runSteps(steps, context.onChange);
  const isProven = results.every(
    ({ id, status }) => !NEEDED.has(id) || status === 'passed' || status === 'limited',
  );
  return { steps: results, receipt: isProven ? receiptOf(await proven()) : undefined, behind };
}

/** Steps without which no balance is proven. */
const NEEDED: ReadonlySet<StepState['id']> = new Set(['network', 'account', 'chain']);

/**
 * Requests the proof of the tip, and the history before the oldest row.
 * @param of.isLast false if another attempt can follow: several servers behind one address may differ for a moment
 */
async function proveTip(
  findings: Findings,
  context: VerificationContext,
  subject: AddressSubject,
  of: { network: () => Promise<Network>; isLast: boolean },
): Promise<Proven> {
  const { source } = context;
  const { address } = subject;
  const tips = [await source.api.status()];
  const newest = await loadNewest(context, subject);
  const proof = await requestProof(source, address, newest?.at(-1));
  tips.push(await source.api.status());
  const [before, after] = tips as [ExplorerStatus, ExplorerStatus];
  if (after.tip_id === undefined) throw new Unavailable('not_supported');
  if (!tips.some(({ tip_id: id }) => id === proof.block_id)) {
    const isMoving = before.tip_id !== after.tip_id || proof.block_height > after.height;
    if (isMoving || !of.isLast) throw new Unavailable('moving_tip');
    findings.compare('proof.block_id', proof.block_id, after.tip_id);
  }
  return { proof, newest, ...proveAccount(findings, proof, address, await of.network()) };
}

/**
 * The newest transactions down to the page's oldest row. Those of the page itself are not asked again, unless it is filtered.
 * @returns `undefined` if the page lists none, or if more than the limit would have to be loaded
 */
async function loadNewest(
  { source, limits }: VerificationContext,
  { address, rows, direction }: AddressSubject,
): Promise<readonly Row[] | undefined> {
  if (rows === undefined || rows.offset > limits.history) return undefined;
  const isFull = rows.items.length === rows.limit;
  const oldest = rows.items.at(-1);
  const isEnough = (loaded: readonly Row[]) => {
    if (direction === undefined) return loaded.length >= rows.offset;
    const last = loaded.at(-1);
    return isFull && oldest !== undefined && last !== undefined && !isOlder(oldest, last);
  };
  const loaded: Row[] = [];
  while (!isEnough(loaded)) {
    if (loaded.length >= limits.history) return undefined;
    const most = direction === undefined ? rows.offset - loaded.length : ROWS_AT_ONCE;
    const limit = Math.min(ROWS_AT_ONCE, most);
    const { items } = await source.api.listAddressTransactions({ address, limit, offset: loaded.length });
    loaded.push(...items);
    if (items.length < limit) break;
  }
  return direction === undefined ? [...loaded, ...rows.items] : loaded;
}

/** True if the chain has the first of two transactions before the second. */
function isOlder(one: Row, other: Row): boolean {
  return (
    one.block_height < other.block_height ||
    (one.block_height === other.block_height && one.transaction_index < other.transaction_index)
  );
}

/** The proof, with the history before the oldest row if the address has that transaction. */
async function requestProof(
  { api }: ApiSource,
  address: Address,
  oldest: Row | undefined,
): Promise<AddressProof> {
  if (oldest !== undefined) {
    try {
      const before = `${oldest.block_height}-${oldest.transaction_index}`;
      return await api.getAddressProof({ address, before });
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'transaction_not_found')) throw error;
    }
  }
  return api.getAddressProof({ address });
}

/** Checks the block IDs and times of the rows, and that each coinbase is the one in its block. */
async function checkEntries(
  findings: Findings,
  source: ApiSource,
  { kept }: Walk,
  { items, offset }: ShownRows,
): Promise<void> {
  findings.note('count', items.length);
  const unknown = items.filter(({ block_height: height }) => !kept.has(height)).length;
  if (unknown > 0) findings.limit = { code: 'far_rows', count: unknown };
  const checks = items.map(async (row, place) => {
    const at = kept.get(row.block_height);
    if (at === undefined) return;
    const block = { block_id: at.id, block_timestamp: at.header.timestamp };
    findings.compareAll(row, block, `[${offset + place}].`);
    if (row.transaction_index === 0 && !(await isCoinbaseOf(source, row, at))) {
      findings.problems.push(`block ${row.block_height} has another coinbase than ${row.id}`);
    }
  });
  await Promise.all(checks);
}

/** True if the row's bytes hash to the first leaf of the block's tree, and to its ID. */
async function isCoinbaseOf({ api }: ApiSource, row: Row, { header }: HeaderBytes): Promise<boolean> {
  const id = transactionId(encodeFields(row));
  try {
    const { path } = await api.getTransactionProof({ txid: row.id });
    return leadsToRoot({ id, transaction_index: 0, merkle_root: header.merkleRoot, path });
  } catch (error) {
    if (error instanceof ApiError && error.code === 'transaction_not_found') return false;
    throw error;
  }
}

function receiptOf({ proof, record }: Proven): BalanceReceipt {
  const { history_before: _before, ...claim } = proof;
  return {
    format: 'cairn-balance-1',
    ...claim,
    exists: record !== undefined,
    balance: formatPebbles(record?.balance ?? 0n),
    nonce: record?.nonce ?? 0,
  };
}
