import {
  devnetError,
  devnetTransactionRejected,
  DEVNET_LIMITS,
  invalidDepth,
  invalidTime,
  type DevnetDump,
  type DevnetMinedBlock,
  type DevnetReorganization,
  type DevnetRoutes,
  type DevnetSnapshot,
  type DevnetState,
  type MiningMode,
  type RouteBody,
  type RouteOutput,
} from '@cairn/api/contract';
import {
  type Address,
  blockIdBytes,
  type BlockId,
  bytesToHex,
  ConsensusError,
  encodeBlockHeader,
  HEADER_NONCE_OFFSET,
  isValidAddress,
  MAX_FUTURE_SECONDS,
  medianTime,
  meetsTarget,
  parseTransactionId,
  splitBlock,
} from '@cairn/protocol';
import { developmentAccounts } from '@cairn/protocol/development-accounts';
import { writeU32 } from '@cairn/protocol/layout';
import type { Chain } from '../chain/chain.ts';
import type { BlockBase, BlockRules, ChainTip, StoredBlockSummary } from '../chain/chain-types.ts';
import type { ClockState, DevnetClock } from './devnet-clock.ts';
import type { IndexStatus } from '../chain/node-state.ts';
import type { Mempool } from '../mempool/mempool.ts';
import { pendingOf, type PendingTransaction } from '../mempool/policy.ts';
import { composeBlock, sealBlock, type BlockTemplate } from '../miner/block-template.ts';
import { payerOf, signPayment } from '../miner/development-payer.ts';
import type { MiningLoop, MiningPace, MiningSettings } from '../miner/miner.ts';
import type { Log, Runtime } from '../runtime.ts';
import type { Draw } from '../seeded-random.ts';
import type { PlacedBlock } from '../storage/core-store.ts';
import type { ServedChain } from './served-chain.ts';
import { Weather } from './weather.ts';

export interface DevnetControlOptions {
  readonly chain: Chain;
  readonly mempool: Mempool;
  readonly mining: MiningLoop;
  readonly clock: DevnetClock;
  /** The chain that the projection follows. */
  readonly served: ServedChain;
  /** `undefined` if the node has no projection. */
  readonly projection: { status(): IndexStatus } | undefined;
  readonly runtime: Runtime;
  readonly logger: Log;
}

type Body<Id extends keyof DevnetRoutes> = RouteBody<DevnetRoutes[Id]>;
type Output<Id extends keyof DevnetRoutes> = RouteOutput<DevnetRoutes[Id]>;

/** A state of the devnet that can be restored. */
interface Snapshot {
  readonly id: string;
  readonly tip: ChainTip;
  readonly pending: readonly PendingTransaction[];
  readonly clock: ClockState;
  readonly mining: MiningSettings;
  /** `Weather.current`. */
  readonly weather: object | undefined;
  /** Blocks of the snapshot's chain that were disconnected since, even if they are connected again, and where they stay; highest first. */
  readonly disconnected: PlacedBlock[];
  /** The highest block of the snapshot's chain that was never disconnected. */
  base: BlockId;
}

/** What replaces the newest blocks. */
interface Branch {
  readonly depth: number;
  readonly blocks: number;
  /** Whether it contains the transfers of the blocks that it replaces. */
  readonly keep: 'all' | 'none';
  /** Unix seconds of its blocks; the clock's by default. */
  readonly at?: number;
  /** For bytes that make its blocks differ from those that they replace. */
  readonly random: (size: number) => Uint8Array;
}

interface InstantBlock {
  readonly candidates: readonly PendingTransaction[];
  /** Unix seconds; raised to the earliest that the median rule allows. */
  readonly timestamp: number;
  /** Address that gets the reward; that of the mining settings by default. */
  readonly to?: Address | undefined;
  /** Up to 96 bytes of the coinbase; zeros by default. */
  readonly extraNonce?: Uint8Array;
}

const FUNDING_FEE = 1n;
/** The index has a block some milliseconds after the chain. */
const INDEX_CHECK_MS = 2;

/**
 * Controls a devnet: mines, rewinds, reorganizes, funds and moves the clock (docs/DEVNET.md). All calls but `state` run one
 * after another, with the mining loop paused. Each validates its whole input before it changes anything; one that changes the
 * chain returns once the index has caught up. A call that a block of a peer interferes with fails with HttpError
 * `chain_changed`, and can be repeated.
 */
