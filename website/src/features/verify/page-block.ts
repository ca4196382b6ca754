import type { BlockSummary } from '@cairn/api/explorer';
import { blockId, blockSize, countTransactions, MAX_BLOCK_SIZE } from '@cairn/protocol';
import type { ApiSource } from './api-source.ts';
import { type BlockBytes, type HeaderBytes, readBlock, readHeader } from './block-checks.ts';
import type { Checkpoints } from './checkpoints.ts';
import { type Findings, type StepState, Unavailable } from './findings.ts';

/** Limits on the data that a page's verification fetches and computes. */
export interface Limits {
  /** Bytes of the largest block that is fetched. */
  readonly blockBytes: number;
  /** Transfers of a block to check: their signatures take about two milliseconds each. */
  readonly signatures: number;
  /** Headers in each direction, below and above the block, in addition to those that this session has checked. */
  readonly headers: number;
  /** Headers below the newest block, for an address. */
  readonly headersBelow: number;
  /** Newer transactions to fetch for a later page of an address's history. */
  readonly newerRows: number;
  /** Transactions of the whole history to prove for a filtered page, beyond as many as a page of this number ends with. */
  readonly furtherRows: number;
}

/**
 * Limits until the user asks for the rest: a block of about 4,900 transactions, 236 KB of headers in each direction; for an
 * address 2.4 MB of headers and ten requests for newer transactions.
 */
export const LIMITS: Limits = {
  blockBytes: 1024 * 1024,
  signatures: 300,
  headers: 2_000,
  headersBelow: 20_000,
  newerRows: 1_000,
  furtherRows: 0,
};
/** Limits once the user has asked for the rest. */
export const NO_LIMITS: Limits = {
  blockBytes: MAX_BLOCK_SIZE,
  signatures: Number.POSITIVE_INFINITY,
  headers: Number.POSITIVE_INFINITY,
  headersBelow: Number.POSITIVE_INFINITY,
  newerRows: Number.POSITIVE_INFINITY,
  furtherRows: Number.POSITIVE_INFINITY,
};

/** API, checkpoints, limits and listener of a page's verification. */
export interface VerificationContext {
  readonly source: ApiSource;
  /** Blocks that this session has checked. */
  readonly checkpoints: Checkpoints;
  readonly limits: Limits;
  /** Called with all steps whenever one has changed. */
  readonly onChange: (steps: readonly StepState[]) => void;
}

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
  { source, limits }: VerificationContext,
  { id, height, transaction_count: count }: Pick<BlockSummary, 'id' | 'height' | 'transaction_count'>,
  onProgress: Findings['progress'] = () => undefined,
): Promise<PageBlock> {
  const size = blockSize(count);
  countTransactions(size); // throws if no block can have so many
  if (size <= limits.blockBytes) {
    const raw = await source.rawBlock(id, limits.blockBytes, (bytes) => onProgress(bytes, size));
    const whole = readBlock(raw, `/api/v1/blocks/${id}/raw`);
    return { header: whole.header, whole, count };
  }
  const bytes = await source.headers(height, 1);
  if (bytes.length === 0 || blockId(bytes) !== id) {
    await source.block(id); // throws if a reorganization has removed the block
  }
  return { header: readHeader(bytes, '/api/v1/headers'), whole: undefined, count };
}

/** The whole block, for a step that needs its bytes. @throws Unavailable if it was not fetched */
export function wholeOf({ whole, count }: PageBlock): BlockBytes {
  if (whole === undefined) throw new Unavailable('large_block', count);
  return whole;
}
