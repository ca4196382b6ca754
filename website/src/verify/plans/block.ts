import type { BlockSummary } from '@cairn/api/explorer';
import { HEADER_SIZE, type Network, transactionId } from '@cairn/protocol';
import {
  checkBlockSize,
  checkClaimedReward,
  checkClaimedSize,
  checkReward,
  checkRows,
  judgeTransfers,
  compareListing,
  type ShownRows,
  SIGNATURE_LIMIT,
} from '../checks/block.ts';
import {
  checkBlockId,
  checkHeaderFields,
  checkMedianTime,
  checkPreviousLink,
  checkWork,
  type HeaderBytes,
} from '../checks/header.ts';
import { checkMerkleRoot, sizesOfPath } from '../checks/merkle.ts';
import { checkLater, compare, tell } from '../checks/result.ts';
import type { CheckResult } from '../model.ts';
import { type ApiSource, Unavailable } from '../source.ts';
import { type BlockBytes, bytesOfAnswer, fetchBlockBytes, WHOLE_BLOCK_LIMIT } from './block-bytes.ts';
import {
  chainContext,
  type ChainContext,
  claimedParent,
  linkedBelow,
  runBits,
  runConfirmations,
  runLinks,
  tipClaim,
} from './chain-context.ts';
import { runHistory } from './history.ts';
import { runGenesis, runNetwork } from './network.ts';
import { type Listener, once, type Planned, runPlan } from './run.ts';

/** A block's page: what it shows, and what the reader asked for. */
export interface BlockSubject {
  readonly shown: BlockSummary;
  /** Name of the network in the same answer. */
  readonly network: string | undefined;
  /** Block ID, lowercase, or height of the address bar. */
  readonly asked: string | number;
  /** What the page lists now; absent where it could not get it. */
  readonly rows: ShownRows | undefined;
  /** Headers to walk towards the tip, at most. */
  readonly walk: number;
  /** Fetch a large block whole, and verify every signature, because the reader asked for it. */
  readonly deep: boolean;
}

interface Inputs {
  readonly subject: BlockSubject;
  readonly context: ChainContext;
  readonly block: () => Promise<BlockBytes>;
}

/**
 * Verifies what a block's page shows.
 * @param wholeLimit bytes of a block that are fetched whole without being asked to
 */
export function verifyBlock(
  source: ApiSource,
  subject: BlockSubject,
  listener: Listener,
  wholeLimit = WHOLE_BLOCK_LIMIT,
): Promise<CheckResult[]> {
  const { shown, deep } = subject;
  const block = once(() =>
    fetchBlockBytes(source, {
      reference: shown.id,
      count: shown.transaction_count,
      needed: 0,
      limit: deep ? Number.POSITIVE_INFINITY : wholeLimit,
      onProgress: (done, total) => listener.progress('blockId', done, total),
    }),
  );
  const context = chainContext(source, listener, async () => (await block()).header);
  return runPlan(planOf({ subject, context, block }), listener);
}

function planOf(inputs: Inputs): Planned[] {
  const { context, subject } = inputs;
  const { shown, asked, walk, deep } = subject;
  const { source, header } = context;
  const tip = once(() => tipClaim(source, async () => (await source.block(shown.id)).confirmations));
  return [
    { id: 'network', run: () => runNetwork(context, subject.network) },
    { id: 'genesis', run: () => runGenesis(context) },
    { id: 'blockId', run: async () => checkBlockId(await header(), { ...shown, prefix: '' }, asked) },
    { id: 'headerFields', run: async () => checkHeaderFields(await header(), shown) },
    { id: 'work', run: async () => checkWork(await header()) },
    { id: 'bits', run: () => runBits(context) },
    ...(shown.height === 0 ? [] : parentChecks(inputs)),
    { id: 'merkleRoot', run: () => runRoot(inputs) },
    { id: 'blockSize', run: () => runSize(inputs) },
    { id: 'reward', run: () => runReward(inputs) },
    { id: 'transfers', run: () => runTransfers(inputs) },
    { id: 'rows', run: () => runRows(inputs) },
    ...(deep && shown.height > 0 ? [{ id: 'history', run: () => runHistory(context) } as const] : []),
    { id: 'links', run: () => runLinks(context, tip, walk) },
    { id: 'confirmations', run: () => runConfirmations(context, tip, shown.confirmations, walk) },
  ];
}

function parentChecks({ context, subject }: Inputs): Planned[] {
  return [
    {
      id: 'previousLink',
      run: async () =>
        checkPreviousLink(
          await context.header(),
          await claimedParent(context),
          subject.shown.prev_block_hash,
        ),
    },
    {
      id: 'medianTime',
      run: async () => checkMedianTime(await context.header(), await linkedBelow(context)),
    },
  ];
}

