import { setImmediate } from 'node:timers/promises';
import {
  blockWork,
  decodeBlockHeader,
  getNetwork,
  HEADER_SIZE,
  signTransaction,
  type Network,
  type Transaction,
} from '@cairn/protocol';
import { developmentAccounts, type DevelopmentAccount } from '@cairn/protocol/development-accounts';
import { mkdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Twin } from '../crash/twin.ts';
import { createRandom, type Random } from '../random.ts';
import { requireSoundMempool } from './mempool-model.ts';
import { SimulatedNode } from './simulated-node.ts';
import { SimulatedNetwork } from './simulated-network.ts';
import { SimulatedTime } from './simulated-time.ts';
import { BLOCK_FILE, FailingDisk, type SimulatedDisk } from './failing-disk.ts';
import { FailingMemory } from './failing-memory.ts';
import { Liars } from './liar.ts';
import { planPartition, type Action, type PartitionPlan } from './partition-plan.ts';

/** Devnet's rules, and testnet's with devnet's easiest target, where difficulty follows the pace of blocks. */
const NETWORKS: readonly Network[] = [
  getNetwork('devnet'),
  { ...getNetwork('testnet'), proofOfWorkLimitBits: getNetwork('devnet').proofOfWorkLimitBits },
];
const YEAR_MS = 365 * 24 * 3_600_000;
/** Time limit for the nodes to agree after a partition. Up to a minute passes between two connection attempts. */
const AGREEMENT_MS = 15 * 60_000;
/**
 * Time after the agreement in which transfers of disconnected blocks are relayed again, and late disagreement would
 * show.
 */
const RELAY_MS = 35_000;
/** Time after which another block breaks a tie: nodes do not switch between branches of equal work. */
const TIE_MS = 20_000;
/** Limit of rounds in which the clock waits for the nodes: some of their work waits for the clock. */
const MAX_ROUNDS = 20_000;
/** Real time limit for an index to catch up: its thread is not on the simulated clock. */
const INDEX_NANOSECONDS = 60_000_000_000n;
/** Limit of a sender's transfers per partition, below the mempool's 64, so that all can become pending again. */
const MAX_TRANSFERS = 50;
/** As MAX_TRANSFERS, of the double spender, whose transfers are all of one chain. */
const MAX_CHAIN = 64;

/** Totals of worlds, for the report; of none yet. */
export const noSummary = () => ({
  partitions: 0,
  blocks: 0,
  transfers: 0,
  restarts: 0,
  /** Of transfers of one nonce, to both halves of the nodes. */
  doubleSpends: 0,
  lies: 0,
  /** Writes that failed. */
  failures: 0,
  /** Of all nodes together. */
  reorganizations: 0,
  deepest: 0,
});
export type WorldSummary = ReturnType<typeof noSummary>;

export interface WorldOptions {
  /** One in so many writes of a chain fails. */
  readonly failingWrites: number;
  /** Whether the nodes' stores are in memory; they have no projection then. */
  readonly inMemory: boolean;
}

/** Nodes on a simulated network with a simulated clock; the seed determines all planned events. */
export class World {
  readonly summary = noSummary();
  readonly #random: Random;
  readonly #time: SimulatedTime;
  readonly #links: SimulatedNetwork;
  readonly #network: Network;
  readonly #nodes: SimulatedNode[];
  readonly #disk: SimulatedDisk;
  readonly #liars: Liars;
  readonly #accounts: readonly DevelopmentAccount[];
  readonly #twin: Twin;
  /** Events within this many milliseconds occur before the clock waits for the nodes' work. */
  readonly #window: number;
  /** Total work up to each mined block. */
  readonly #works = new Map<string, bigint>();
  /** Groups of the last partition. */
  #lastGroups: ReadonlyMap<string, number> = new Map();
  /** Nonce of each sender at the last agreement of the nodes. */
  #settledNonces = new Map<string, number>();

