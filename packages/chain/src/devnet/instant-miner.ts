/** Blocks of a devnet by hand: mined at once, on the tip or in the place of others. */
import type { DevnetReorganization, MiningMode } from '@cairn/api/contract';
import {
  type Address,
  blockIdBytes,
  encodeBlockHeader,
  HEADER_NONCE_OFFSET,
  MAX_FUTURE_SECONDS,
  medianTime,
  meetsTarget,
  splitBlock,
} from '@cairn/protocol';
import { writeU32 } from '@cairn/protocol/layout';
import type { Chain } from '../chain/chain.ts';
import type { BlockBase, BlockRules, StoredBlockSummary } from '../chain/chain-types.ts';
import type { Mempool } from '../mempool/mempool.ts';
import { pendingOf, type PendingTransaction } from '../mempool/policy.ts';
import { composeBlock, sealBlock, type BlockTemplate } from '../miner/block-template.ts';
import type { MiningLoop, MiningPace } from '../miner/miner.ts';
import type { Runtime } from '../runtime.ts';
import type { Draw } from '../seeded-random.ts';
import type { DevnetClock } from './devnet-clock.ts';

/** What replaces the newest blocks. */
export interface Branch {
  readonly depth: number;
  readonly blocks: number;
  /** Whether it contains the transfers of the blocks that it replaces. */
  readonly keep: 'all' | 'none';
  /** Unix seconds of its blocks; the clock's by default. */
  readonly at?: number;
  /** For bytes that make its blocks differ from those that they replace. */
  readonly random: (size: number) => Uint8Array;
}

export interface InstantBlock {
  readonly candidates: readonly PendingTransaction[];
  /** Unix seconds; raised to the earliest that the median rule allows. */
  readonly timestamp: number;
  /** Address that gets the reward; that of the mining settings by default. */
  readonly to?: Address | undefined;
  /** Up to 96 bytes of the coinbase; zeros by default. */
  readonly extraNonce?: Uint8Array;
}

export interface InstantMinerOptions {
  readonly chain: Chain;
  readonly mempool: Mempool;
  readonly mining: MiningLoop;
  readonly clock: DevnetClock;
  readonly runtime: Runtime;
}

/** Mines blocks at once, with the times that the devnet's clock and the median rule give them. */
export class InstantMiner {
  readonly #options: InstantMinerOptions;
  #rewinds = 0;

  constructor(options: InstantMinerOptions) {
    this.#options = options;
  }

  /** Number of rewinds since the node started. */
  get rewinds(): number {
    return this.#rewinds;
  }

  /** Disconnects the blocks above a height and connects others, which everybody who watches sees as one reorganization. */
  async replaceAbove(
    commonHeight: number,
    nextBlock: (on: BlockBase) => Promise<Uint8Array | undefined>,
    options?: { readonly keepLeft: boolean },
  ): Promise<DevnetReorganization> {
    const { chain } = this.#options;
    const oldTip = chain.tip();
    if (oldTip.height > commonHeight) this.#rewinds += 1;
    await chain.replaceAbove(commonHeight, nextBlock, options);
    const newTip = chain.tip();
    return {
      old_tip: { height: oldTip.height, id: oldTip.id },
      new_tip: { height: newTip.height, id: newTip.id },
      common_height: commonHeight,
      disconnected: oldTip.height - commonHeight,
      connected: newTip.height - commonHeight,
    };
  }