async function runRoot({ subject, context, block }: Inputs): Promise<CheckResult> {
  const { header, whole } = await block();
  if (whole !== undefined) return checkMerkleRoot(whole.transactions, header, whole.source);
  return sampleProofs(context, header, subject.shown.transaction_count);
}

/** Transactions of a large block whose proofs are asked for: the first, the last, and others by chance. */
export const SAMPLES = 8;

/** Indexes of a large block to look at. @param random gives numbers from 0 to before 1 */
export function sampleIndexes(count: number, random: () => number): number[] {
  const indexes = new Set([0, count - 1]);
  while (indexes.size < Math.min(count, SAMPLES)) indexes.add(Math.floor(random() * count));
  return [...indexes].toSorted((a, b) => a - b);
}

/** Proves single transactions of a block that is too large to be fetched without being asked to. */
function sampleProofs(
  { source, listener }: ChainContext,
  header: HeaderBytes,
  count: number,
): Promise<CheckResult> {
  return checkLater('merkleRoot', async (findings) => {
    const indexes = sampleIndexes(count, secureRandom);
    tell(findings, 'source', '/api/v1/transactions/…/proof');
    tell(findings, 'root', header.header.merkleRoot);
    for (const [done, index] of indexes.entries()) {
      const transaction = await source.transactionAt(header.id, index);
      if (transaction === undefined) throw new Unavailable({ code: 'gone' });
      const id = transactionId(bytesOfAnswer(transaction));
      // Asked for a proof of what was made up, the API would only say that it has none.
      if (!compare(findings, `[${index}].id`, transaction.id, id)) continue;
      const { path } = await source.proof(id);
      const claim = { id, transaction_index: index, merkle_root: header.header.merkleRoot, path };
      if (sizesOfPath(claim, count) === undefined) {
        findings.problems.push(`[${index}]: the path does not lead to the root in the header`);
      }
      listener.progress('merkleRoot', done + 1, indexes.length);
    }
    tell(findings, 'count', indexes.length);
    findings.limit = { code: 'samples', count: indexes.length };
  });
}

function secureRandom(): number {
  return crypto.getRandomValues(new Uint32Array(1))[0]! / 2 ** 32;
}

async function runSize({ subject, block }: Inputs): Promise<CheckResult> {
  const { whole } = await block();
  const { shown } = subject;
  return whole === undefined
    ? checkClaimedSize(shown, { code: 'large_block', count: shown.transaction_count })
    : checkBlockSize(whole, shown);
}

async function runReward({ subject, context, block }: Inputs): Promise<CheckResult> {
  const { header, whole, transactionAt, source } = await block();
  if (whole !== undefined) return checkReward(whole, subject.shown, await context.network());
  const place = `${source} [${HEADER_SIZE}–]`;
  return checkClaimedReward(transactionAt(0) ?? new Uint8Array(), header, subject.shown, place);
}

async function runTransfers(inputs: Inputs): Promise<CheckResult> {
  const { context, subject, block } = inputs;
  const network: Network = await context.network();
  const { whole } = await block();
  if (whole === undefined)
    throw new Unavailable({ code: 'large_block', count: subject.shown.transaction_count });
  const most = subject.deep ? Number.POSITIVE_INFINITY : SIGNATURE_LIMIT;
  const total = Math.min(most, whole.transactions.length - 1);
  return judgeTransfers(whole, network, (done) => context.listener.progress('transfers', done, total), most);
}

async function runRows({ subject, block }: Inputs): Promise<CheckResult> {
  const { header, whole } = await block();
  const { rows, shown } = subject;
  if (rows === undefined) throw new Unavailable({ code: 'unreachable' });
  if (whole !== undefined) return checkRows(rows, whole);
  return checkLater('rows', async (findings) => {
    tell(findings, 'count', rows.items.length);
    compareListing(findings, rows, shown.transaction_count);
    // Without the block's bytes each row's own fields must hash to its ID; where it stands is the API's word.
    for (const row of rows.items) {
      const prefix = `[${row.transaction_index}].`;
      compare(findings, `${prefix}block_height`, row.block_height, header.header.height);
      compare(findings, `${prefix}block_id`, row.block_id, header.id);
      compare(findings, `${prefix}block_timestamp`, row.block_timestamp, header.header.timestamp);
      compare(findings, `${prefix}id`, row.id, transactionId(bytesOfAnswer(row)));
    }
    findings.limit = { code: 'large_block', count: subject.shown.transaction_count };
  });
}
