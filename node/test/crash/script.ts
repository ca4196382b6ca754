import {
  type BlockId,
  blockId,
  bytesToHex,
  decodeTransaction,
  encodeTransaction,
  hexToBytes,
  minimumReplacementFee,
  type Transaction,
} from '@cairn/protocol';
import type { Chain } from '@cairn/chain';
import { ACCOUNTS, buildTestBlock, transfer } from '@cairn/chain/test-support';
import { createRandom, type Random } from '../random.ts';
import type { Stores } from './stores.ts';
import { Twin } from './twin.ts';

/**
 * What a process does until it ends.
 * - `append`: appends blocks
 * - `forget`: appends blocks, steps back for good, and adopts forgotten blocks again
 * - `switch`: all of that; and follows side branches, replaces blocks by hand, and returns to branches that were left
 * - `pending`: submits, replaces and mines transactions
 */
export type Workload = 'append' | 'forget' | 'switch' | 'pending';

/** One operation. Bytes are hexadecimal. To repeat a finished one changes nothing. */
export type Operation =
  /** Blocks of one branch arrive, the lowest first. */
  | { readonly kind: 'offer'; readonly raws: readonly string[] }
  | { readonly kind: 'forget'; readonly height: number }
  /** The blocks above a height are replaced by hand, and stay as a branch. */
  | { readonly kind: 'replace'; readonly height: number; readonly raws: readonly string[] }
  | { readonly kind: 'submit'; readonly raws: readonly string[] };

/** An operation, and the tips that a process may have that ends in it; the last one is the tip after it. */
interface Step {
  readonly operation: Operation;
  readonly tips: readonly BlockId[];
}

/** Accounts that send. */
const SENDERS = [1, 2, 3, 4, 5];
/** Far below the limit of 64 per sender, so that nothing is rejected. */
const MAX_PENDING = 20;
/** Most blocks that leave the chain at once. */
const DEPTH = 5;

/** Performs an operation; resolves when it is acknowledged. */
export async function perform({ chain, mempool }: Stores, operation: Operation): Promise<void> {
  if (operation.kind === 'forget') return chain.replaceAbove(operation.height, async () => undefined);
  const raws = operation.raws.map(hexToBytes);
  if (operation.kind === 'replace') {
    if (chain.tip().id === blockId(raws.at(-1)!)) return;
    const next = raws.values();
    await chain.replaceAbove(operation.height, async () => next.next().value, { keepLeft: true });
  } else if (operation.kind === 'offer') {
    for (const raw of raws) {
      const { outcome } = await chain.offerBlock(raw);
      if (outcome === 'orphan' || outcome === 'too_old') throw new Error(`a block was ${outcome}`);
    }
  } else {
    const admissions = await Promise.all(raws.map((raw) => mempool!.submit(raw)));
    const refused = admissions.find(({ status }) => status === 'rejected');
    if (refused !== undefined) throw new Error(`a valid transaction was refused: ${JSON.stringify(refused)}`);
  }
}

/** Writes what a process is to do, and knows where the chain has to be after each operation. */
export class Script {
  readonly #workload: Workload;
  readonly #random: Random;
  /** Where blocks are built. */
  readonly #workshop: Twin;
  readonly #blocks = new Map<BlockId, { raw: Uint8Array; parent: BlockId; height: number }>();
  readonly #steps: Step[] = [];
  /** Ends of branches that were left or never became the chain. */
  readonly #ends: BlockId[] = [];
  #tip: BlockId;

  private constructor(workload: Workload, seed: number, workshop: Twin) {
    this.#workload = workload;
    this.#random = createRandom(seed);
    this.#workshop = workshop;
    this.#tip = workshop.stores.chain.tip().id;
  }

  /** @param path of a new data directory, where it builds blocks */
  static async begin(workload: Workload, seed: number, path: string): Promise<Script> {
    return new Script(workload, seed, await Twin.begin({ path, pending: workload === 'pending' }));
  }

  end(): Promise<void> {
    return this.#workshop.end();
  }

