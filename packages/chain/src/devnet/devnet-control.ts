import {
  devnetError,
  DEVNET_LIMITS,
  invalidDepth,
  invalidTime,
  type DevnetAccounts,
  type DevnetDump,
  type DevnetMinedBlock,
  type DevnetRoutes,
  type DevnetSnapshot,
  type DevnetState,
  type RouteBody,
  type RouteOutput,
} from '@cairn/api/contract';
import {
  type Address,
  bytesToHex,
  ConsensusError,
  isValidAddress,
  parseTransactionId,
} from '@cairn/protocol';
import { developmentAccounts } from '@cairn/protocol/development-accounts';
import type { StoredBlockSummary } from '../chain/chain-types.ts';
import type { IndexStatus } from '../chain/node-state.ts';
import { pendingOf } from '../mempool/policy.ts';
import { payerOf, signPayment } from '../miner/development-payer.ts';
import type { Log } from '../runtime.ts';
import { openAccounts, startingTransfers } from './accounts.ts';
import { bytesOf, InstantMiner, type InstantMinerOptions, modeOf, paceOf } from './instant-miner.ts';
import { forkPoint, loadDump } from './load.ts';
import type { ServedChain } from './served-chain.ts';
import { serializeSnapshot, Snapshots } from './snapshots.ts';
import { Weather } from './weather.ts';

export interface DevnetControlOptions extends InstantMinerOptions {
  /** The chain that the projection follows. */
  readonly served: ServedChain;
  /** `undefined` if the node has no projection. */
  readonly projection: { status(): IndexStatus } | undefined;
  readonly logger: Log;
}

type Body<Id extends keyof DevnetRoutes> = RouteBody<DevnetRoutes[Id]>;
type Output<Id extends keyof DevnetRoutes> = RouteOutput<DevnetRoutes[Id]>;

