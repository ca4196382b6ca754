import type { BlockSummary } from '@cairn/api/explorer';
import { blockId, blockSize, countTransactions } from '@cairn/protocol';
import type { VerificationContext } from './api-source.ts';
import {
  type BlockBytes,
  checkReward,
  checkRoot,
  checkRows,
  checkShownHeader,
  checkSize,
  checkTransfers,
  checkWork,
  type HeaderBytes,
  readBlock,
  readHeader,
  type ShownRows,
} from './block-checks.ts';
import {
  type Findings,
  once,
  runSteps,
  type Step,
  type StepState,
  Unavailable,
  whileMoving,
} from './findings.ts';
import { chainSteps, openNetwork } from './verify-chain.ts';

/** A page's block: the header alone if the block is too large to be fetched unasked. */
export interface PageBlock {
  readonly header: HeaderBytes;
  readonly whole: BlockBytes | undefined;
  /** Transactions in the block, as the API says. */
  readonly count: number;
}

/**
 * Fetches the block of a page.
 * @param claim what the API says about the block
 * @throws ProtocolError if the bytes are not a block or a header, or no block can have so many transactions; the errors of
 *   `ApiSource`
 */
export async function fetchPageBlock(
  { source, limits }: Pick<VerificationContext, 'source' | 'limits'>,
  { id, height, transaction_count: count }: Pick<BlockSummary, 'id' | 'height' | 'transaction_count'>,
  onProgress: Findings['progress'] = () => undefined,
): Promise<PageBlock> {
  const size = blockSize(count);
  countTransactions(size); // throws if no block can have so many
  if (size <= limits.blockBytes) {
    const raw = await source.rawBlock(id, limits.blockBytes, (bytes) => onProgress(bytes, size));
    const whole = readBlock(raw);
    return { header: whole.header, whole, count };
  }
  const bytes = await source.headers(height, 1);
  if (bytes.length === 0 || blockId(bytes) !== id) {
    await source.api.getBlock({ height_or_hash: id }); // throws if a reorganization has removed the block
  }
  return { header: readHeader(bytes), whole: undefined, count };
}

/** The whole block, for a step that needs its bytes. @throws Unavailable if it was not fetched */
export function wholeOf({ whole, count }: PageBlock): BlockBytes {
  if (whole === undefined) throw new Unavailable('large_block', count);
  return whole;
}

/** Data on a block's page, and the reference that the user asked for. */
export interface BlockSubject {
  readonly shown: BlockSummary;
  /** Name of the network in the same answer. */
  readonly network: string | undefined;
  /** Block ID (lowercase) or height in the page's URL. */
  readonly asked: string | number;
  /** The page's list of transactions; absent if it could not be loaded. */
  readonly rows: ShownRows | undefined;
}

/**
 * Verifies a block's page: network, header, contents, reward, transfers, the list of transactions, the chain below, the
 * blocks above.
 */
export function verifyBlock(
  context: VerificationContext,
  subject: BlockSubject,
): Promise<{ steps: readonly StepState[] }> {
  return whileMoving(async () => ({
    steps: await runSteps(stepsOf(context, subject), context.onChange),
  }));
}

function stepsOf(context: VerificationContext, { shown, network: name, asked, rows }: BlockSubject): Step[] {
  const { source, limits } = context;
  const { step: networkStep, network } = openNetwork(source, name);
  const block = once((findings?: Findings) => fetchPageBlock(context, shown, findings?.progress));
  const whole = async () => wholeOf(await block());
  const chain = chainSteps({
    ...context,
    network,
    header: async () => (await block()).header,
    confirmations: async () => (await source.api.getBlock({ height_or_hash: shown.id })).block.confirmations,
    shownConfirmations: shown.confirmations,
  });
  return [
    networkStep,
    {
      id: 'header',
      run: async (findings) => {
        const { header } = await block(findings);
        checkWork(findings, header);
        checkShownHeader(findings, header, shown);
        const { height } = header.header;
        if (typeof asked === 'number' && asked !== shown.height) findings.compare('height', asked, height);
        if (typeof asked === 'string' && asked !== shown.id) findings.compare('id', asked, header.id);
      },
    },
    {
      id: 'contents',
      run: async (findings) => {
        checkRoot(findings, await whole());
        checkSize(findings, await whole(), shown);
      },
    },
    {
      id: 'reward',
      run: async (findings) => checkReward(findings, await whole(), await network(), shown),
    },
    {
      id: 'transfers',
      run: async (findings) => checkTransfers(findings, await whole(), await network(), limits.signatures),
    },
    {
      id: 'rows',
      run: async (findings) => {
        if (rows === undefined) throw new Unavailable('unreachable');
        checkRows(findings, rows, await whole());
      },
    },
    ...chain.steps,
  ];
}