  /** Steps by their numbers. */
  async steps(from: number, until: number): Promise<readonly Step[]> {
    while (this.#steps.length < until) this.#steps.push(await this.#nextStep(this.#steps.length));
    return this.#steps.slice(from, until);
  }

  /** The blocks of the chain with this tip, without the genesis block. */
  chainOf(tip: BlockId): Uint8Array[] {
    const blocks: Uint8Array[] = [];
    for (let at = this.#blocks.get(tip); at !== undefined; at = this.#blocks.get(at.parent))
      blocks.push(at.raw);
    return blocks.toReversed();
  }

  async #nextStep(number: number): Promise<Step> {
    const { stores } = this.#workshop;
    if (this.#workload === 'pending' && this.#random.chance(0.7)) {
      const operation = {
        kind: 'submit',
        raws: transfersToSubmit(stores, this.#random).map(bytesToHex),
      } as const;
      await perform(stores, operation);
      return { operation, tips: [this.#tip] };
    }
    // A turn for each kind of operation, so that a few steps have them all.
    const turn = this.#heightOf(this.#tip) < 2 * DEPTH ? 0 : number % 5;
    const hasBranches = this.#workload === 'switch';
    if (turn === 1 && (hasBranches || this.#workload === 'forget')) return this.#forget();
    if (turn === 2 && hasBranches) return this.#replace();
    if (turn === 3 && hasBranches) return this.#offerBranch();
    const end = this.#workload === 'append' || turn !== 4 ? undefined : this.#ends.at(-1);
    if (end === undefined || this.#heightOf(end) < this.#heightOf(this.#tip) - DEPTH)
      return this.#offer(await this.#build(this.#tip, 1));
    // Returns to a branch that was left, or adopts what was forgotten.
    const missing = Math.max(1, this.#heightOf(this.#tip) + 1 - this.#heightOf(end));
    return this.#offer([...this.#branchTo(end), ...(await this.#build(end, missing))]);
  }

  async #offerBranch(): Promise<Step> {
    const depth = this.#random.integer(1, DEPTH + 1);
    return this.#offer(await this.#build(this.#ancestor(depth), this.#random.integer(depth, depth + 3)));
  }

  #offer(ids: readonly BlockId[]): Step {
    const raws = ids.map((id) => bytesToHex(this.#blocks.get(id)!.raw));
    return { operation: { kind: 'offer', raws }, tips: this.#switchTo(ids) };
  }

  async #replace(): Promise<Step> {
    const depth = this.#random.integer(1, DEPTH + 1);
    const ids = await this.#build(this.#ancestor(depth), depth + 1);
    const height = this.#heightOf(this.#tip) - depth;
    const raws = ids.map((id) => bytesToHex(this.#blocks.get(id)!.raw));
    return { operation: { kind: 'replace', height, raws }, tips: this.#switchTo(ids) };
  }

  #forget(): Step {
    const depth = this.#random.integer(1, DEPTH);
    // Each of several writes is for good.
    const tips = Array.from({ length: depth + 1 }, (_, at) => this.#ancestor(at));
    this.#ends.push(this.#tip);
    this.#tip = tips.at(-1)!;
    return { operation: { kind: 'forget', height: this.#heightOf(this.#tip) }, tips };
  }

  /** Follows a branch if it has more work. @returns the tips on the way; none has less work than the tip before it */
  #switchTo(branch: readonly BlockId[]): BlockId[] {
    const before = this.#tip;
    const end = branch.at(-1)!;
    const height = this.#heightOf(before);
    const isHeavier = this.#heightOf(end) > height;
    if (isHeavier) this.#tip = end;
    if (this.#blocks.get(branch[0]!)!.parent !== before) this.#ends.push(isHeavier ? before : end);
    return [before, ...branch.filter((id) => this.#heightOf(id) >= height), this.#tip];
  }

  /** Builds blocks on top of a known one. */
  async #build(on: BlockId, count: number): Promise<BlockId[]> {
    await this.#workshop.reach(this.chainOf(on));
    const { stores } = this.#workshop;
    const { chain, mempool } = stores;
    const ids: BlockId[] = [];
    for (let made = 0; made < count; made += 1) {
      const { id: parent, height } = chain.tip();
      const transfers =
        mempool === undefined ? newTransfers(chain, this.#random) : pendingTransfers(stores, this.#random);
      const raw = buildTestBlock(chain, transfers, { miner: this.#random.integer(6, 10) });
      const { id } = await chain.appendBlock(raw);
      this.#blocks.set(id, { raw, parent, height: height + 1 });
      ids.push(id);
    }
    return ids;
  }

  /** The blocks of a branch above those that it shares with the chain. */
  #branchTo(end: BlockId): BlockId[] {
    const chain = new Set(this.chainOf(this.#tip).map((raw) => blockId(raw)));
    const ids: BlockId[] = [];
    for (let at = end; !chain.has(at) && this.#blocks.has(at); at = this.#blocks.get(at)!.parent)
      ids.push(at);
    return ids.toReversed();
  }

  #ancestor(depth: number): BlockId {
    let id = this.#tip;
    for (let count = 0; count < depth; count += 1) id = this.#blocks.get(id)!.parent;
    return id;
  }

  #heightOf(id: BlockId): number {
    return this.#blocks.get(id)?.height ?? 0;
  }
}

/** Mostly a few transfers, sometimes so many that the block fills its own file. */
function newTransfers(chain: Chain, random: Random): Transaction[] {
  const count = random.chance(0.1) ? random.integer(20, 40) : random.integer(0, 4);
  const nonces = new Map<number, number>();
  return Array.from({ length: count }, () => {
    const from = random.pick(SENDERS);
    const nonce = nonces.get(from) ?? (chain.view.account(ACCOUNTS[from]!.address)?.nonce ?? 0) + 1;
    nonces.set(from, nonce + 1);
    return randomTransfer(from, nonce, random);
  });
}

/** Some pending transfers, each sender's oldest first. */
function pendingTransfers({ mempool }: Stores, random: Random): Transaction[] {
  return SENDERS.flatMap((from) => {
    const sequence = mempool!.pendingOutgoing(ACCOUNTS[from]!.address);
    return sequence.slice(0, random.integer(0, 8)).map(({ raw }) => decodeTransaction(raw));
  });
}

/** New transfers of one sender, or a replacement of a pending one. */
function transfersToSubmit({ chain, mempool }: Stores, random: Random): Uint8Array[] {
  const from = random.pick(SENDERS);
  const { address } = ACCOUNTS[from]!;
  const pending = mempool!.pendingOutgoing(address);
  if (pending.length >= MAX_PENDING || (pending.length > 0 && random.chance(0.2))) {
    const { nonce, fee } = random.pick(pending).transaction;
    return [encodeTransaction(transfer({ from, to: 0, nonce, fee: minimumReplacementFee(fee) }))];
  }
  const first = (chain.view.account(address)?.nonce ?? 0) + pending.length + 1;
  return Array.from({ length: random.integer(1, 5) }, (_, at) =>
    encodeTransaction(randomTransfer(from, first + at, random)),
  );
}

function randomTransfer(from: number, nonce: number, random: Random): Transaction {
  const value = BigInt(random.integer(1, 100_000));
  return transfer({ from, to: random.integer(0, 10), nonce, value, fee: BigInt(random.integer(1, 1_000)) });
}