  private constructor(
    seed: number,
    folder: string,
    time: SimulatedTime,
    twin: Twin,
    network: Network,
    { failingWrites, inMemory }: WorldOptions,
  ) {
    this.#random = createRandom(seed, 1);
    this.#time = time;
    this.#twin = twin;
    this.#network = network;
    this.#accounts = developmentAccounts(network);
    const random = this.#random;
    this.#window = random.pick([0, 0, 20, 100]);
    const quality = {
      latency: random.integer(1, 200),
      jitter: random.pick([0, 50, 400, 2_000]),
      loss: random.pick([0, 0, 0.05, 0.3]),
    };
    this.#links = new SimulatedNetwork(time, createRandom(seed, 2), quality);
    this.#liars = new Liars(network, this.#links, random);
    const paths = Array.from({ length: random.integer(3, 6) }, (_, index) => join(folder, `node-${index}`));
    const chance = createRandom(seed, 3);
    this.#disk = inMemory
      ? new FailingMemory(chance, failingWrites)
      : new FailingDisk(chance, failingWrites, paths);
    this.#nodes = this.#makeNodes(paths);
  }

  /** @param folder an empty one */
  static async open(seed: number, folder: string, options: WorldOptions): Promise<World> {
    const network = NETWORKS[seed % NETWORKS.length]!;
    mkdirSync(join(folder, 'twin'), { recursive: true });
    const stores = { projected: !options.inMemory, network, maxBlockFileSize: BLOCK_FILE };
    const twin = await Twin.begin({ path: join(folder, 'twin'), ...stores });
    const time = new SimulatedTime(network.genesisTime * 1_000 + YEAR_MS / 2);
    const world = new World(seed, folder, time, twin, network, options);
    time.install();
    try {
      for (const node of world.#nodes) await node.start();
      await world.#begin();
    } catch (error) {
      world.abandon();
      throw error;
    }
    return world;
  }

  /** Gives the process its clock back. After a failure nobody knows whether the nodes can be stopped. */
  abandon(): void {
    this.#time.restore();
  }

  async close(): Promise<void> {
    this.#links.partition(new Map());
    this.#time.restore();
    for (const node of this.#nodes) if (node.isRunning) await node.stop();
    await this.#twin.end();
  }

  /**
   * Partitions the network, lets every group continue by itself, and reconnects it.
   * @param deepest depth of the deepest reorganization, in blocks
   * @throws Error with the first violated expectation
   */
  async partition(deepest: number): Promise<void> {
    const plan = planPartition(this.#random, this.#nodes.length, deepest, this.#network.retarget === 'asert');
    this.summary.partitions += 1;
    this.#lastGroups = this.#groupsOf(plan);
    this.#links.partition(this.#lastGroups);
    this.#disk.isFailing = true;
    await this.#play(plan.apart);
    this.#links.partition(new Map());
    await this.#play(plan.together);
    this.#disk.isFailing = false;
    await this.#agree();
    await this.#compare();
  }

  #makeNodes(paths: readonly string[]): SimulatedNode[] {
    const addresses = paths.map((_, index) => `/ip4/10.0.0.${index + 1}/tcp/18445`);
    return addresses.map((address, index) => {
      const others = addresses.filter((_, other) => other !== index && this.#random.chance(0.5));
      const path = paths[index]!;
      mkdirSync(path, { recursive: true });
      return new SimulatedNode({
        name: basename(path),
        address,
        path,
        disk: this.#disk,
        network: this.#network,
        links: this.#links,
        peers: [...new Set([addresses[(index + 1) % paths.length]!, ...others])],
        miner: this.#accounts[9 - index]!.address,
        skew: this.#random.integer(-20_000, 20_000),
        isProjected: index === 0 || this.#random.chance(0.3),
      });
    });
  }

  /** Mines common blocks, so that miners have coins. */
  async #begin(): Promise<void> {
    await this.#advance(10_000);
    for (let count = 0; count < 2 * this.#nodes.length; count += 1) {
      await this.#act({ kind: 'mine', at: 0, node: count % this.#nodes.length });
      await this.#advance(this.#network.retarget === 'asert' ? 60_000 : 5_000);
    }
    await this.#agree();
    await this.#compare();
  }

  #groupsOf({ groups }: PartitionPlan): Map<string, number> {
    return new Map(this.#nodes.map(({ name }, index) => [name, groups[index]!]));
  }

  /** Performs actions at their times. */
  async #play(actions: readonly Action[]): Promise<void> {
    const began = this.#time.now();
    for (const action of actions) {
      await this.#advance(began + action.at - this.#time.now());
      await this.#act(action);
    }
  }

  async #act(action: Action): Promise<void> {
    if (action.kind === 'cut') return this.#links.partition(this.#lastGroups);
    if (action.kind === 'join') return this.#links.partition(new Map());
    if (action.kind === 'double-spend') return this.#spendTwice(action.transfers);
    const node = this.#nodes[action.node]!;
    if (action.kind === 'start') {
      if (!node.isRunning) await node.start();
    } else if (!node.isRunning || node.hasFailed) return;
    else if (action.kind === 'lie') {
      this.summary.lies += 1;
      await this.#liars.lieTo(node);
    } else if (action.kind === 'mine') await this.#mine(node);
    else if (action.kind === 'transfer') await this.#transfer(node, action);
    else if (action.kind === 'stop') {
      this.summary.restarts += 1;
      await node.stop();
    } else {
      this.summary.restarts += 1;
      await node.restart();
    }
  }

