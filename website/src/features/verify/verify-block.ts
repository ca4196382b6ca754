import type { BlockSummary } from '@cairn/api/explorer';
import { blockId, blockSize, countTransactions } from '@cairn/protocol';
import type { ApiSource, VerificationContext } from './api-source.ts';
import {
  type BlockBytes,
  checkContents,
  checkReward,
  checkRows,
  checkShownHeader,
  checkTransfers,
  checkWork,
  type HeaderBytes,
  readBlock,
  readHeader,
  type ShownRows,
} from './checks.ts';
import { once, type Step, Unavailable } from './steps.ts';
import { expectTip, openChain, openNetwork } from './verify-chain.ts';

/** A page's block: the header alone if the block is too large to be fetched unasked. */
interface PageBlock {
  readonly header: HeaderBytes;
  readonly whole: BlockBytes | undefined;
  /** Transactions in the block, as the API says. */
  readonly count: number;
}

type BlockClaim = Pick<BlockSummary, 'id' | 'height' | 'transaction_count'>;

/**
 * Fetches the block of a page.
 * @param claim what the API says about the block
 * @throws ProtocolError if the bytes are not a block or a header, or no block can have so many transactions; the errors of
 *   `ApiSource`
 */
async function fetchBlock(
  { source, limits }: VerificationContext,
  { id, height, transaction_count: count }: BlockClaim,
): Promise<PageBlock> {
  const size = blockSize(count);
  countTransactions(size); // throws if no block can have so many
  if (size <= limits.blockBytes) {
    const whole = readBlock(await source.rawBlock(id, limits.blockBytes));
    return { header: whole.header, whole, count };
  }
  const bytes = await source.headers(height, 1);
  if (bytes.length === 0 || blockId(bytes) !== id) await expectBlock(source, id);
  return { header: readHeader(bytes), whole: undefined, count };
}

/** @throws ApiError if a reorganization has removed the block */
async function expectBlock({ api }: ApiSource, id: BlockSummary['id']): Promise<void> {
  await api.getBlock({ height_or_hash: id });
}

/**
 * A block with the chain around it, each part fetched at most once.
 * @param of.network name in the answer that the page shows
 * @param of.claim what the API says about the block
 */
export function openBlock(
  context: VerificationContext,
  of: { network: string | undefined; claim: () => Promise<BlockClaim> },
) {
  const { source, limits } = context;
  const { step, network } = openNetwork(source, of.network);
  const block = once(async () => fetchBlock(context, await of.claim()));
  const chain = openChain({
    source,
    network,
    header: async () => (await block()).header,
    below: limits.headers,
    above: limits.headers,
    excuse: async ({ id }, tip) => {
      await expectBlock(source, id);
      await expectTip(source, tip);
    },
  });
  /** For a step that needs the block's bytes. @throws Unavailable if they were not fetched */
  const whole = async () => {
    const { whole: found, count } = await block();
    if (found === undefined) throw new Unavailable('large_block', { count });
    return found;
  };
  return { networkStep: step, network, block, whole, ...chain };
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

/** The steps of a block's page. */
export function blockSteps(context: VerificationContext, subject: BlockSubject): Step[] {
  const { source, limits } = context;
  const { shown, network: name, asked, rows } = subject;
  const { networkStep, network, block, whole, chain, above } = openBlock(context, {
    network: name,
    claim: () => Promise.resolve(shown),
  });
  return [
    networkStep,
    {
      id: 'header',
      run: async (findings) => {
        const { header } = await block();
        checkWork(findings, header);
        checkShownHeader(findings, header, shown);
        if (typeof asked === 'number' && asked !== shown.height) {
          findings.compare('height', asked, header.header.height);
        }
        if (typeof asked === 'string' && asked !== shown.id) findings.compare('id', asked, header.id);
      },
    },
    { id: 'contents', run: async (findings) => checkContents(findings, await whole(), shown) },
    { id: 'reward', run: async (findings) => checkReward(findings, await whole(), await network(), shown) },
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
    chain,
    above(
      shown.confirmations,
      async () => (await source.api.getBlock({ height_or_hash: shown.id })).block.confirmations,
    ),
  ];
}
