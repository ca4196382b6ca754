import {
  type BlockId,
  ConsensusError,
  blockId,
  blockIdBytes,
  encodeTransaction,
  meetsTarget,
  type Network,
  type Transaction,
} from '@cairn/protocol';
import { join } from 'node:path';
import { pino, type Logger } from 'pino';
import type { Chain, ChainEvent, ChainTip } from '@cairn/chain';
import { longestValidSequence, type Mempool, MEMPOOL_POLICY } from '@cairn/chain/mempool';
import { composeBlock, sealBlock } from '@cairn/chain/miner';
import { PeerNetwork } from '../../src/p2p/peer-network.ts';
import { StorageWriteError } from '@cairn/chain/storage';
import { openStores, type Stores } from '../crash/stores.ts';
import type { SimulatedDisk } from './failing-disk.ts';
import type { SimulatedNetwork } from './simulated-network.ts';
import { runtime } from '../../src/home/runtime.ts';

/** Limit of the starts that a failing write ends, one after another. */
const MAX_STARTS = 100;
/** Log lines that must not occur in an honest network. */
const UNEXPECTED =
  /dropped and refused|disconnecting|rebuilt|could not|cannot (?:be|forget|store|use|write)|failed|damaged|invalid/i;

interface SimulatedNodeOptions {
  readonly name: string;
  /** Multiaddr. */
  readonly address: string;
  /** Folder of its data directory. */
  readonly path: string;
  readonly network: Network;
  readonly links: SimulatedNetwork;
  readonly disk: SimulatedDisk;
  /** Addresses that it dials. */
  readonly peers: readonly string[];
  /** Address of its rewards. */
  readonly miner: string;
  /** Milliseconds by which its clock is ahead of the simulated one; negative if it is behind. */
  readonly skew: number;
  /** Whether it has a projection in SQLite. */
  readonly isProjected: boolean;
}

/** The parts that are open while a node runs. */
interface Running {
  readonly stores: Stores;
  readonly peers: PeerNetwork;
}

/** A node with everything above libp2p: chain, stores, mempool, projection, peer network and block templates. */
export class SimulatedNode {
  readonly options: SimulatedNodeOptions;
  /** Transfers that it has ever had, pending or in a block of its chain, by sender and nonce. */
  readonly transfers = new Map<string, Set<string>>();
  /** Log lines and events that must not occur in an honest network. */
  readonly problems: string[] = [];
  #running: Running | undefined;
  #hasFailed = false;
  /** Writes that failed. */
  failures = 0;
  /** Number of blocks that each reorganization disconnected. */
  #depths: number[] = [];
  /** The tip according to the events. */
  #eventTip: ChainTip | undefined;

  constructor(options: SimulatedNodeOptions) {
    this.options = options;
  }

  get name(): string {
    return this.options.name;
  }

  get isRunning(): boolean {
    return this.#running !== undefined;
  }

  /** True once a write has failed: it has to end. */
  get hasFailed(): boolean {
    return this.#hasFailed;
  }

  get chain(): Chain {
    return this.stores.chain;
  }

  get mempool(): Mempool {
    return this.stores.mempool!;
  }

  get peers(): PeerNetwork {
    return this.#need().peers;
  }

  get stores(): Stores {
    return this.#need().stores;
  }

