import {
  blockId,
  type BlockId,
  bytesToHex,
  decodeBlockHeader,
  HEADER_SIZE,
  HeaderChain,
  type HeaderCheckpoint,
  MEDIAN_TIME_SPAN,
  type Network,
  ProtocolError,
} from '@cairn/protocol';
import { type ApiSource, HEADERS_AT_ONCE } from './api-source.ts';
import { type Findings, isBrokenRule, Unavailable } from './findings.ts';
import type { VerificationContext } from './page-block.ts';

/** Maximum number of simultaneous requests for headers. */
const MAX_PARALLEL_REQUESTS = 3;
/** Maximum number of headers above the block that a saved receipt has (docs/VERIFIED.md). */
const RECEIPT_HEADERS = 200;

/** The last block of a chain. */
export interface Tip {
  readonly height: number;
  readonly id: BlockId;
}

/** Input of a walk. */
interface WalkInput extends Pick<VerificationContext, 'source' | 'checkpoints' | 'limits'> {
  readonly network: Network;
  /** Height of the page's block. */
  readonly block: number;
  readonly tip: Tip;
}

/** Result of a walk: the headers of a chain are checked as far as the API has them and the limit allows. */
export interface Walk {
  /** Height at which the checked headers begin; 0 if they are linked to the genesis block. */
  readonly bottom: number;
  /** Height of the walk's goal: the tip, or a lower block because of the limit. */
  readonly top: number;
  /** The last block that was reached. */
  readonly reached: Tip;
  /** Why the next header is not valid, if that ended the walk. */
  readonly problem: string | undefined;
  /** ID of the chain's block at the page's height, if it was reached. */
  readonly idAtBlock: BlockId | undefined;
  /** The first headers above the page's block (at most `RECEIPT_HEADERS`), as hex, lowest first, for a receipt. */
  readonly headersAbove: string[];
  /** Header of block 1 as hex, if the difficulty rule needs its time. */
  readonly anchor: string | undefined;
}

/**
 * Walks up a chain past the page's block and checks every header that it fetches. The walk starts at the genesis block, at a
 * checkpoint of this session or, if that would exceed the limit of headers, eleven blocks below the page's block.
 */
export async function walkHeaders(input: WalkInput, onProgress: Findings['progress']): Promise<Walk> {
  const { source, checkpoints, network, block } = input;
  const { legs, isLinked, anchor } = await planWalk(input);
  const [{ start }] = legs;
  const total = legs.reduce((sum, leg) => sum + leg.goal - leg.start.height, 0);
  const headersAbove: string[] = [];
  let chain = new HeaderChain(network, start);
  let idAtBlock = start.height === block ? start.id : undefined;
  let problem: string | undefined;
  let done = 0;
  const add = (bytes: Uint8Array) => {
    chain.add(bytes);
    done += 1;
    if (chain.height === block) idAtBlock = chain.id;
    if (chain.height > block && headersAbove.length < RECEIPT_HEADERS) headersAbove.push(bytesToHex(bytes));
  };
  try {
    for (const leg of legs) {
      chain = new HeaderChain(network, leg.start);
      for await (const range of fetchHeaders(source, leg.start.height, leg.goal)) {
        for (let at = 0; at < range.length; at += HEADER_SIZE) add(range.subarray(at, at + HEADER_SIZE));
        if (isLinked) checkpoints.add(chain.checkpoint, network);
        onProgress(done, total);
      }
      if (chain.height < leg.goal) break;
      if (chain.id !== (leg.goalId ?? chain.id)) {
        throw new ProtocolError(
          'invalid_block_header',
          `the headers do not lead to the block ${leg.goal} that was checked before`,
        );
      }
    }
  } catch (error) {
    if (!isBrokenRule(error)) throw error;
    problem = `block ${chain.height + 1}: ${error.message}`;
  }
  const [bottom, top] = [isLinked ? 0 : start.height, legs.at(-1)!.goal];
  const reached = { height: chain.height, id: chain.id };
  return { bottom, top, reached, problem, idAtBlock, headersAbove, anchor };
}

/** A part of the chain to walk: the headers above `start`, up to the height `goal`. */
interface Leg {
  readonly start: HeaderCheckpoint;
  readonly goal: number;
  /** ID that the block at `goal` must have, if it is known. */
  readonly goalId?: BlockId | undefined;
}

interface WalkPlan {
  readonly legs: readonly [Leg, ...Leg[]];
  /** True if the walk starts at the genesis block, or at a block that this session has linked to it. */
  readonly isLinked: boolean;
  readonly anchor: string | undefined;
}

async function planWalk({ source, checkpoints, limits, network, block, tip }: WalkInput): Promise<WalkPlan> {
  const needsAnchor = network.retarget === 'asert' && tip.height > 2;
  const block1 = needsAnchor ? await source.headers(1, 1) : undefined;
  const anchor = block1 && bytesToHex(block1);
  const known = checkpoints.upTo(tip.height, network);
  const below = known.findLast(({ height }) => height <= block) ?? known[0];
  if (block - below.height > Math.max(limits.headers, MEDIAN_TIME_SPAN)) {
    const start = await unlinkedStart(source, network, block - MEDIAN_TIME_SPAN, block1);
    const goal = Math.min(tip.height, block + limits.headers);
    return { isLinked: false, legs: [{ start, goal }], anchor };
  }
  const last = known.at(-1)!;
  const top = Math.min(tip.height, Math.max(block, last.height) + limits.headers);
  // Between the first checkpoint above the receipt's headers and the newest checkpoint, the walk skips the blocks: this
  // session has checked them.
  const above = known.find(({ height }) => height >= Math.min(block + RECEIPT_HEADERS, top));
  if (above === undefined) return { isLinked: true, legs: [{ start: below, goal: top }], anchor };
  const first = { start: below, goal: above.height, goalId: above.id };
  return { isLinked: true, legs: [first, { start: last, goal: top }], anchor };
}

/**
 * A start that is not linked to the genesis block: a header of the API.
 * @param block1 header of block 1, if the difficulty rule needs its time
 */
export async function unlinkedStart(
  source: ApiSource,
  network: Network,
  height: number,
  block1: Uint8Array | undefined,
): Promise<HeaderCheckpoint> {
  const bytes = await source.headers(height, 1);
  if (bytes.length === 0) throw new Unavailable('gone');
  const anchorTimestamp = block1 && HeaderChain.fromGenesis(network).add(block1).header.timestamp;
  return { height, id: blockId(bytes), timestamps: [decodeBlockHeader(bytes).timestamp], anchorTimestamp };
}

/**
 * Fetches the headers above one height, up to another, as far as the API has them; up to `MAX_PARALLEL_REQUESTS`
 * requests run at once. Ranges end at multiples of `HEADERS_AT_ONCE`, where checkpoints are kept.
 */
export async function* fetchHeaders(
  source: ApiSource,
  above: number,
  upTo: number,
): AsyncGenerator<Uint8Array> {
  const ahead: Promise<Uint8Array>[] = [];
  let next = above;
  for (;;) {
    while (ahead.length < MAX_PARALLEL_REQUESTS && next < upTo) {
      const count = Math.min(HEADERS_AT_ONCE - (next % HEADERS_AT_ONCE), upTo - next);
      const bytes = source.headers(next + 1, count);
      bytes.catch(() => undefined); // the `await` below reports the failure
      ahead.push(bytes);
      next += count;
    }
    const bytes = await ahead.shift();
    if (bytes === undefined || bytes.length === 0) return;
    yield bytes;
  }
}