export class DevnetControl {
  readonly #options: DevnetControlOptions;
  /** The newest call. */
  #lastCall: Promise<unknown> = Promise.resolve();
  readonly #stopListening: () => void;
  readonly #closing = new AbortController();
  #snapshots: Snapshot[] = [];
  #nextSnapshot = 1;
  /** Number of rewinds since the node started. */
  #rewinds = 0;
  /** What happens by itself. */
  readonly weather: Weather;

  constructor(options: DevnetControlOptions) {
    this.#options = options;
    this.weather = new Weather(options, {
      mine: (count, at, isEmpty) => this.#mineAt(count, at, isEmpty),
      reorganize: (depth, keep, at, draw) =>
        this.#reorganizeNow({ depth, blocks: depth + 1, keep, at, random: bytesOf(draw) }),
      alone: (work) => this.#run('weather', work),
    });
    this.#stopListening = options.chain.subscribe(({ connected, left }) => {
      if (connected.length > 0) options.clock.release();
      for (const block of left) {
        for (const snapshot of this.#snapshots) {
          if (snapshot.base !== block.id) continue;
          snapshot.disconnected.push(block);
          snapshot.base = block.header.previousBlockId;
        }
      }
    });
  }

  /** The clock's offset and the number of rewinds since the start; `undefined` if both are 0. */
  changes(): { readonly clockOffsetSeconds: number; readonly rewinds: number } | undefined {
    const clockOffsetSeconds = this.#options.clock.offsetSeconds();
    const rewinds = this.#rewinds;
    return clockOffsetSeconds === 0 && rewinds === 0 ? undefined : { clockOffsetSeconds, rewinds };
  }

  state(): DevnetState {
    const { chain, mempool, mining, clock, projection } = this.#options;
    const { height, id } = chain.tip();
    const { to, pace } = mining.settings;
    const index = projection?.status();
    return {
      network: chain.network.name,
      height,
      tip_id: id,
      pending_count: mempool.isAvailable() ? mempool.size() : 0,
      index: {
        enabled: index !== undefined,
        ready: index?.state === 'ready',
        state: index?.state ?? 'disabled',
        indexed_height: index?.indexedHeight ?? -1,
        target_height: index?.targetHeight ?? -1,
        progress: index?.progress ?? 0,
      },
      mining: {
        mode: modeOf(pace),
        interval_seconds: pace?.kind === 'interval' ? pace.milliseconds / 1_000 : null,
        to,
      },
      clock: {
        time: clock.seconds(),
        offset_seconds: clock.offsetSeconds(),
        next_timestamp: clock.state.heldAt ?? null,
      },
      weather: this.weather.state,
      snapshots: this.#snapshots.map(serializeSnapshot),
    };
  }

  /** @throws HttpError `invalid_address`, `invalid_time`, `node_stopping` */
  mine({
    blocks: count = 1,
    to,
    interval_seconds,
    transactions = true,
  }: Body<'mine'>): Promise<Output<'mine'>> {
    const { chain, clock } = this.#options;
    if (to !== undefined) this.#requireAddress(to);
    return this.#change(`mine ${count}`, async () => {
      this.#requireValidTimes(count * (interval_seconds ?? 1));
      const blocks: DevnetMinedBlock[] = [];
      for (let mined = 0; mined < count; mined += 1) {
        if (this.#closing.signal.aborted) throw devnetError('node_stopping');
        const candidates = transactions ? this.#pending() : [];
        const timestamp = this.#nextTimestamp(chain.nextBlockRules(), interval_seconds);
        if (interval_seconds !== undefined) clock.advanceTo(timestamp);
        blocks.push(serializeMined(await this.#mineNow({ candidates, timestamp, to })));
      }
      return { blocks };
    });
  }

  /** @throws HttpError `too_many_snapshots`, `mempool_unavailable` */
  snapshot(): Promise<DevnetSnapshot> {
    const { chain, mempool, mining, clock } = this.#options;
    return this.#run('snapshot', async () => {
      if (this.#snapshots.length >= DEVNET_LIMITS.snapshots) throw devnetError('too_many_snapshots');
      this.#requireMempool();
      const tip = chain.tip();
      const snapshot: Snapshot = {
        id: `${this.#nextSnapshot++}`,
        tip,
        pending: mempool.inBlockOrder(),
        clock: clock.state,
        mining: mining.settings,
        weather: this.weather.current,
        disconnected: [],
        base: tip.id,
      };
      this.#snapshots.push(snapshot);
      return serializeSnapshot(snapshot);
    });
  }

  /** @throws HttpError `snapshot_not_found`, `mempool_unavailable` */
  revert({ id }: Body<'revert'>): Promise<Output<'revert'>> {
    const { chain, mempool, mining, clock } = this.#options;
    return this.#change(`revert ${id}`, async () => {
      const snapshot = this.#snapshots.find((one) => one.id === id);
      if (snapshot === undefined) throw devnetError('snapshot_not_found');
      this.#requireMempool();
      const { tip, disconnected } = snapshot;
      const kept = disconnected.findIndex((block) => chain.view.heightOfBlock(block.id) !== undefined);
      const missing = kept === -1 ? disconnected : disconnected.slice(0, kept);
      const restored = missing.toReversed().values();
      const reorganization = await this.#replaceAbove(tip.height - missing.length, async () => {
        const { value: block } = restored.next();
        return block && chain.readLeftBlock(block);
      });
      if (chain.tip().id !== tip.id) throw devnetError('chain_changed');
      // Restore the clock first: expiry in the mempool depends on it.
      clock.restore(snapshot.clock);
      await mempool.restore(snapshot.pending);
      mining.settings = snapshot.mining;
      if (this.weather.current !== snapshot.weather) this.weather.end();
      this.#snapshots = this.#snapshots.slice(0, this.#snapshots.indexOf(snapshot) + 1);
      return { reorganization };
    });
  }

  /** @throws HttpError `invalid_depth`, `invalid_time`, `mempool_unavailable` */
  reorganize({ depth, blocks = depth + 1, keep = 'all' }: Body<'reorganize'>): Promise<Output<'reorganize'>> {
    const { chain, runtime } = this.#options;
    return this.#change(`reorganize ${depth}`, async () => {
      const { height } = chain.tip();
      if (depth > height)
        throw invalidDepth(`The chain has ${height} blocks above genesis, fewer than ${depth}.`);
      if (blocks <= depth)
        throw invalidDepth(`A branch that replaces ${depth} blocks needs more than ${depth}.`);
      this.#requireMempool();
      this.#requireValidTimes(blocks);
      const random = (size: number): Uint8Array => runtime.random(size);
      return { reorganization: await this.#reorganizeNow({ depth, blocks, keep, random }) };
    });
  }

  /** @throws HttpError `invalid_time` */
  time({ advance_seconds: advance, next_timestamp: next }: Body<'time'>): Promise<Output<'time'>> {
    const { clock } = this.#options;
    return this.#change('time', async () => {
      const earliest = this.#earliestTimestamp();
      const target = next ?? clock.seconds() + (advance ?? 0);
      // Moving forward is always allowed: after many blocks mined at once the clock may already be behind the median.
      const isForward = next === undefined && (advance ?? 0) >= 0;
      if (target < earliest && !isForward) {
        throw invalidTime(`The median rule allows the next block no time before ${earliest}.`, earliest);
      }
      this.#requireValidTime(target);
      const { reach } = this.weather;
      if (target - clock.seconds() > reach)
        throw invalidTime(`With a weather, the clock moves at most ${reach} seconds at once.`, earliest);
      await this.weather.playUntil(target);
      // The blocks of a weather have the times of its events: a held clock would only stop it.
      if (next !== undefined && this.weather.current === undefined) clock.hold(next);
      else clock.advance(target - clock.seconds());
      return {};
    });
  }

  /**
   * The richest development account that can pay does, one without pending transactions if possible.
   * @throws HttpError `invalid_address`, `transaction_rejected`
   */
  fund({ address, amount }: Body<'fund'>): Promise<Output<'fund'>> {
    const { chain, mempool, clock } = this.#options;
    const payment = { toAddress: this.#requireAddress(address), value: BigInt(amount), fee: FUNDING_FEE };
    return this.#change(`fund ${address} ${amount}`, async () => {
      const payers = developmentAccounts(chain.network)
        .filter((account) => account.address !== address)
        .map((account) => {
          const before = mempool.isAvailable() ? mempool.pendingOutgoing(account.address) : [];
          return { before, payer: payerOf(chain, account, before) };
        })
        .filter(({ payer }) => payer.left >= payment.value + payment.fee)
        .toSorted((one, other) => Number(other.payer.left - one.payer.left));
      const funding = payers.find(({ before }) => before.length === 0) ?? payers[0];
      if (funding === undefined) throw devnetTransactionRejected('insufficient_balance');
      const { before, payer } = funding;
      const { raw } = signPayment(chain.network, payer, payment);
      const transfer = pendingOf(raw, clock.seconds());
      const timestamp = this.#nextTimestamp(chain.nextBlockRules());
      const block = await this.#mineNow({ candidates: [...before, transfer], timestamp });
      return {
        transaction_id: transfer.id,
        from_address: payer.account.address,
        amount,
        block: serializeMined(block),
      };
    });
  }

  /** @throws HttpError `not_pending`, `mempool_unavailable` */
  drop({ transaction_id: id }: Body<'drop'>): Promise<Output<'drop'>> {
    return this.#change(`drop ${id}`, async () => {
      const dropped = await this.#options.mempool.drop(parseTransactionId(id));
      if (dropped.length === 0) throw devnetError('not_pending');
      return { transaction_ids: dropped.map((pending) => pending.id) };
    });
  }

  /** Changes the mode, not the reward address. */
  mining({ mode, interval_seconds }: Body<'mining'>): Promise<Output<'mining'>> {
    const { mining, chain } = this.#options;
    return this.#change(`mining ${mode}`, async () => {
      const seconds = interval_seconds ?? chain.network.blockSpacingSeconds;
      mining.settings = { ...mining.settings, pace: paceOf(mode, seconds) };
      return {};
    });
  }

  /** Begins a weather, or ends the one that lasts. */
  setWeather(body: Body<'weather'>): Promise<Output<'weather'>> {
    const { pace } = this.#options.mining.settings;
    const interval = pace?.kind === 'interval' ? pace.milliseconds / 1_000 : undefined;
    return this.#change(`weather ${body.weather ?? 'list'}`, async () => {
      this.weather.begin(body, interval);
      return {};
    });
  }

  /** @throws HttpError `mempool_unavailable` */
  dump(): Promise<DevnetDump> {
    const { chain, mempool, clock } = this.#options;
    return this.#run('dump', async () => {
      this.#requireMempool();
      const blocks: string[] = [];
      for (let height = 1; height <= chain.tip().height; height += 1)
        blocks.push(bytesToHex((await chain.view.rawBlock(height))!));
      const pending = mempool.inBlockOrder().toSorted((one, other) => one.receivedAt - other.receivedAt);
      return {
        format: 'cairn-devnet-1',
        blocks,
        pending: pending.map(({ raw }) => bytesToHex(raw)),
        clock: { time_milliseconds: Math.round(clock.now()), next_timestamp: clock.state.heldAt ?? null },
        mining: this.state().mining,
      };
    });
  }

  /** Ends the call in progress early: it mines no further block and no longer waits for the index. */
  abortWaits(): void {
    this.#closing.abort();
    this.weather.end();
  }

  /** Waits for the call in progress. */
  async close(): Promise<void> {
    this.abortWaits();
    await this.#lastCall;
    this.#stopListening();
  }

  /** Runs a call that changes the node, and answers with the new state once the index has caught up. */
  #change<Result>(
    name: string,
    work: () => Promise<Result>,
  ): Promise<Result & { readonly state: DevnetState }> {
    return this.#run(name, async () => {
      const result = await work();
      await this.#untilIndexed();
      return { ...result, state: this.state() };
    });
  }

  /** Runs a call after the earlier ones and what the weather has due, with the mining loop paused and its blocks on disk. */
  #run<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    const { chain, mining, clock, logger } = this.#options;
    const call = this.#lastCall.then(async () => {
      await mining.pause();
      try {
        await chain.settled();
        await this.weather.playUntil(clock.seconds());
        const result = await work();
        logger.info(`Devnet control: ${name}; the tip is block ${chain.tip().height}`);
        return result;
      } catch (error) {
        // Blocks of control are valid on the tip for which they were made: a peer's block has changed it meanwhile.
        throw error instanceof ConsensusError ? devnetError('chain_changed') : error;
      } finally {
        if (!this.#closing.signal.aborted && this.weather.current === undefined) mining.resume();
      }
    });
    this.#lastCall = call.catch(() => undefined); // the caller gets the error; the next call only waits
    return call;
  }

  /** Disconnects the blocks above a height and connects others, which everybody who watches sees as one reorganization. */
  async #replaceAbove(
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

  async #reorganizeNow({ depth, blocks, keep, at, random }: Branch): Promise<DevnetReorganization> {
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
      const timestamp = at === undefined ? this.#nextTimestamp(on.rules) : this.#timestampAt(at, on.rules);
      const template = await this.#findProof(on, { candidates, timestamp, extraNonce: random(16) });
      clock.release();
      const included = new Set(template.transactions);
      waiting = candidates.filter(({ raw }) => !included.has(raw));
      return sealBlock(template, template.header.nonce);
    };
    // The replaced blocks become a side branch, as on any node.
    return this.#replaceAbove(height - depth, mineNext, { keepLeft: true });
  }

  /** Mines blocks of the weather. */
  async #mineAt(count: number, at: number, isEmpty: boolean): Promise<void> {
    for (let mined = 0; mined < count; mined += 1) {
      const candidates = isEmpty ? [] : this.#pending();
      await this.#mineNow({ candidates, timestamp: this.#timestampAt(at) });
    }
  }

  /** Mines one block on the tip and commits it. */
  async #mineNow(block: InstantBlock): Promise<StoredBlockSummary> {
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
  #earliestTimestamp({ lastTimestamps }: BlockRules = this.#options.chain.nextBlockRules()): number {
    return medianTime(lastTimestamps) + 1;
  }

  /** A Unix second, or the first after it that the median rule allows. */
  #timestampAt(at: number, rules?: BlockRules): number {
    return Math.max(at, this.#earliestTimestamp(rules));
  }

  /**
   * Timestamp of the next block: the clock's time, or `interval` seconds after the tip unless the clock is held; never earlier
   * than the median rule allows.
   */
  #nextTimestamp(rules: BlockRules, interval?: number): number {
    const { clock } = this.#options;
    const isSpaced = interval !== undefined && clock.state.heldAt === undefined;
    const wanted = isSpaced ? rules.lastTimestamps.at(-1)! + interval : clock.seconds();
    return this.#timestampAt(wanted, rules);
  }

  /** @throws HttpError `invalid_time` if a timestamp within the next `seconds` would exceed the latest allowed one */
  #requireValidTimes(seconds: number): void {
    const { clock, chain } = this.#options;
    const rules = chain.nextBlockRules();
    const newest = Math.max(clock.seconds(), this.#earliestTimestamp(rules), rules.lastTimestamps.at(-1)!);
    this.#requireValidTime(newest + seconds);
  }

  #requireValidTime(time: number): void {
    const { timestamp: latest } = DEVNET_LIMITS;
    if (time <= latest) return;
    throw invalidTime(`The clock cannot go beyond ${latest}.`, this.#earliestTimestamp());
  }

  #requireAddress(text: string): Address {
    if (!isValidAddress(text, this.#options.chain.network)) throw devnetError('invalid_address');
    return text;
  }

  #requireMempool(): void {
    if (!this.#options.mempool.isAvailable()) throw devnetError('mempool_unavailable');
  }

  /** What is pending, in block order; nothing while the mempool is unavailable. */
  #pending(): PendingTransaction[] {
    const { mempool } = this.#options;
    return mempool.isAvailable() ? mempool.inBlockOrder() : [];
  }

  #transfersOf(block: Uint8Array): PendingTransaction[] {
    const now = this.#options.clock.seconds();
    const [, ...transfers] = splitBlock(block).transactionBytes;
    return transfers.map((bytes) => pendingOf(bytes.slice(), now));
  }

  /** Resolves once the index has the chain's tip, the index has failed, or control is closing; at once without an index. */
  async #untilIndexed(): Promise<void> {
    const { projection, served, runtime } = this.#options;
    const isBehind = (): boolean => {
      if (projection === undefined) return false;
      const { state, indexedHeight } = projection.status();
      return state !== 'error' && (state !== 'ready' || indexedHeight !== served.view.tip.height);
    };
    while (isBehind() && !this.#closing.signal.aborted) await runtime.sleep(INDEX_CHECK_MS);
  }
}

function modeOf(pace: MiningPace | undefined): MiningMode {
  if (pace === undefined) return 'manual';
  return pace.kind === 'interval' ? 'interval' : 'on_demand';
}

/** The pace of a mining mode. @param seconds between two blocks, for `interval` */
export function paceOf(mode: MiningMode, seconds: number): MiningPace | undefined {
  if (mode === 'manual') return undefined;
  return mode === 'interval' ? { kind: 'interval', milliseconds: seconds * 1_000 } : { kind: 'on-demand' };
}

function serializeSnapshot({ id, tip }: Snapshot): DevnetSnapshot {
  return { id, height: tip.height, tip_id: tip.id };
}

function serializeMined({ height, id, header, transactionCount }: StoredBlockSummary): DevnetMinedBlock {
  return { height, id, timestamp: header.timestamp, transaction_count: transactionCount };
}

/** Random bytes that follow from a seed. */
function bytesOf(draw: Draw): (size: number) => Uint8Array {
  return (size) => Uint8Array.from({ length: size }, () => draw(256));
}