  /** True while blocks wait for validation or commit. */
  get isBusy(): boolean {
    if (this.#running === undefined) return false;
    const { validations, commits } = this.chain.queueLengths;
    return validations + commits > 0;
  }

  /** True once the projection, if it has one, has caught up. */
  get isIndexed(): boolean {
    const { chain, projection } = this.stores;
    if (projection === undefined) return true;
    const { state, indexedHeight } = projection.status();
    return state === 'ready' && indexedHeight === chain.tip().height;
  }

  /** Starts it, again and again while a write fails. @throws Error if it never starts */
  async start(): Promise<void> {
    for (let attempts = 0; attempts < MAX_STARTS; attempts += 1) {
      this.#hasFailed = false;
      this.options.disk.repair(this.options.path);
      try {
        return await this.#open();
      } catch (error) {
        if (!(error instanceof StorageWriteError)) throw error;
        if (!this.#hasFailed) this.failures += 1;
      }
    }
    throw new Error(`${this.name} does not start: too many writes fail`);
  }

  async #open(): Promise<void> {
    const { path, network, name, address, peers, isProjected, links, disk } = this.options;
    const logger = this.#logger();
    const stores = await openStores({
      path,
      network,
      place: disk.open(path, network, isProjected),
      pending: true,
      clock: () => Math.floor(this.#clock() / 1_000),
      logger,
      onFatal: () => this.#fail(),
    });
    const { chain } = stores;
    const mempool = stores.mempool!;
    const listener = { host: '127.0.0.1', port: 0, mdns: false };
    const peerNetwork = new PeerNetwork({
      config: { ...listener, peers, bootstrap: undefined, localPeers: false },
      chain,
      mempool,
      logger,
      keyFile: join(path, 'peer.key'),
      addressFile: join(path, 'peers.json'),
      metrics: undefined,
      clock: () => this.#clock(),
      createHost: links.createHost(name, address),
    });
    this.#running = { stores, peers: peerNetwork };
    this.#watch(chain, mempool);
    await peerNetwork.start();
  }

  async stop(): Promise<void> {
    const { stores, peers } = this.#need();
    await peers.close();
    await stores.close();
    this.#running = undefined;
  }

  /** Stops and starts again. @throws Error if a pending transaction is lost that is still valid */
  async restart(): Promise<void> {
    await this.peers.close();
    await this.chain.idle();
    const before = [...this.mempool.inBlockOrder()];
    await this.stop();
    await this.start();
    // A start may complete a change of the chain, on which fewer of them may be valid.
    const now = Math.floor(this.#clock() / 1_000);
    const lost = [...Map.groupBy(before, ({ transaction }) => transaction.fromAddress)].filter(
      ([sender, pending]) => {
        const valid = longestValidSequence(pending, this.chain.view.account(sender), MEMPOOL_POLICY, now);
        return this.mempool.pendingOutgoing(sender).length < valid.length;
      },
    );
    if (lost.length > 0) throw new Error(`${this.name} has lost pending transfers of ${lost.length} senders`);
  }

  /** Mines the next block with pending transactions, unless the node is behind its peers. @returns its bytes */
  async mine(): Promise<Uint8Array | undefined> {
    const { chain, mempool, peers } = this;
    if (peers.isBehind()) return undefined;
    const now = Math.floor(this.#clock() / 1_000);
    const template = await chain.composeOnTip((tip) =>
      composeBlock(tip, { candidates: mempool.inBlockOrder(), miner: this.options.miner, now }, runtime.turn),
    );
    for (let nonce = 0; ; nonce += 1) {
      const raw = sealBlock(template, nonce);
      if (!meetsTarget(blockIdBytes(raw), template.header.bits)) continue;
      return (await this.#append(raw, template.header.previousBlockId)) ? raw : undefined;
    }
  }

  /** Appends a mined block. @returns false if another block was accepted at its height first */
  async #append(raw: Uint8Array, parentId: string): Promise<boolean> {
    const { chain } = this;
    const isTooLate = (): boolean => chain.tip().id !== parentId;
    if (isTooLate()) return false;
    try {
      await chain.appendBlock(raw);
      return true;
    } catch (error) {
      if (error instanceof ConsensusError && isTooLate()) return false;
      throw error;
    }
  }

  /** Submits a transfer. @returns false if the mempool rejects it */
  async submit(transfer: Transaction): Promise<boolean> {
    return (await this.mempool.submit(encodeTransaction(transfer))).status === 'accepted';
  }

  /** The reorganizations since the last call. */
  takeReorganizations(): { reorganizations: number; deepest: number } {
    const depths = this.#depths;
    this.#depths = [];
    return { reorganizations: depths.length, deepest: Math.max(0, ...depths) };
  }

  /** @throws Error if it says that it is ready although a heavier branch whose blocks are all here is not its chain */
  requireReadiness(): void {
    if (this.#running === undefined || this.#hasFailed || this.isBusy) return;
    const { chain, peers } = this;
    if (chain.tree.reorganization() !== undefined && peers.state().ready)
      throw new Error(`${this.name} says that it is ready, and has a heavier branch`);
  }

  /**
   * @param invalid blocks that are invalid
   * @throws Error if the list of branches contradicts the chain, or a side block cannot be read
   */
  async requireSoundBranches(invalid: ReadonlySet<BlockId>): Promise<void> {
    const { chain } = this;
    const ends = chain.tree.ends();
    const active = ends.filter(({ state }) => state === 'active');
    if (active.length !== 1 || active[0]!.block.id !== chain.tip().id)
      throw new Error('the tip is not the end of the active branch');
    const heavier = ends.find(({ block, state }) => state === 'valid' && block.work > chain.view.tip.work);
    if (heavier !== undefined) throw new Error(`a ${heavier.state} branch has more work`);
    const isWrong = ({ state, block }: (typeof ends)[number]): boolean =>
      state === 'invalid' && !invalid.has(block.id);
    if (ends.some(isWrong)) throw new Error('a valid block counts as invalid');
    for (const { id } of chain.staleBlocks(1_000)) {
      const raw = await chain.readBlockById(id);
      if (raw === undefined || blockId(raw) !== id) throw new Error(`side block ${id} cannot be read`);
    }
  }

  #need(): Running {
    if (this.#running === undefined) throw new Error(`${this.name} does not run`);
    return this.#running;
  }

  #fail(): void {
    if (this.#hasFailed) this.problems.push('it told twice that a write has failed');
    this.#hasFailed = true;
    this.failures += 1;
  }

  /** Unix milliseconds. */
  #clock(): number {
    return this.options.links.time.now() + this.options.skew;
  }

  #logger(): Logger {
    const write = (line: string): void => {
      const { level, msg } = JSON.parse(line) as { level: number; msg: string };
      const isReorganization = msg.startsWith('Reorganized above ');
      const isExpected =
        isReorganization || /cannot be reached/.test(msg) || this.#hasFailed || isAboutLiar(msg);
      if ((level >= 50 && !this.#hasFailed) || (level >= 30 && !isExpected && UNEXPECTED.test(msg)))
        this.problems.push(msg);
    };
    return pino({ level: 'info', base: null }, { write });
  }

  /** Checks the events of chain and mempool, and remembers every transfer. */
  #watch(chain: Chain, mempool: Mempool): void {
    this.#eventTip = chain.tip();
    chain.subscribe((event) => this.#follow(chain, event));
    for (const { id, transaction } of mempool.inBlockOrder()) this.#remember(transaction, id);
    mempool.subscribe(({ id, transaction }) => this.#remember(transaction, id));
  }

  #follow(chain: Chain, { oldTip, newTip, commonHeight, disconnected, connected }: ChainEvent): void {
    if (oldTip.id !== this.#eventTip?.id || newTip.id !== chain.tip().id)
      this.problems.push(`the change to ${newTip.height} does not follow ${this.#eventTip?.height}`);
    this.#eventTip = newTip;
    if (disconnected.length > 0) {
      this.#depths.push(disconnected.length);
      const old = chain.tree.get(oldTip.id);
      if (old !== undefined && old.work >= chain.view.tip.work)
        this.problems.push('it left a branch with at least as much work');
    }
    for (const [index, id] of connected.entries()) {
      const height = commonHeight + 1 + index;
      if (chain.view.locateBlock(height)?.id !== id)
        this.problems.push(`block ${height} is not the one of the event`);
      void this.#rememberAll(chain, height);
    }
  }

  async #rememberAll(chain: Chain, height: number): Promise<void> {
    const transfers = chain.view.transactions(height, { offset: 1, limit: 1_000 });
    for (const { transaction, id } of transfers!) this.#remember(transaction, id);
  }

  #remember({ fromAddress, nonce }: { fromAddress: string; nonce: number }, id: string): void {
    const key = `${fromAddress} ${nonce}`;
    const known = this.transfers.get(key) ?? new Set();
    this.transfers.set(key, known.add(id));
  }
}

const LIARS = /liar-\d+/;

/** True for a log line about a liar. */
function isAboutLiar(line: string): boolean {
  return LIARS.test(line);
}