  async reorganize({ depth, blocks, keep, at, random }: Branch): Promise<DevnetReorganization> {
    const { chain, clock } = this.#options;
    const { height } = chain.tip();
    const kept: PendingTransaction[][] = [];
    const first = keep === 'all' ? height - depth + 1 : height + 1;
    for (let replaced = first; replaced <= height; replaced += 1) {
      kept.push(this.#transfersOf((await chain.view.rawBlock(replaced))!));
    }
    let mined = 0;
    let waiting: readonly PendingTransaction[] = [];
    const mineNext = async (on: BlockBase): Promise<Uint8Array | undefined> => {
      if (mined === blocks) return undefined;
      // Transfers that are not valid in one block are tried in the next.
      const candidates = [...waiting, ...(kept[mined++] ?? [])];
      const timestamp = at === undefined ? this.nextTimestamp(on.rules) : this.timestampAt(at, on.rules);
      const template = await this.#findProof(on, { candidates, timestamp, extraNonce: random(16) });
      clock.release();
      const included = new Set(template.transactions);
      waiting = candidates.filter(({ raw }) => !included.has(raw));
      return sealBlock(template, template.header.nonce);
    };
    // The replaced blocks become a side branch, as on any node.
    return this.replaceAbove(height - depth, mineNext, { keepLeft: true });
  }

  /** Mines blocks of the weather. */
  async mineAt(count: number, at: number, isEmpty: boolean): Promise<void> {
    for (let mined = 0; mined < count; mined += 1) {
      const candidates = isEmpty ? [] : this.pending();
      await this.mine({ candidates, timestamp: this.timestampAt(at) });
    }
  }

  /** Mines one block on the tip and commits it. */
  async mine(block: InstantBlock): Promise<StoredBlockSummary> {
    const { chain } = this.#options;
    const template = await chain.composeOnTip((tip) => this.#findProof(tip, block));
    return chain.appendBlock(sealBlock(template, template.header.nonce));
  }

  /**
   * Composes a block with its proof of work, and moves the clock to a timestamp that would be too far ahead of it. On average
   * every second nonce meets devnet's target: a search in this thread takes microseconds.
   */
  async #findProof(
    on: BlockBase,
    { candidates, to, timestamp, extraNonce }: InstantBlock,
  ): Promise<BlockTemplate> {
    const { clock, mining, runtime } = this.#options;
    if (timestamp > clock.seconds() + MAX_FUTURE_SECONDS) clock.advanceTo(timestamp);
    const miner = to ?? mining.settings.to;
    const wishes = { candidates, miner, now: timestamp, extraNonce };
    const template = await composeBlock(on, wishes, runtime.turn);
    const header = encodeBlockHeader(template.header);
    let nonce = 0;
    while (!meetsTarget(blockIdBytes(header), template.header.bits)) {
      nonce += 1;
      writeU32(header, HEADER_NONCE_OFFSET, nonce);
    }
    return { ...template, header: { ...template.header, nonce } };
  }

  /** First Unix second that the median rule allows for the next block (PROTOCOL.md section 5, rule 2). */
  earliestTimestamp({ lastTimestamps }: BlockRules = this.#options.chain.nextBlockRules()): number {
    return medianTime(lastTimestamps) + 1;
  }

  /** A Unix second, or the first after it that the median rule allows. */
  timestampAt(at: number, rules?: BlockRules): number {
    return Math.max(at, this.earliestTimestamp(rules));
  }

  /**
   * Timestamp of the next block: the clock's time, or `interval` seconds after the tip unless the clock is held; never earlier
   * than the median rule allows.
   */
  nextTimestamp(rules: BlockRules, interval?: number): number {
    const { clock } = this.#options;
    const isSpaced = interval !== undefined && clock.state.heldAt === undefined;
    const wanted = isSpaced ? rules.lastTimestamps.at(-1)! + interval : clock.seconds();
    return this.timestampAt(wanted, rules);
  }

  /** What is pending, in block order; nothing while the mempool is unavailable. */
  pending(): PendingTransaction[] {
    const { mempool } = this.#options;
    return mempool.isAvailable() ? mempool.inBlockOrder() : [];
  }

  #transfersOf(block: Uint8Array): PendingTransaction[] {
    const now = this.#options.clock.seconds();
    const [, ...transfers] = splitBlock(block).transactionBytes;
    return transfers.map((bytes) => pendingOf(bytes.slice(), now));
  }
}

/** Random bytes that follow from a seed. */
export function bytesOf(draw: Draw): (size: number) => Uint8Array {
  return (size) => Uint8Array.from({ length: size }, () => draw(256));
}

/** The mining mode of devnet control for a pace of the mining loop. */
export function modeOf(pace: MiningPace | undefined): MiningMode {
  if (pace === undefined) return 'manual';
  return pace.kind === 'interval' ? 'interval' : 'on_demand';
}

/** The pace of a mining mode. @param seconds between two blocks, for `interval` */
export function paceOf(mode: MiningMode, seconds: number): MiningPace | undefined {
  if (mode === 'manual') return undefined;
  return mode === 'interval' ? { kind: 'interval', milliseconds: seconds * 1_000 } : { kind: 'on-demand' };
}
