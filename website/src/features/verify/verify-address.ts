import {
  ApiError,
  type AddressProof,
  type AddressState,
  type ExplorerStatus,
  type HistoryDirection,
} from '@cairn/api/explorer';
import { type Address, type BlockId, formatPebbles, type Network, transactionId } from '@cairn/protocol';
import { type CheckedChain, checkChainTo } from './address-chain.ts';
import {
  checkAccount,
  checkFiltered,
  checkHistory,
  isOlder,
  proveAccount,
  type ProvenAccount,
  type ShownHistory,
} from './address-checks.ts';
import { type ApiSource, ROWS_AT_ONCE } from './api-source.ts';
import type { ShownRows } from './block-checks.ts';
import { openNetwork } from './chain-checks.ts';
import {
  Findings,
  isBrokenRule,
  once,
  runSteps,
  type Step,
  type StepState,
  Unavailable,
} from './findings.ts';
import { leadsToRoot } from './merkle-path.ts';
import type { VerificationContext } from './page-block.ts';
import type { BalanceReceipt } from './receipts.ts';
import { encodeFields } from './transaction-checks.ts';

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

/** Attempts at answers of one tip, and the pause before the next, in milliseconds. */
const ATTEMPTS = 4;
const PAUSE_MS = 400;
/** Coinbases on a page whose Merkle proofs are fetched; a page of a list has 25 rows. */
const MOST_COINBASES = 50;

/**
 * Verifies an address's page by the newest block: network, the account's state, its history, the chain down from that block,
 * block IDs and times of the rows. Each answer can be of another tip: while the tip moves, all is asked again.
 */
