import type { BlockSummary } from '@cairn/api/explorer';
import { transactionId, transactionOffset } from '@cairn/protocol';
import {
  type BlockBytes,
  bytesOfAnswer,
  checkClaimedReward,
  checkReward,
  checkRoot,
  checkRows,
  checkSize,
  checkTransfers,
  fetchBlock,
  type ShownRows,
  SIGNATURE_LIMIT,
  WHOLE_BLOCK_LIMIT,
} from './block-checks.ts';
import { PageChain, type VerificationContext } from './chain-checks.ts';
import { Checkpoints } from './checkpoints.ts';
import { type Findings, once, runSteps, type Step, type StepResult, Unavailable } from './findings.ts';
import { checkShownHeader, checkWork } from './header-checks.ts';
import { sizesOfPath } from './merkle-path.ts';

/** What a block's page shows, and the reference that the user asked for. */
export interface BlockSubject {
  readonly shown: BlockSummary;
  /** Name of the network in the same answer. */
  readonly network: string | undefined;
  /** Block ID, lowercase, or height of the address bar. */
  readonly asked: string | number;
  /** The page's list of transactions; absent if it could not be loaded. */
  readonly rows: ShownRows | undefined;
  /** Most headers to fetch. */
  readonly headerLimit: number;
  /** True to fetch a large block whole and verify every signature, because the user asked for it. */
  readonly deep: boolean;
}

/**
 * Verifies a block's page: network, header, contents, reward, transfers, the list of transactions, the chain below, the
 * blocks above.
 */
export function verifyBlock(context: VerificationContext, subject: BlockSubject): Promise<StepResult[]> {
  return runSteps(stepsOf(context, subject), context.listener);
}

function stepsOf(context: VerificationContext, subject: BlockSubject): Step[] {
  const { source, listener, checkpoints = new Checkpoints(), wholeLimit = WHOLE_BLOCK_LIMIT } = context;
  const { shown, network, asked, rows, headerLimit, deep } = subject;
  const count = shown.transaction_count;
  const block = once(() => {
    const limit = deep ? Number.POSITIVE_INFINITY : wholeLimit;
    const onProgress = (done: number, total: number) => listener.progress('header', done, total);
    return fetchBlock(source, { reference: shown.id, count, needed: 0, limit, onProgress });
  });
  const chain = new PageChain({
    source,
    listener,
    checkpoints,
    headerLimit,
    header: async () => (await block()).header,
    confirmations: async () => (await source.block(shown.id)).confirmations,
    shownConfirmations: shown.confirmations,
    shownNetwork: network,
  });
  const headerStep: Step = {
    id: 'header',
    run: async (findings) => {
      const { header } = await block();
      checkWork(findings, header);
      checkShownHeader(findings, header, shown);
      if (typeof asked === 'string' && asked !== shown.id) findings.compare('id', asked, header.id);
      if (typeof asked === 'number' && asked !== shown.height) {
        findings.compare('height', asked, header.header.height);
      }
    },
  };
  const contentsStep: Step = {
    id: 'contents',
    run: async (findings) => {
      const { header, whole } = await block();
      if (whole === undefined) return checkSamples(findings, header, shown, context);
      checkRoot(findings, whole);
      checkSize(findings, whole, shown);
    },
  };
  const rewardStep: Step = {
    id: 'reward',
    run: async (findings) => {
      const bytes = await block();
      if (bytes.whole === undefined) checkClaimedReward(findings, bytes, shown);
      else checkReward(findings, bytes.whole, await chain.network(), shown);
    },
  };
  const transfersStep: Step = {
    id: 'transfers',
    run: async (findings) => {
      const { whole } = await block();
      if (whole === undefined) throw new Unavailable('large_block', count);
      const most = deep ? Number.POSITIVE_INFINITY : SIGNATURE_LIMIT;
      const total = Math.min(most, whole.transactions.length - 1);
      const onProgress = (done: number) => listener.progress('transfers', done, total);
      checkTransfers(findings, whole, { network: await chain.network(), most, onProgress });
    },
  };
  const rowsStep: Step = {
    id: 'rows',
    run: async (findings) => {
      const bytes = await block();
      if (rows === undefined) throw new Unavailable('unreachable');
      checkRows(findings, rows, bytes, bytes.whole?.transactions.length ?? count);
    },
  };
  return [chain.networkStep, headerStep, contentsStep, rewardStep, transfersStep, rowsStep, ...chain.steps];
}

/** Of a block that was not fetched whole: its size, and the Merkle proofs of some transactions. */
async function checkSamples(
  findings: Findings,
  header: BlockBytes['header'],
  { transaction_count: count, size_bytes: size }: BlockSummary,
  { source, listener }: VerificationContext,
): Promise<void> {
  findings.compare('size_bytes', size, transactionOffset(count));
  findings.note('source', '/api/v1/transactions/…/proof');
  findings.note('root', header.header.merkleRoot);
  const indexes = sampleIndexes(count);
  for (const [done, index] of indexes.entries()) {
    const transaction = await source.transactionAt(header.id, index);
    if (transaction === undefined) throw new Unavailable('gone');
    const id = transactionId(bytesOfAnswer(transaction));
    // The API has no proof for a made-up transaction, which would hide that it was made up.
    if (!findings.compare(`[${index}].id`, transaction.id, id)) continue;
    const { path } = await source.proof(id);
    const claim = { id, transaction_index: index, merkle_root: header.header.merkleRoot, path };
    if (sizesOfPath(claim, count) === undefined) {
      findings.problems.push(`[${index}]: the path does not lead to the root in the header`);
    }
    listener.progress('contents', done + 1, indexes.length);
  }
  findings.limit = { code: 'samples', count: indexes.length };
}

/** Sampled transactions of a large block: the first, the last, and random others. */
const SAMPLES = 8;

/** Indexes of the transactions to sample, ascending. */
function sampleIndexes(count: number): number[] {
  const indexes = new Set([0, count - 1]);
  while (indexes.size < Math.min(count, SAMPLES)) indexes.add(Math.floor(secureRandom() * count));
  return [...indexes].toSorted((a, b) => a - b);
}

/** From 0 to below 1, and unpredictable for the API. */
function secureRandom(): number {
  return crypto.getRandomValues(new Uint32Array(1))[0]! / 2 ** 32;
}
