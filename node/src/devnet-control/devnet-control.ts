import {
  devnetError,
  devnetTransactionRejected,
  DEVNET_LIMITS,
  invalidDepth,
  invalidTime,
  type DevnetBlock,
  type DevnetMinedBlock,
  type DevnetReorganization,
  type DevnetRoutes,
  type DevnetSnapshot,
  type DevnetState,
  type RouteBody,
} from '@cairn/api/devnet';
import type { RouteOutput } from '@cairn/api';
import {
  type Address,
  decodeTransactionBody,
  isValidAddress,
  MAX_FUTURE_SECONDS,
  splitBlock,
  transactionId,
} from '@cairn/protocol';
import type { Logger } from 'pino';
import type { Chain } from '../chain/chain.ts';
import type { ChainTip, StoredBlockSummary } from '../chain/chain-reader.ts';
import { createSerialQueue } from '../chain/scheduling.ts';
import type { Mempool } from '../mempool/mempool.ts';
import type { PendingTransaction } from '../mempool/policy.ts';
import type { DevnetClock } from '../chain/devnet-clock.ts';
import { indexState, untilIndexed, type WatchedProjection } from './index-state.ts';
import { earliestTimestamp, mineInstantly, signFunding, type InstantBlock } from './instant-miner.ts';
import type { MiningSwitch } from './mining-switch.ts';
import { Snapshots, type Snapshot } from './snapshots.ts';

export interface DevnetControlOptions {
  readonly chain: Chain;
  readonly mempool: Mempool;
  readonly mining: MiningSwitch;
  readonly clock: DevnetClock;
  /** `undefined` if the node has no projection. */
  readonly projection: WatchedProjection | undefined;
  readonly logger: Logger;
}

type Body<Id extends keyof DevnetRoutes> = RouteBody<DevnetRoutes[Id]>;
type Output<Id extends keyof DevnetRoutes> = RouteOutput<DevnetRoutes[Id]>;

/**
 * Controls a devnet: mines, rewinds, reorganizes, funds and moves the clock. All calls but `state` run one after another, with
 * the mining loop paused. Each validates its whole input before it changes anything; one that changes the chain returns once
 * the index has caught up.
 */
export class DevnetControl {
  readonly #options: DevnetControlOptions;
  readonly #calls = createSerialQueue();
  readonly #snapshots: Snapshots;
  readonly #stopListening: () => void;
  readonly #closing = new AbortController();
  /** Number of rewinds since the node started. */
  #rewinds = 0;

