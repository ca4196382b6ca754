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
import { type Findings, Unavailable } from './findings.ts';
import type { VerificationContext } from './page-block.ts';

/** Requests for headers at the same time. */
const AT_ONCE = 3;
/** Most headers above the block in a receipt. */
const RECEIPT_HEADERS = 200;

type WalkContext = Pick<VerificationContext, 'source' | 'checkpoints' | 'limits'>;

/** The last block of the API's chain. */
export interface Tip {
  readonly height: number;
  readonly id: BlockId;
}

/** A part of the chain to walk: the headers above `start`, up to the height `goal`. */
interface Leg {
  readonly start: HeaderCheckpoint;
  readonly goal: number;
  /** ID that the block at `goal` must have, if it is known. */
  readonly goalId?: BlockId | undefined;
}

interface WalkPlan {
  readonly network: Network;
  /** Height of the page's block. */
  readonly block: number;
  readonly legs: readonly [Leg, ...Leg[]];
  /** True if the walk starts at the genesis block, or at a block that this session has linked to it. */
  readonly isLinked: boolean;
  /** Header of block 1 as hex, if the difficulty rule needs its time. */
  readonly anchor: string | undefined;
}

/**
 * Walks up a chain and checks every header. It starts at the genesis block, at a checkpoint of this session or, if that
 * would exceed the limit of headers, eleven blocks below the page's block.
 */
export class HeaderWalk {
  /** Headers above the page's block, as hex. */
  readonly headersAbove: string[] = [];
  /** ID of the chain's block at the page's height, once the walk has passed it. */
  blockId: BlockId | undefined;
  readonly anchor: string | undefined;
  /** Height from which on the headers are linked; 0 is the genesis block. */
  readonly bottom: number;
  /** Height at which the walk ends. */
  readonly top: number;
  readonly #context: WalkContext;
  readonly #plan: WalkPlan;
  #chain: HeaderChain;

  private constructor(context: WalkContext, plan: WalkPlan) {
    const [{ start }] = plan.legs;
    this.#context = context;
    this.#plan = plan;
    this.#chain = new HeaderChain(plan.network, start);
    this.anchor = plan.anchor;
    this.bottom = plan.isLinked ? 0 : start.height;
    this.top = plan.legs.at(-1)!.goal;
    if (start.height === plan.block) this.blockId = start.id;
  }

  /** @param block height of the page's block */
  static async start(context: WalkContext, network: Network, block: number, tip: Tip): Promise<HeaderWalk> {
    const { source, checkpoints, limits } = context;
    const needsAnchor = network.retarget === 'asert' && tip.height > 2;
    const block1 = needsAnchor ? await source.headers(1, 1) : undefined;
    const plan = { network, block, anchor: block1 && bytesToHex(block1) };
    const known = checkpoints.upTo(tip.height, network);
    const below = known.findLast(({ height }) => height <= block) ?? known[0];
    if (block - below.height > Math.max(limits.headers, MEDIAN_TIME_SPAN)) {
      const start = await unlinkedStart(source, network, block - MEDIAN_TIME_SPAN, block1);
      const goal = Math.min(tip.height, block + limits.headers);
      return new HeaderWalk(context, { ...plan, isLinked: false, legs: [{ start, goal }] });
    }
    const last = known.at(-1)!;
    const top = Math.min(tip.height, Math.max(block, last.height) + limits.headers);
    // From the first checkpoint above the headers of the receipt, the chain is known up to the last one.
    const above = known.find(({ height }) => height >= Math.min(block + RECEIPT_HEADERS, top));
    const legs: [Leg, ...Leg[]] =
      above === undefined
        ? [{ start: below, goal: top }]
        : [
            { start: below, goal: above.height, goalId: above.id },
            { start: last, goal: top },
          ];
    return new HeaderWalk(context, { ...plan, isLinked: true, legs });
  }

  get height(): number {
    return this.#chain.height;
  }

  get id(): BlockId {
    return this.#chain.id;
  }

  /**
   * Walks to the top, or as far as the API has headers.
   * @throws ProtocolError, ConsensusError if a header does not follow or breaks a rule
   */
  async toTop(onProgress: Findings['progress']): Promise<void> {
    const { legs, network } = this.#plan;
    const total = legs.reduce((sum, { start, goal }) => sum + goal - start.height, 0);
    let done = 0;
    for (const { start, goal, goalId } of legs) {
      this.#chain = new HeaderChain(network, start);
      for await (const bytes of fetchHeaders(this.#context.source, start.height, goal)) {
        this.#add(bytes);
        done += bytes.length / HEADER_SIZE;
        onProgress(done, total);
      }
      if (this.height < goal) return;
      if (goalId !== undefined && this.id !== goalId) {
        throw new ProtocolError('invalid_block_header', `block ${goal} is not the one checked before`);
      }
    }
  }

  /** Checks a range of headers. */
  #add(range: Uint8Array): void {
    const { block, isLinked, network } = this.#plan;
    for (let offset = 0; offset < range.length; offset += HEADER_SIZE) {
      const bytes = range.subarray(offset, offset + HEADER_SIZE);
      this.#chain.add(bytes);
      if (this.height === block) this.blockId = this.id;
      if (this.height > block && this.headersAbove.length < RECEIPT_HEADERS) {
        this.headersAbove.push(bytesToHex(bytes));
      }
    }
    if (isLinked) this.#context.checkpoints.add(this.#chain.checkpoint, network);
  }
}

/** A start that is not linked to the genesis block: a header of the API. @param block1 for the difficulty rule */
async function unlinkedStart(
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
 * The headers above a height, up to another, as far as the API has them; some requests ahead. Ranges end at multiples of 2,000,
 * where checkpoints are.
 */
async function* fetchHeaders(source: ApiSource, above: number, upTo: number): AsyncGenerator<Uint8Array> {
  const ahead: Promise<Uint8Array>[] = [];
  let next = above;
  for (;;) {
    while (ahead.length < AT_ONCE && next < upTo) {
      const count = Math.min(HEADERS_AT_ONCE - (next % HEADERS_AT_ONCE), upTo - next);
      const bytes = source.headers(next + 1, count);
      bytes.catch(() => undefined); // reported when its turn comes
      ahead.push(bytes);
      next += count;
    }
    const bytes = await ahead.shift();
    if (bytes === undefined || bytes.length === 0) return;
    yield bytes;
  }
}