const FUNDING_FEE = 1n;
/** The index has a block some milliseconds after the chain. */
const INDEX_CHECK_MS = 2;
/** Between two messages of how far the index is. */
const INDEX_REPORT_MS = 5_000;

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
  readonly #snapshots = new Snapshots();
  readonly #miner: InstantMiner;
  /** The development accounts, if they are not the public ones with their usual balance. */
  accounts: DevnetAccounts | undefined;
  /** What happens by itself. */
  readonly weather: Weather;

  constructor(options: DevnetControlOptions) {
    const miner = new InstantMiner(options);
    this.#options = options;
    this.#miner = miner;
    this.weather = new Weather(options, {
      mine: (count, at, isEmpty) => miner.mineAt(count, at, isEmpty),
      reorganize: (depth, keep, at, draw) =>
        miner.reorganize({ depth, blocks: depth + 1, keep, at, random: bytesOf(draw) }),
      alone: (work) => this.#run('weather', work),
    });
    this.#stopListening = options.chain.subscribe((change) => {
      if (change.connected.length > 0) options.clock.release();
      this.#snapshots.follow(change);
    });
  }

  /** Height of the newest block that is not the devnet's own: genesis, or where a fork begins. */
  get #base(): number {
    return this.#options.chain.network.forkHeight ?? 0;
  }

  /** The clock's offset and the number of rewinds since the start; `undefined` if both are 0, except on a fork. */
  changes(): { readonly clockOffsetSeconds: number; readonly rewinds: number } | undefined {
    const clockOffsetSeconds = this.#options.clock.offsetSeconds();
    const { rewinds } = this.#miner;
    const isFork = this.#options.chain.network.forkHeight !== undefined;
    const isUsual = clockOffsetSeconds === 0 && rewinds === 0 && !isFork;
    return isUsual ? undefined : { clockOffsetSeconds, rewinds };
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
      snapshots: this.#snapshots.serialize(),
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
        const candidates = transactions ? this.#miner.pending() : [];
        const timestamp = this.#miner.nextTimestamp(chain.nextBlockRules(), interval_seconds);
        if (interval_seconds !== undefined) clock.advanceTo(timestamp);
        blocks.push(serializeMined(await this.#miner.mine({ candidates, timestamp, to })));
      }
      return { blocks };
    });
  }

  /** @throws HttpError `too_many_snapshots`, `mempool_unavailable` */
  snapshot(): Promise<DevnetSnapshot> {
    const { chain, mempool, mining, clock } = this.#options;
    return this.#run('snapshot', async () => {
      if (this.#snapshots.count >= DEVNET_LIMITS.snapshots) throw devnetError('too_many_snapshots');
      this.#requireMempool();
      const snapshot = this.#snapshots.add({
        tip: chain.tip(),
        pending: mempool.inBlockOrder(),
        clock: clock.state,
        mining: mining.settings,
        weather: this.weather.current,
      });
      return serializeSnapshot(snapshot);
    });
  }

  /** @throws HttpError `snapshot_not_found`, `mempool_unavailable` */
  revert({ id }: Body<'revert'>): Promise<Output<'revert'>> {
    const { chain, mempool, mining, clock } = this.#options;
    return this.#change(`revert ${id}`, async () => {
      const snapshot = this.#snapshots.find(id);
      if (snapshot === undefined) throw devnetError('snapshot_not_found');
      this.#requireMempool();
      const { tip, disconnected } = snapshot;
      const kept = disconnected.findIndex((block) => chain.view.heightOfBlock(block.id) !== undefined);
      const missing = kept === -1 ? disconnected : disconnected.slice(0, kept);
      const restored = missing.toReversed().values();
      const reorganization = await this.#miner.replaceAbove(tip.height - missing.length, async () => {
        const { value: block } = restored.next();
        return block && chain.readLeftBlock(block);
      });
      if (chain.tip().id !== tip.id) throw devnetError('chain_changed');
      // Restore the clock first: expiry in the mempool depends on it.
      clock.restore(snapshot.clock);
      await mempool.restore(snapshot.pending);
      mining.settings = snapshot.mining;
      if (this.weather.current !== snapshot.weather) this.weather.end();
      this.#snapshots.removeAfter(snapshot);
      return { reorganization };
    });
  }

  /** @throws HttpError `invalid_depth`, `invalid_time`, `mempool_unavailable` */
  reorganize({ depth, blocks = depth + 1, keep = 'all' }: Body<'reorganize'>): Promise<Output<'reorganize'>> {
    const { chain, runtime } = this.#options;
    return this.#change(`reorganize ${depth}`, async () => {
      const own = chain.tip().height - this.#base;
      if (depth > own) {
        const base = chain.network.forkHeight === undefined ? 'genesis' : 'the fork';
        throw invalidDepth(`The chain has ${own} blocks above ${base}, fewer than ${depth}.`);
      }
      if (blocks <= depth)
        throw invalidDepth(`A branch that replaces ${depth} blocks needs more than ${depth}.`);
      this.#requireMempool();
      this.#requireValidTimes(blocks);
      const random = (size: number): Uint8Array => runtime.random(size);
      return { reorganization: await this.#miner.reorganize({ depth, blocks, keep, random }) };
    });
  }

  /** @throws HttpError `invalid_time` */
  time({ advance_seconds: advance, next_timestamp: next }: Body<'time'>): Promise<Output<'time'>> {
    const { clock } = this.#options;
    return this.#change('time', async () => {
      const earliest = this.#miner.earliestTimestamp();
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
      if (funding === undefined)
        throw devnetError('transaction_rejected', { reason: 'insufficient_balance' });
      const { before, payer } = funding;
      const { raw } = signPayment(chain.network, payer, payment);
      const transfer = pendingOf(raw, clock.seconds());
      const timestamp = this.#miner.nextTimestamp(chain.nextBlockRules());
      const block = await this.#miner.mine({ candidates: [...before, transfer], timestamp });
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
      for (let height = this.#base + 1; height <= chain.tip().height; height += 1)
        blocks.push(bytesToHex((await chain.view.rawBlock(height))!));
      const pending = mempool.inBlockOrder().toSorted((one, other) => one.receivedAt - other.receivedAt);
      return {
        format: 'cairn-devnet-1',
        blocks,
        pending: pending.map(({ raw }) => bytesToHex(raw)),
        clock: { time_milliseconds: Math.round(clock.now()), next_timestamp: clock.state.heldAt ?? null },
        mining: this.state().mining,
        ...(this.accounts && { accounts: this.accounts }),
        ...(chain.network.forkHeight !== undefined && { fork: forkPoint(chain) }),
      };
    });
  }

  /**
   * Gives accounts their balance, in one block.
   * @throws RangeError if the chain has not so much; ProtocolError `invalid_mnemonic`
   */
  async pay(accounts: DevnetAccounts): Promise<{ readonly state: DevnetState }> {
    const { chain, clock } = this.#options;
    const opened = await openAccounts(chain.network, accounts);
    return this.#change('accounts', async () => {
      const transfers = startingTransfers(chain, opened, accounts.balance, clock.seconds());
      // Of the time of genesis: the same accounts make the same block.
      const timestamp = this.#miner.earliestTimestamp();
      if (transfers.length > 0) await this.#miner.mine({ candidates: transfers, timestamp });
      this.accounts = accounts;
      return {};
    });
  }

  /** Begins a new chain with a dump. @throws DumpError, after which the chain is new again */
  load(dump: DevnetDump): Promise<{ readonly state: DevnetState }> {
    return this.#change('load', async () => {
      await loadDump(dump, this.#options);
      this.accounts = dump.accounts;
      return {};
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

  /** @throws HttpError `invalid_time` if a timestamp within the next `seconds` would exceed the latest allowed one */
  #requireValidTimes(seconds: number): void {
    const { clock, chain } = this.#options;
    const rules = chain.nextBlockRules();
    const newest = Math.max(
      clock.seconds(),
      this.#miner.earliestTimestamp(rules),
      rules.lastTimestamps.at(-1)!,
    );
    this.#requireValidTime(newest + seconds);
  }

  #requireValidTime(time: number): void {
    const { timestamp: latest } = DEVNET_LIMITS;
    if (time <= latest) return;
    throw invalidTime(`The clock cannot go beyond ${latest}.`, this.#miner.earliestTimestamp());
  }

  #requireAddress(text: string): Address {
    if (!isValidAddress(text, this.#options.chain.network)) throw devnetError('invalid_address');
    return text;
  }

  #requireMempool(): void {
    if (!this.#options.mempool.isAvailable()) throw devnetError('mempool_unavailable');
  }

  /** Resolves once the index has the chain's tip, the index has failed, or control is closing; at once without an index. */
  async #untilIndexed(): Promise<void> {
    const { projection, served, runtime, logger } = this.#options;
    let reportedAt = runtime.now();
    const isBehind = (): boolean => {
      if (projection === undefined) return false;
      const { state, indexedHeight } = projection.status();
      return state !== 'error' && (state !== 'ready' || indexedHeight !== served.view.tip.height);
    };
    while (isBehind() && !this.#closing.signal.aborted) {
      await runtime.sleep(INDEX_CHECK_MS);
      if (runtime.now() - reportedAt < INDEX_REPORT_MS) continue;
      reportedAt = runtime.now();
      const { indexedHeight, targetHeight } = projection!.status();
      logger.info(`the index is at block ${indexedHeight} of ${targetHeight}`);
    }
  }
}

function serializeMined({ height, id, header, transactionCount }: StoredBlockSummary): DevnetMinedBlock {
  return { height, id, timestamp: header.timestamp, transaction_count: transactionCount };
}
