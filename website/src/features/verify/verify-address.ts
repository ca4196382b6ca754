import { type AddressProof, type AddressState, ApiError, type HistoryDirection } from '@cairn/api/explorer';
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
  verifyMerklePath,
} from '@cairn/protocol';
import { knownNetwork } from '../../site/figures.ts';
import { type ApiSource, ROWS_AT_ONCE, type VerificationContext } from './api-source.ts';
import { fieldsOf, type HeaderBytes, readHeader, type ShownRows } from './checks.ts';
import type { BalanceReceipt } from './receipts.ts';
import { encodeFields } from './shown-transaction.ts';
import { Findings, isChecked, once, type Plan, type Step, type StepState, Unavailable } from './steps.ts';
import { expectTip, headerStep, openChain, openNetwork, tipOf, type Walk } from './verify-chain.ts';

/** What a proof says of an address: its record, `undefined` for an address proven unused, after the block of a header. */
interface ProvenAccount {
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

/** A record's state, in the API's names. */
const stateOf = (record: AccountRecord | undefined) => ({
  exists: record !== undefined,
  balance: formatPebbles(record?.balance ?? 0n),
  nonce: record?.nonce ?? 0,
});

/** Checks what is shown of an address against its proven record. */
export function checkAccount(
  findings: Findings,
  { header, record }: ProvenAccount,
  shown: { readonly [Name in 'exists' | 'balance' | 'nonce']?: AddressState[Name] | undefined },
): void {
  findings.note('height', header.header.height);
  findings.note('blockId', header.id);
  findings.note('owner', record?.address);
  findings.note('balance', record?.balance ?? 0n);
  findings.note('nonce', record?.nonce ?? 0);
  findings.note('total', record?.count ?? 0);
  findings.compareAll(shown, stateOf(record));
}

type Row = ShownRows['items'][number];

/** The newest transactions of an address, newest first, with no gap. */
interface NewestRows {
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
  for (const [place, row] of items.entries()) {
    findings.compareAll(row, computedOf(row, address), `[${place}].`);
  }
  const isWhole = items.length >= total;
  if (!isWhole && before === undefined) {
    findings.problems.push('the history before the oldest row is missing');
    return;
  }
  const start = isWhole || before === undefined ? EMPTY_HISTORY : hexToBytes(before);
  const chained = items.map((row) => ({
    height: row.block_height,
    index: row.transaction_index,
    raw: encodeFields(row),
  }));
  const folded = bytesToHex(foldHistory(start, chained.toReversed()));
  findings.note('history', folded);
  findings.compare('history', folded, bytesToHex(record?.history ?? EMPTY_HISTORY));
}

/** What follows from the fields of a row: its ID and its direction. @throws ProtocolError */
const computedOf = (row: Row, address: Address) => ({
  ...fieldsOf(encodeFields(row)),
  direction: directionOf(row, address),
});

/**
 * Checks that a page shows its part of a proven history: each transaction of its direction at its place, and no other.
 * @param newest proven, down to the page's oldest row, or all of them
 * @param total transactions of the history
 */
export function checkPage(
  findings: Findings,
  { address, direction, rows }: Pick<AddressSubject, 'address' | 'direction'> & { rows: ShownRows },
  newest: readonly Row[],
  total: number,
): void {
  const { items, offset, limit } = rows;
  const isFiltered = direction !== undefined;
  const matches = isFiltered ? newest.filter((row) => filterOf(row, address) === direction) : newest;
  const hasEnd = newest.length >= total;
  // Rows that prove the page, with none left out before it; and none after it, if its end is that of a filtered list.
  const before = Math.min(offset, total) + items.length;
  const needed = items.length < limit ? total : newest.length;
  findings.compare('history.length', newest.length, isFiltered ? needed : before);
  if (!isFiltered || hasEnd) {
    findings.compare('pagination.total', rows.total, isFiltered ? matches.length : total);
  }
  const last = !isFiltered || hasEnd ? rows.total : matches.length;
  findings.compare('items.length', items.length, Math.max(0, Math.min(limit, last - offset)));
  for (const [place, row] of items.entries()) {
    const proven = matches[offset + place];
    if (proven === undefined) continue; // the number of rows is another one
    const { block_height, transaction_index } = proven;
    const computed = { ...computedOf(proven, address), block_height, transaction_index };
    findings.compareAll(row, computed, `[${offset + place}].`);
  }
}

function filterOf(row: Row, address: Address): HistoryDirection {
  return row.from_address === COINBASE_SENDER ? 'mined' : directionOf(row, address);
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

/** The account by the proof of the tip. */
interface Proven extends ProvenAccount {
  readonly proof: AddressProof;
  /** The newest transactions down to the page's oldest row; absent if the page lists none, or if they are too many. */
  readonly newest: readonly Row[] | undefined;
}

/** Steps without which no balance is proven. */
const NEEDED: ReadonlySet<StepState['id']> = new Set(['network', 'account', 'chain']);

/**
 * The steps of an address's page, by the newest block: network, the account's state, its history, the chain down from that block,
 * block IDs and times of the rows. Its proof is the receipt of a balance: there is none unless headers that were checked prove it.
 * @param isLast false if another attempt can follow: several servers behind one address may differ for a moment
 */
export function planAddress(context: VerificationContext, subject: AddressSubject, isLast: boolean): Plan {
  const { source, limits } = context;
  const { address, shown, rows } = subject;
  const { step: networkStep, network } = openNetwork(source, shown.network);
  const proven = once((findings: Findings = new Findings()) =>
    proveTip(findings, context, subject, { network, isLast }),
  );
  const { chain, walk } = openChain({
    source,
    network,
    header: async () => (await proven()).header,
    below: limits.headersBelow,
    above: 0,
    keep: new Set(rows?.items.map(({ block_height }) => block_height)),
    excuse: async (header) => void (await expectTip(source, header)),
  });
  /** A step on what the page shows. Data of before the proof's block is no lie: the page loads it again. */
  const stepOf = <Shown extends Asked>(
    id: StepState['id'],
    data: Shown | undefined,
    check: (findings: Findings, at: Proven, shown: Shown) => void | Promise<void>,
  ): Step => ({
    id,
    run: async (findings) => {
      const at = await proven(findings);
      if (data === undefined) throw new Unavailable('no_history');
      if (!findings.isGood) return; // a proof that does not hold has no excuse
      findings.excuse = async () => {
        const { index } = await expectTip(source, at.header);
        if (data.asOf !== at.header.id) throw new Unavailable('page_behind', { tip: at.header.id });
        if (index.enabled && index.indexed_height < at.header.header.height) {
          throw new Unavailable('index_behind');
        }
      };
      await check(findings, at, data);
    },
  });
  const steps: Step[] = [
    networkStep,
    stepOf('account', shown, (findings, at) => {
      findings.compare('address', shown.address, address);
      checkAccount(findings, at, shown);
    }),
    stepOf('history', rows, (findings, { proof, record, newest }, listed) => {
      if (newest === undefined) throw new Unavailable('deep_page', { count: limits.history });
      checkHistory(findings, address, record, { items: newest, before: proof.history_before });
      if (findings.isGood) checkPage(findings, { ...subject, rows: listed }, newest, record?.count ?? 0);
    }),
    chain,
    stepOf('entries', rows, async (findings, _, listed) =>
      checkEntries(findings, source, await walk(), listed),
    ),
  ];
  return {
    steps,
    prove: async (results) => {
      if (results.some((step) => NEEDED.has(step.id) && !isChecked(step))) return undefined;
      const { proof, record } = await proven();
      const { history_before: _before, ...claim } = proof;
      const receipt: BalanceReceipt = { format: 'cairn-balance-1', ...claim, ...stateOf(record) };
      const name = `cairn-balance-${address}-${proof.block_height}.json`;
      return { name, text: `${JSON.stringify(receipt, null, 2)}\n` };
    },
  };
}

/** The steps of the receipt of a balance. */
export function balanceSteps(receipt: BalanceReceipt): Step[] {
  const network = knownNetwork(receipt.network);
  const header = readHeader(hexToBytes(receipt.header));
  return [
    {
      id: 'account',
      run: (findings) => {
        if (network === undefined) throw new Unavailable('network_unknown');
        checkAccount(findings, proveAccount(findings, receipt, receipt.address, network), receipt);
      },
    },
    headerStep(header, network),
  ];
}

/**
 * Requests the newest transactions and the proof of the tip, with the history before the oldest of them.
 * @param of.isLast as of {@link planAddress}
 */
async function proveTip(
  findings: Findings,
  context: VerificationContext,
  subject: AddressSubject,
  of: { network: () => Promise<Network>; isLast: boolean },
): Promise<Proven> {
  const { source } = context;
  const { address } = subject;
  const before = tipOf(await source.api.status());
  const newest = await loadNewest(context, subject);
  const proof = await requestProof(source, address, newest?.at(-1));
  const after = tipOf(await source.api.status());
  if (proof.block_id !== before.id && proof.block_id !== after.id) {
    // A proof of a newer block than the tip is no old one: another server gave the status.
    const isMoving = before.id !== after.id || proof.block_height > after.height;
    if (isMoving || !of.isLast) throw new Unavailable('moving_tip');
    findings.compare('proof.block_id', proof.block_id, after.id);
  }
  return { proof, newest, ...proveAccount(findings, proof, address, await of.network()) };
}

/**
 * The newest transactions down to the page's oldest row: those of the page itself and those before; of a filtered page, whole
 * requests of them.
 * @returns `undefined` if the page lists none, or if more than the limit would have to be loaded
 */
async function loadNewest(
  { source, limits }: VerificationContext,
  { address, rows, direction }: AddressSubject,
): Promise<readonly Row[] | undefined> {
  if (rows === undefined || rows.offset > limits.history) return undefined;
  const { items: shown, offset } = rows;
  const isFiltered = direction !== undefined;
  const most = isFiltered ? Number.POSITIVE_INFINITY : offset;
  // The last page of a filtered list ends where the history does.
  const oldest = shown.length === rows.limit ? shown.at(-1) : undefined;
  const loaded: Row[] = [];
  while (loaded.length < most) {
    const last = loaded.at(-1);
    if (isFiltered && oldest !== undefined && last !== undefined && !isOlder(oldest, last)) break;
    if (loaded.length >= limits.history) return undefined;
    const limit = Math.min(ROWS_AT_ONCE, most - loaded.length);
    const { items } = await source.api.listAddressTransactions({ address, limit, offset: loaded.length });
    loaded.push(...items);
    if (items.length < limit) break;
  }
  return isFiltered ? loaded : [...loaded, ...shown];
}

/** True if the chain has the first of two transactions before the second. */
function isOlder(one: Row, other: Row): boolean {
  return (
    one.block_height < other.block_height ||
    (one.block_height === other.block_height && one.transaction_index < other.transaction_index)
  );
}

/** The answer; `undefined` if the chain has no such transaction. */
async function unlessMissing<Answer>(answer: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'transaction_not_found') return undefined;
    throw error;
  }
}

/** The proof, with the history before the oldest row if the address has that transaction. */
async function requestProof(
  { api }: ApiSource,
  address: Address,
  oldest: Row | undefined,
): Promise<AddressProof> {
  if (oldest === undefined) return api.getAddressProof({ address });
  const before = `${oldest.block_height}-${oldest.transaction_index}`;
  return (await unlessMissing(api.getAddressProof({ address, before }))) ?? api.getAddressProof({ address });
}

/** Checks the block IDs and times of the rows, and that each coinbase is the one in its block. */
async function checkEntries(
  findings: Findings,
  source: ApiSource,
  { kept }: Walk,
  { items, offset }: ShownRows,
): Promise<void> {
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
  const proof = await unlessMissing(api.getTransactionProof({ txid: row.id }));
  if (proof === undefined) return false;
  const path = proof.path.map(hexToBytes);
  // The path of the first leaf is the same in every tree of its depth.
  const size = 2 ** path.length;
  return verifyMerklePath({
    leaf: hexToBytes(id),
    root: hexToBytes(header.merkleRoot),
    index: 0,
    size,
    path,
  });
}