export async function verifyAddress(
  context: VerificationContext,
  subject: AddressSubject,
): Promise<AddressOutcome> {
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await verifyOnce(context, subject, attempt === ATTEMPTS);
    const isWrong = outcome.steps.some(({ status }) => status === 'failed');
    const isMoving = outcome.steps.some(({ reason }) => reason !== undefined && MOVING.has(reason.code));
    if (isWrong || !isMoving || attempt === ATTEMPTS) return outcome;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

const MOVING: ReadonlySet<string> = new Set(['moving_tip', 'index_behind']);

/** The account by the proof of the tip. */
interface Proven extends ProvenAccount {
  readonly proof: AddressProof;
  /** Rows of the whole history to prove: those of the page, or for a filtered page the newest. */
  readonly whole: ShownRows | undefined;
}

async function verifyOnce(
  context: VerificationContext,
  subject: AddressSubject,
  isLast: boolean,
): Promise<AddressOutcome> {
  const { source } = context;
  const { step: networkStep, network } = openNetwork(source, subject.shown.network);
  const proven = once((findings: Findings = new Findings()) =>
    proveTip(findings, context, subject, { network, isLast }),
  );
  const chain = once(async (progress: Findings['progress'] = () => undefined) =>
    checkChain(context, { tip: (await proven()).header, network: await network(), subject }, progress),
  );
  let behind: BlockId | undefined;
  const run = (check: (findings: Findings, at: Proven) => Promise<void>) => async (findings: Findings) => {
    try {
      await check(findings, await proven(findings));
    } catch (error) {
      if (error instanceof Behind) behind = error.tip;
      throw error;
    }
  };
  const steps: Step[] = [
    networkStep,
    { id: 'account', run: run((findings, at) => checkState(findings, at, source, subject)) },
    { id: 'history', run: run((findings, at) => checkRows(findings, at, context, subject)) },
    {
      id: 'chain',
      run: async (findings) => {
        const { bottom, walked } = await chain(findings.progress);
        findings.note('source', '/api/v1/headers');
        findings.note('walked', walked);
        findings.note('bottom', bottom);
        if (bottom > 0) findings.limit = { code: 'far', count: bottom };
      },
    },
    {
      id: 'entries',
      run: run(async (findings, at) => checkEntries(findings, at, await chain(), source, subject)),
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

/** Thrown if the API's present answer agrees with the proof, and the page's does not. */
class Behind extends Unavailable {
  readonly tip: BlockId;

  constructor(tip: BlockId) {
    super('page_behind');
    this.tip = tip;
  }
}

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
  const tips = [await source.status()];
  const whole = await wholeRows(context, subject);
  const proof = await requestProof(source, address, whole);
  tips.push(await source.status());
  const [before, after] = tips as [ExplorerStatus, ExplorerStatus];
  if (after.tip_id === undefined) throw new Unavailable('not_supported');
  if (!tips.some(({ tip_id: id }) => id === proof.block_id)) {
    const isMoving = before.tip_id !== after.tip_id || proof.block_height > after.height;
    if (isMoving || !of.isLast) throw new Unavailable('moving_tip');
    findings.compare('proof.block_id', proof.block_id, after.tip_id);
  }
  return { proof, whole, ...proveAccount(findings, proof, address, await of.network()) };
}

/**
 * Rows of the whole history: those of the page, or for a filtered page the newest, as many as a page of its number ends with.
 * Where the limits allow, these go on down to the page's oldest row.
 */
async function wholeRows(
  { source, limits }: VerificationContext,
  { address, rows, direction }: AddressSubject,
): Promise<ShownRows | undefined> {
  if (direction === undefined || rows === undefined || rows.offset > limits.newerRows) return rows;
  const least = rows.offset + rows.limit;
  const oldest = rows.items.at(-1);
  let whole = await loadRows(source, address, 0, least);
  while (whole.items.length < Math.min(whole.total, least + limits.furtherRows)) {
    const last = whole.items.at(-1);
    if (oldest === undefined || last === undefined || !isOlder(oldest, last)) break;
    const { items, total } = await loadRows(source, address, whole.items.length, ROWS_AT_ONCE);
    if (items.length === 0) break;
    whole = { items: [...whole.items, ...items], offset: 0, limit: whole.items.length + ROWS_AT_ONCE, total };
  }
  return whole;
}

/** The proof, with the history before the oldest row if the address has that transaction. */
async function requestProof(
  source: ApiSource,
  address: Address,
  rows: ShownRows | undefined,
): Promise<AddressProof> {
  const oldest = rows?.items.at(-1);
  if (oldest !== undefined) {
    try {
      const { block_height: height, transaction_index: index } = oldest;
      return await source.addressProof(address, `${height}-${index}`);
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'transaction_not_found')) throw error;
    }
  }
  return source.addressProof(address);
}

/**
 * Checks what the page shows; if it differs, what the API says now. An API that lies now is found out; one that told the page
 * something else before is asked by the page again.
 * @throws Behind, or Unavailable if the tip has moved, or the index is behind it
 */
async function checkShown<Data>(
  findings: Findings,
  of: {
    readonly source: ApiSource;
    readonly tip: Proven['header'];
    readonly shown: Data;
    readonly asOf: BlockId | undefined;
    readonly check: (findings: Findings, data: Data) => void | Promise<void>;
    readonly load: () => Promise<Data>;
  },
): Promise<void> {
  const { tip, check } = of;
  const attempt = async (data: Data) => {
    const found = new Findings();
    try {
      await check(found, data);
    } catch (error) {
      if (!isBrokenRule(error)) throw error;
      found.problems.push(error.message);
    }
    return found;
  };
  const shown = await attempt(of.shown);
  if (!shown.isGood) {
    const now = await attempt(await of.load());
    const { tip_id: id, index } = await of.source.status();
    if (id !== tip.id) throw new Unavailable('moving_tip');
    if (now.isGood && of.asOf !== tip.id) throw new Behind(tip.id);
    if (index.enabled && index.indexed_height < tip.header.height) throw new Unavailable('index_behind');
  }
  findings.take(shown);
}

function checkState(
  findings: Findings,
  proven: Proven,
  source: ApiSource,
  { address, shown }: AddressSubject,
): Promise<void> {
  findings.note('source', `/api/v1/addresses/${address}/proof`);
  findings.note('path', proven.proof.siblings.length);
  return checkShown<AddressState>(findings, {
    source,
    tip: proven.header,
    shown,
    asOf: shown.asOf,
    check: (found, state) => {
      found.compare('address', state.address, address);
      checkAccount(found, proven, state);
    },
    load: () => source.address(address),
  });
}

async function checkRows(
  findings: Findings,
  { header, record, proof, whole }: Proven,
  context: VerificationContext,
  subject: AddressSubject,
): Promise<void> {
  const { source, limits } = context;
  const { address, rows, direction } = subject;
  if (rows === undefined || whole === undefined) throw new Unavailable('no_history');
  const { offset, limit } = rows;
  if (offset > limits.newerRows) throw new Unavailable('deep_page', offset);
  const of = { source, tip: header, asOf: rows.asOf };
  if (direction !== undefined) {
    await checkShown<{ rows: ShownRows; history: ShownHistory }>(findings, {
      ...of,
      shown: { rows, history: { rows: whole, newer: [], before: proof.history_before } },
      check: (found, { rows: filtered, history }) => {
        checkHistory(found, address, record, history);
        if (found.isGood) checkFiltered(found, address, { direction, rows: filtered }, history.rows);
      },
      load: async () => {
        const filtered = await loadRows(source, address, offset, limit, direction);
        const now = (await wholeRows(context, { ...subject, rows: filtered })) ?? whole;
        const { history_before: before } = await requestProof(source, address, now);
        return { rows: filtered, history: { rows: now, newer: [], before } };
      },
    });
    return;
  }
  await checkShown<ShownHistory>(findings, {
    ...of,
    shown: { rows, newer: (await loadRows(source, address, 0, offset)).items, before: proof.history_before },
    check: (found, history) => checkHistory(found, address, record, history),
    load: async () => {
      const { items, total } = await loadRows(source, address, 0, offset + limit);
      const now = { items: items.slice(offset), offset, limit, total };
      const { history_before: before } = await requestProof(source, address, now);
      return { rows: now, newer: items.slice(0, offset), before };
    },
  });
}

/** So many transactions of an address, newest first, or as many as there are. */
async function loadRows(
  source: ApiSource,
  address: Address,
  offset: number,
  count: number,
  direction?: HistoryDirection,
): Promise<ShownRows> {
  const items: ShownRows['items'][number][] = [];
  let total = 0;
  while (items.length < count) {
    const most = Math.min(ROWS_AT_ONCE, count - items.length);
    const page = await source.history(address, most, offset + items.length, direction);
    items.push(...page.items);
    ({ total } = page.pagination);
    if (page.items.length < most) break;
  }
  return { items, offset, limit: count, total };
}

interface ChainOf {
  readonly tip: Proven['header'];
  readonly network: Network;
  readonly subject: AddressSubject;
}

/**
 * Checks the chain below the tip; if that fails, once more without the checkpoints, which may be of another branch.
 * @throws ProtocolError, ConsensusError, Unavailable
 */
async function checkChain(
  { source, checkpoints, limits }: VerificationContext,
  { tip, network, subject }: ChainOf,
  onProgress: Findings['progress'],
): Promise<CheckedChain> {
  const wanted = new Set(subject.rows?.items.map(({ block_height: height }) => height));
  const input = { source, checkpoints, limits, network, tip, wanted };
  try {
    return await checkChainTo(input, onProgress);
  } catch (error) {
    if (!isBrokenRule(error)) throw error;
    checkpoints.clear();
  }
  try {
    return await checkChainTo(input, onProgress);
  } catch (error) {
    if (isBrokenRule(error) && (await source.status()).tip_id !== tip.id) throw new Unavailable('moving_tip');
    throw error;
  }
}

/** Checks the block IDs and times of the rows, and that each coinbase is the one in its block. */
function checkEntries(
  findings: Findings,
  { header: tip }: Proven,
  { found }: CheckedChain,
  source: ApiSource,
  { address, rows, direction }: AddressSubject,
): Promise<void> {
  if (rows === undefined) throw new Unavailable('no_history');
  const { offset, limit } = rows;
  const check = async (entries: Findings, { items }: ShownRows) => {
    entries.note('count', items.length);
    const unknown = items.filter(({ block_height: height }) => !found.has(height)).length;
    if (unknown > 0) entries.limit = { code: 'far_rows', count: unknown };
    for (const [place, row] of items.entries()) {
      const at = found.get(row.block_height);
      if (at === undefined) continue;
      const block = { block_id: at.id, block_timestamp: at.header.timestamp };
      entries.compareAll(row, block, `[${offset + place}].`);
    }
    const coinbases = items.filter(({ transaction_index: index }) => index === 0);
    const left = coinbases.length - MOST_COINBASES;
    if (left > 0) entries.limit ??= { code: 'many_coinbases', count: left };
    await Promise.all(
      coinbases.slice(0, MOST_COINBASES).map(async (row) => {
        const root = found.get(row.block_height)?.header.merkleRoot;
        if (root === undefined || (await isCoinbaseOf(source, row, root))) return;
        entries.problems.push(`block ${row.block_height} has another coinbase than ${row.id}`);
      }),
    );
  };
  return checkShown<ShownRows>(findings, {
    source,
    tip,
    shown: rows,
    asOf: rows.asOf,
    check,
    load: () => loadRows(source, address, offset, limit, direction),
  });
}

/** True if the coinbase's bytes hash to the first leaf of the tree with this root. */
async function isCoinbaseOf(
  source: ApiSource,
  row: ShownRows['items'][number],
  root: string,
): Promise<boolean> {
  try {
    const { path } = await source.proof(row.id);
    return leadsToRoot({
      id: transactionId(encodeFields(row)),
      transaction_index: 0,
      merkle_root: root,
      path,
    });
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