  constructor(options: DevnetControlOptions) {
    this.#options = options;
    this.#snapshots = new Snapshots(options.chain);
    this.#stopListening = options.chain.subscribe(({ type }) => {
      if (type === 'connected') options.clock.release();
    });
  }

  /** Starts mining according to the settings; call it once the node is open. */
  startMining(): void {
    this.#options.mining.resume();
  }

  /** The clock's offset and the number of rewinds since the start; `undefined` if both are 0. */
  changes(): { readonly clockOffsetSeconds: number; readonly rewinds: number } | undefined {
    const clockOffsetSeconds = this.#options.clock.offsetSeconds();
    const rewinds = this.#rewinds;
    return clockOffsetSeconds === 0 && rewinds === 0 ? undefined : { clockOffsetSeconds, rewinds };
  }

  state(): DevnetState {
    const { chain, mempool, mining, clock } = this.#options;
    const { height, id } = this.#tip();
    const { mode, intervalMs, to } = mining.settings;
    return {
      network: chain.network.name,
      height,
      tip_id: id,
      pending_count: mempool.isAvailable() ? mempool.size() : 0,
      index: indexState(this.#options.projection),
      mining: {
        mode,
        interval_seconds: intervalMs === undefined ? null : intervalMs / 1_000,
        to,
      },
      clock: {
        time: clock.seconds(),
        offset_seconds: clock.offsetSeconds(),
        next_timestamp: clock.state.heldAt ?? null,
      },
      snapshots: this.#snapshots.list().map(serializeSnapshot),
    };
  }

  /** @throws HttpError `invalid_address`, `invalid_time` */
  mine({
    blocks: count = 1,
    to: rewarded,
    interval_seconds,
    transactions = true,
  }: Body<'mine'>): Promise<Output<'mine'>> {
    const { mempool, mining, clock } = this.#options;
    const to = rewarded === undefined ? undefined : this.#requireAddress(rewarded);
    return this.#run(`mine ${count}`, async () => {
      this.#requireValidTimes(count * (interval_seconds ?? 1));
      const blocks: DevnetMinedBlock[] = [];
      for (let mined = 0; mined < count; mined += 1) {
        const candidates = transactions && mempool.isAvailable() ? mempool.selectForBlock(Infinity) : [];
        this.#closing.signal.throwIfAborted();
        const timestamp = this.#nextTimestamp(interval_seconds);
        if (interval_seconds !== undefined) clock.advanceTo(timestamp);
        const block = await this.#mineOne({ candidates, timestamp, to: to ?? mining.settings.to });
        blocks.push(serializeMined(block));
      }
      if (interval_seconds !== undefined) clock.save();
      await this.#untilIndexed();
      return { blocks, state: this.state() };
    });
  }

  /** @throws HttpError `too_many_snapshots`, `mempool_unavailable` */
  snapshot(): Promise<DevnetSnapshot> {
    const { mempool, mining, clock } = this.#options;
    return this.#run('snapshot', async () => {
      if (this.#snapshots.list().length >= DEVNET_LIMITS.snapshots) throw devnetError('too_many_snapshots');
      this.#requireMempool();
      const snapshot = this.#snapshots.add({
        tip: this.#tip(),
        pending: mempool.selectForBlock(Infinity),
        clock: clock.state,
        mining: mining.settings,
      });
      return serializeSnapshot(snapshot);
    });
  }

  /** @throws HttpError `snapshot_not_found`, `mempool_unavailable` */
  revert({ id }: Body<'revert'>): Promise<Output<'revert'>> {
    const { chain, mempool, mining, clock } = this.#options;
    return this.#run(`revert ${id}`, async () => {
      const snapshot = this.#snapshots.get(id);
      if (snapshot === undefined) throw devnetError('snapshot_not_found');
      this.#requireMempool();
      const oldTip = this.#tip();
      const { commonHeight, blocks } = this.#snapshots.pathTo(snapshot);
      await chain.replaceBlocks(commonHeight, async () => {
        await this.#stepBackTo(commonHeight);
        for (const raw of blocks) await chain.appendBlock(raw, { checkClock: false });
      });
      // Restore the clock first: expiry in the mempool depends on it.
      clock.restore(snapshot.clock);
      await mempool.restore(snapshot.pending);
      mining.set(snapshot.mining);
      this.#snapshots.removeAfter(snapshot);
      await this.#untilIndexed();
      return { reorganization: this.#reorganization(oldTip, commonHeight), state: this.state() };
    });
  }

  /** @throws HttpError `invalid_depth`, `invalid_time`, `mempool_unavailable` */
  reorganize({ depth, blocks = depth + 1, keep = 'all' }: Body<'reorganize'>): Promise<Output<'reorganize'>> {
    const { chain } = this.#options;
    return this.#run(`reorganize ${depth}`, async () => {
      const oldTip = this.#tip();
      if (depth > oldTip.height) {
        throw invalidDepth(`The chain has ${oldTip.height} blocks above genesis, fewer than ${depth}.`);
      }
      if (blocks <= depth)
        throw invalidDepth(`A branch that replaces ${depth} blocks needs more than ${depth}.`);
      this.#requireMempool();
      this.#requireValidTimes(blocks);
      const commonHeight = oldTip.height - depth;
      const replaced = await this.#blocksAbove(commonHeight);
      const kept = keep === 'all' ? replaced.map((raw) => this.#transfersOf(raw)) : [];
      const oldWork = chain.tree.get(oldTip.id)!.work;
      await chain.replaceBlocks(commonHeight, async () => {
        await this.#stepBackTo(commonHeight);
        await this.#appendBranch(blocks, kept);
      });
      // Store the replaced blocks as a side branch, as any node would. But if the new branch does not have more work, drop
      // them: the chain would switch back to them.
      if (chain.tree.get(this.#tip().id)!.work > oldWork) {
        for (const raw of replaced) await chain.offerBlock(raw);
      }
      await this.#untilIndexed();
      return { reorganization: this.#reorganization(oldTip, commonHeight), state: this.state() };
    });
  }

  /** @throws HttpError `invalid_time` */
  time({ advance_seconds: advance, next_timestamp: next }: Body<'time'>): Promise<Output<'time'>> {
    const { chain, clock } = this.#options;
    return this.#run('time', async () => {
      const earliest = earliestTimestamp(chain);
      const target = next ?? clock.seconds() + (advance ?? 0);
      // Moving forward is always allowed: after many blocks mined at once the clock may already be behind the median.
      const isForward = next === undefined && (advance ?? 0) >= 0;
      if (target < earliest && !isForward) {
        throw invalidTime(`The median rule allows the next block no time before ${earliest}.`, earliest);
      }
      if (target > DEVNET_LIMITS.timestamp) throw this.#beyondLastTime();
      if (next !== undefined) clock.hold(next);
      else clock.advance(advance ?? 0);
      return { state: this.state() };
    });
  }

  /** @throws HttpError `invalid_address`, `transaction_rejected` */
  fund({ address, amount }: Body<'fund'>): Promise<Output<'fund'>> {
    const { chain, mempool, mining, clock } = this.#options;
    const toAddress = this.#requireAddress(address);
    return this.#run(`fund ${address} ${amount}`, async () => {
      const pendingOf = (sender: Address) => (mempool.isAvailable() ? mempool.pendingOutgoing(sender) : []);
      const payment = { toAddress, value: BigInt(amount), now: clock.seconds() };
      const funding = signFunding(chain, pendingOf, payment);
      if (funding === undefined) throw devnetTransactionRejected('insufficient_balance');
      const { transfer, before } = funding;
      const block = await this.#mineOne({
        candidates: [...before, transfer],
        timestamp: this.#nextTimestamp(),
        to: mining.settings.to,
      });
      await this.#untilIndexed();
      return {
        transaction_id: transfer.id,
        from_address: transfer.transaction.fromAddress,
        amount,
        block: serializeMined(block),
        state: this.state(),
      };
    });
  }

  /** Changes the mode, not the reward address. */
  mining({ mode, interval_seconds }: Body<'mining'>): Promise<Output<'mining'>> {
    const { mining, chain } = this.#options;
    return this.#run(`mining ${mode}`, async () => {
      const seconds = interval_seconds ?? chain.network.blockSpacingSeconds;
      const intervalMs = mode === 'interval' ? seconds * 1_000 : undefined;
      mining.set({ ...mining.settings, mode, intervalMs });
      return { state: this.state() };
    });
  }

  /** Ends the call in progress early: it mines no further block and no longer waits for the index. Mining does not resume. */
  abortWaits(): void {
    this.#closing.abort();
  }

  /** Waits for the call in progress, then stops mining. */
  async close(): Promise<void> {
    this.abortWaits();
    await this.#calls.idle();
    await this.#options.mining.pause();
    this.#stopListening();
    this.#snapshots.close();
  }

  /** Runs a call after the earlier ones, with the mining loop paused and the chain idle. */
  #run<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    const { chain, mining, logger } = this.#options;
    return this.#calls.run(async () => {
      await mining.pause();
      try {
        await chain.idle();
        const result = await work();
        logger.info(`Devnet control: ${name}; the tip is block ${this.#tip().height}`);
        return result;
      } finally {
        if (!this.#closing.signal.aborted) mining.resume();
      }
    });
  }

  /** Mines on the tip. If the timestamp is too far ahead of the clock to be valid, advances the clock to it. */
  #mineOne(block: InstantBlock): Promise<StoredBlockSummary> {
    const { chain, clock } = this.#options;
    if (block.timestamp > clock.seconds() + MAX_FUTURE_SECONDS) clock.advanceTo(block.timestamp);
    return mineInstantly(chain, block);
  }

  /**
   * Timestamp of the next block: the clock's time, or `interval` seconds after the tip unless the clock is held; never earlier
   * than the median rule allows.
   */
  #nextTimestamp(interval?: number): number {
    const { chain, clock } = this.#options;
    const earliest = earliestTimestamp(chain);
    const { heldAt } = clock.state;
    if (interval === undefined || heldAt !== undefined) return Math.max(clock.seconds(), earliest);
    const { header } = chain.blockSummary(this.#tip().height)!;
    return Math.max(header.timestamp + interval, earliest);
  }

  /** @throws HttpError `invalid_time` if a timestamp within the next `seconds` would exceed the largest allowed timestamp */
  #requireValidTimes(seconds: number): void {
    const { chain, clock } = this.#options;
    const { header } = chain.blockSummary(this.#tip().height)!;
    const start = Math.max(clock.seconds(), earliestTimestamp(chain), header.timestamp);
    if (start + seconds > DEVNET_LIMITS.timestamp) throw this.#beyondLastTime();
  }

  #beyondLastTime(): Error {
    const message = `The clock cannot go beyond ${DEVNET_LIMITS.timestamp}.`;
    return invalidTime(message, earliestTimestamp(this.#options.chain));
  }

  #requireAddress(text: string): Address {
    if (!isValidAddress(text, this.#options.chain.network)) throw devnetError('invalid_address');
    return text;
  }

  #requireMempool(): void {
    if (!this.#options.mempool.isAvailable()) throw devnetError('mempool_unavailable');
  }

  async #stepBackTo(height: number): Promise<void> {
    const { chain } = this.#options;
    if (this.#tip().height > height) this.#rewinds += 1;
    while (this.#tip().height > height) await chain.stepBack();
  }

  /** The bytes of the blocks above a height, lowest first. */
  async #blocksAbove(height: number): Promise<Uint8Array[]> {
    const blocks: Uint8Array[] = [];
    for (let at = height + 1; at <= this.#tip().height; at += 1) {
      blocks.push((await this.#options.chain.readRawBlock(at))!);
    }
    return blocks;
  }

  #transfersOf(raw: Uint8Array): PendingTransaction[] {
    const now = this.#options.clock.seconds();
    return splitBlock(raw)
      .transactionBytes.slice(1)
      .map((bytes) => pendingOf(bytes, now));
  }

  /** @param kept transfers for each block, by its index; those that are not valid there are tried in later blocks */
  async #appendBranch(count: number, kept: readonly (readonly PendingTransaction[])[]): Promise<void> {
    const { chain, mining } = this.#options;
    let waiting: readonly PendingTransaction[] = [];
    for (let index = 0; index < count; index += 1) {
      const candidates = [...waiting, ...(kept[index] ?? [])];
      const timestamp = this.#nextTimestamp();
      await this.#mineOne({ candidates, timestamp, to: mining.settings.to, isUnique: true });
      waiting = candidates.filter(({ id }) => chain.locateTransaction(id) === undefined);
    }
  }

  #reorganization(old: ChainTip, commonHeight: number): DevnetReorganization {
    const tip = this.#tip();
    return {
      old_tip: serializeTip(old),
      new_tip: serializeTip(tip),
      common_height: commonHeight,
      disconnected: old.height - commonHeight,
      connected: tip.height - commonHeight,
    };
  }

  #tip(): ChainTip {
    return this.#options.chain.tip()!;
  }

  #untilIndexed(): Promise<void> {
    const { projection, chain } = this.#options;
    return untilIndexed({ projection, chain, signal: this.#closing.signal });
  }
}

function pendingOf(view: Uint8Array, receivedAt: number): PendingTransaction {
  const raw = view.slice();
  return { id: transactionId(raw), transaction: decodeTransactionBody(raw), raw, receivedAt };
}

function serializeTip({ height, id }: ChainTip): DevnetBlock {
  return { height, id };
}

function serializeSnapshot({ id, tip }: Snapshot): DevnetSnapshot {
  return { id, height: tip.height, tip_id: tip.id };
}

function serializeMined({ height, id, header, transactionCount }: StoredBlockSummary): DevnetMinedBlock {
  return { height, id, timestamp: header.timestamp, transaction_count: transactionCount };
}