  async #mine(node: SimulatedNode): Promise<void> {
    const raw = await node.mine().catch((error: unknown) => {
      if (!node.hasFailed) throw error;
    });
    if (raw === undefined) return;
    const { previousBlockId, bits } = decodeBlockHeader(raw.subarray(0, HEADER_SIZE));
    const tip = node.chain.tip();
    const below = this.#works.get(previousBlockId) ?? node.chain.view.tip.work - blockWork(bits);
    this.#works.set(tip.id, below + blockWork(bits));
    this.summary.blocks += 1;
  }

  async #transfer(
    node: SimulatedNode,
    { from, to, value }: Extract<Action, { kind: 'transfer' }>,
  ): Promise<void> {
    const { address: fromAddress, privateKey } = this.#accounts[from]!;
    const account = node.chain.view.account(fromAddress);
    const pending = node.mempool.pendingOutgoing(fromAddress).length;
    const nonce = (account?.nonce ?? 0) + pending + 1;
    if (nonce - (this.#settledNonces.get(fromAddress) ?? 0) > MAX_TRANSFERS) return;
    const body = {
      chain: this.#network.chainId,
      nonce,
      fee: BigInt(value % 1_000) + 1n,
      value: BigInt(value),
    };
    const toAddress = this.#accounts[to]!.address;
    const transfer = signTransaction({ ...body, fromAddress, toAddress }, privateKey);
    if (await node.submit(transfer)) this.summary.transfers += 1;
  }

  /** Gives each half of the nodes other transfers with the same nonces, in chains. */
  async #spendTwice(transfers: number): Promise<void> {
    const { address: fromAddress, privateKey } = this.#accounts[0]!;
    const last = (this.#settledNonces.get(fromAddress) ?? 0) + MAX_CHAIN;
    const signed = new Map<string, Transaction>();
    this.summary.doubleSpends += 1;
    const shift = this.#random.integer(0, 2);
    for (const [index, node] of this.#nodes.entries()) {
      if (!node.isRunning || node.hasFailed) continue;
      const half = (index + shift) % 2;
      const first = (node.chain.view.account(fromAddress)?.nonce ?? 0) + 1;
      for (let nonce = first; nonce < Math.min(first + transfers, last + 1); nonce += 1) {
        const body = { chain: this.#network.chainId, nonce, fee: 1n, value: 1n };
        const toAddress = this.#accounts[1 + half]!.address;
        const key = `${nonce} ${half}`;
        const transfer = signed.get(key) ?? signTransaction({ ...body, fromAddress, toAddress }, privateKey);
        signed.set(key, transfer);
        await node.submit(transfer); // refused where the other one is pending
      }
    }
  }

  /** Advances the clock, event by event. */
  async #advance(milliseconds: number): Promise<void> {
    const end = this.#time.now() + Math.max(0, milliseconds);
    for (let next = this.#time.next(); next !== undefined && next <= end; next = this.#time.next()) {
      this.#time.moveTo(Math.min(end, next + this.#window));
      await this.#settle();
    }
    this.#time.moveTo(end);
    await this.#settle();
  }

  /** Waits until the nodes have done all work that does not wait for the clock. */
  async #settle(): Promise<void> {
    let quiet = 0;
    for (let round = 0; quiet < 3 && round < MAX_ROUNDS; round += 1) {
      await setImmediate();
      const isBusy = this.#links.isBusy || this.#nodes.some((node) => node.isBusy);
      quiet = isBusy ? 0 : quiet + 1;
    }
    for (const node of this.#nodes) {
      node.requireReadiness();
      if (node.hasFailed) await node.restart(); // as the process that ends does
    }
  }

  /** Advances the clock until every node is on the branch with the most work and reports that it is ready. */
  async #agree(): Promise<void> {
    const end = this.#time.now() + AGREEMENT_MS;
    let tieAt = this.#time.now() + TIE_MS;
    while (!this.#doAgree()) {
      if (this.#time.now() > end) throw new Error(`the nodes do not agree:\n${this.#describe()}`);
      await this.#advance(1_000);
      if (this.#time.now() < tieAt || !this.#isTie()) continue;
      tieAt = this.#time.now() + TIE_MS;
      await this.#mine(this.#random.pick(this.#nodes));
    }
    await this.#advance(RELAY_MS);
    this.#requireFailures();
    if (!this.#doAgree()) throw new Error(`the nodes no longer agree:\n${this.#describe()}`);
  }

  /** Requires that every write that failed has ended its node, and that nothing was written after it. */
  #requireFailures(): void {
    const { failures, problems } = this.#disk;
    const ends = this.#nodes.reduce((sum, node) => sum + node.failures, 0);
    if (problems.length > 0) throw new Error(problems[0]);
    if (ends !== failures) throw new Error(`${failures} writes failed, and nodes ended ${ends} times`);
    this.summary.failures = failures;
  }

  #doAgree(): boolean {
    const [first] = this.#nodes;
    const tip = first!.chain.tip().id;
    // A liar leaves soon, and a node that is linked to liars alone may wait minutes for its next try to reach another.
    const isLinked = this.#nodes.every(({ peers }) =>
      peers.state().peers.some(({ host }) => !host.startsWith('10.9.')),
    );
    return (
      isLinked &&
      first!.chain.view.tip.work >= this.#mostWork() &&
      this.#nodes.every(({ chain }) => chain.tip().id === tip) &&
      this.#nodes.every(({ peers }) => peers.state().ready && !peers.isBehind())
    );
  }

  #mostWork(): bigint {
    return [...this.#works.values()].reduce((most, work) => (work > most ? work : most), 0n);
  }

  #isTie(): boolean {
    const tips = new Set(this.#nodes.map(({ chain }) => chain.tip().id));
    const works = new Set(this.#nodes.map(({ chain }) => chain.view.tip.work));
    return tips.size > 1 && works.size === 1;
  }

  #describe(): string {
    return this.#nodes
      .map(({ name, chain, peers, problems }) => {
        const { ready, syncing, bestPeerHeight, peers: connected } = peers.state();
        const tip = chain.tip();
        return `${name}: ${tip?.height} ${tip?.id.slice(0, 12)} work ${chain.view.tip.work} of ${this.#mostWork()}, ready ${ready}, syncing ${syncing}, ${connected.length} peers up to ${bestPeerHeight}; ${problems.join('; ')}`;
      })
      .join('\n');
  }

  /** Compares every store of every node with the twin's, which has received only the blocks of the winning branch. */
  async #compare(): Promise<void> {
    const deadline = process.hrtime.bigint() + INDEX_NANOSECONDS;
    while (this.#nodes.some((node) => !node.isIndexed)) {
      if (process.hrtime.bigint() > deadline) throw new Error('an index does not catch up');
      await setImmediate();
    }
    this.#time.restore();
    try {
      for (const node of this.#nodes) await this.#compareNode(node);
    } finally {
      this.#time.install();
    }
    for (const { address } of this.#accounts)
      this.#settledNonces.set(address, this.#nodes[0]!.chain.view.account(address)?.nonce ?? 0);
    this.#works.clear();
    const { chain } = this.#nodes[0]!;
    this.#works.set(chain.tip().id, chain.view.tip.work);
  }

  async #compareNode(node: SimulatedNode): Promise<void> {
    const [problem] = node.problems;
    if (problem !== undefined) throw new Error(`${node.name}: ${problem}`);
    const { reorganizations, deepest } = node.takeReorganizations();
    this.summary.reorganizations += reorganizations;
    this.summary.deepest = Math.max(this.summary.deepest, deepest);
    try {
      await this.#twin.requireEqual(node.stores);
      const canAllPay = this.#network.retarget === 'constant';
      requireSoundMempool(node, this.#accounts, canAllPay);
      await node.requireSoundBranches(this.#liars.blocks);
    } catch (error) {
      throw new Error(`${node.name}: ${(error as Error).message}`, { cause: error });
    }
  }
}
