/** For tests only: generated blocks, and a chain of them. */
import { appendFileSync } from 'node:fs';
import {
  blockId,
  bytesToHex,
  COINBASE_SENDER,
  decodeBlockHeader,
  encodeAddress,
  encodeBlock,
  encodeTransaction,
  getNetwork,
  MAX_U64,
  merkleRoot,
  transactionIdBytes,
  UNLOCK_SIG_SIZE,
  type Transaction,
} from '@cairn/protocol';
import type { LocatedBlock } from '@cairn/chain';
import type { ProjectedChain } from '@cairn/chain/projection';

const DEVNET = getNetwork('devnet');

/** A different address for each number. */
export function addressOf(number: number): string {
  const hash = new Uint8Array(20);
  new DataView(hash.buffer).setUint32(number % 17, number * 2_654_435_761, true);
  return encodeAddress(hash, DEVNET);
}

/** A generated transfer: sender, receiver, and the amount in thousandths of the sender's balance. */
export interface Wish {
  readonly from: number;
  readonly to: number;
  readonly part: number;
  readonly fee: number;
}

/** Creates blocks with valid balances and nonces; the projection does not check signatures and work. */
export class BlockMaker {
  readonly #balances = new Map<string, bigint>();
  readonly #nonces = new Map<string, number>();
  #height = -1;
  #previousBlockId = '0'.repeat(64);

  /** @param parent of the first block, none by default; then nobody has coins yet */
  constructor(parent?: Uint8Array) {
    if (parent === undefined) return;
    this.#height = decodeBlockHeader(parent).height;
    this.#previousBlockId = blockId(parent);
  }

  make(miner: number, reward: bigint, wishes: readonly Wish[]): Uint8Array {
    this.#height += 1;
    const height = this.#height;
    const transactions = [
      this.#coinbase(addressOf(miner), reward),
      ...wishes.flatMap((w) => this.#transfer(w)),
    ];
    const ids = transactions.map((transaction) => transactionIdBytes(encodeTransaction(transaction)));
    const header = {
      version: 1,
      height,
      previousBlockId: this.#previousBlockId,
      merkleRoot: bytesToHex(merkleRoot(ids)),
      miner: addressOf(miner),
      // Spread over hours, days and weeks; a higher block may have an earlier time.
      timestamp: 1_767_225_600 + ((height * 300_007) % 900_001),
      bits: 0x207f_ffff,
      nonce: 0,
    };
    const raw = encodeBlock({ header, transactions });
    this.#previousBlockId = blockId(raw);
    return raw;
  }

  /** The reward, reduced if the address's balance would otherwise reach 2^64. */
  #coinbase(toAddress: string, reward: bigint): Transaction {
    const balance = this.#balances.get(toAddress) ?? 0n;
    const value = balance + reward > MAX_U64 ? MAX_U64 - balance : reward;
    this.#balances.set(toAddress, balance + value);
    const unlockSig = new Uint8Array(UNLOCK_SIG_SIZE);
    return {
      chain: 3,
      nonce: this.#height,
      fee: 0n,
      value,
      fromAddress: COINBASE_SENDER,
      toAddress,
      unlockSig,
    };
  }

  /** Empty if the sender would have too little, or the recipient too much. */
  #transfer({ from, to, part, fee: wishedFee }: Wish): Transaction[] {
    const [fromAddress, toAddress] = [addressOf(from), addressOf(to)];
    const balance = this.#balances.get(fromAddress) ?? 0n;
    const fee = BigInt(wishedFee);
    const value = ((balance - fee) * BigInt(part)) / 1_000n;
    const received = (this.#balances.get(toAddress) ?? 0n) + value;
    if (value < 1n || (from !== to && received > MAX_U64)) return [];
    const nonce = (this.#nonces.get(fromAddress) ?? 0) + 1;
    this.#nonces.set(fromAddress, nonce);
    this.#balances.set(fromAddress, balance - value - fee);
    this.#balances.set(toAddress, (this.#balances.get(toAddress) ?? 0n) + value);
    const unlockSig = new Uint8Array(UNLOCK_SIG_SIZE).fill(from);
    return [{ chain: 3, nonce, fee, value, fromAddress, toAddress, unlockSig }];
  }
}

/** Blocks one after another in a file, like a node's block file. */
export class BlockFile {
  readonly #path: string;
  #size = 0;

  constructor(path: string) {
    this.#path = path;
  }

  append(raw: Uint8Array): LocatedBlock {
    appendFileSync(this.#path, raw);
    const offset = this.#size;
    this.#size += raw.length;
    const { height } = decodeBlockHeader(raw);
    return { height, id: blockId(raw), path: this.#path, offset, size: raw.length };
  }
}

type Listener = Parameters<ProjectedChain['subscribe']>[0];

/** A chain of generated blocks, which the projection follows like a node's. Blocks that leave it stay in its file. */
export class GeneratedChain implements ProjectedChain {
  readonly network = DEVNET;
  readonly #file: BlockFile;
  readonly #listeners = new Set<Listener>();
  #blocks: LocatedBlock[] = [];

  /** @param path of a new file */
  constructor(path: string) {
    this.#file = new BlockFile(path);
  }

  tip(): LocatedBlock {
    return this.#blocks.at(-1)!;
  }

  get view(): ProjectedChain['view'] {
    return { tip: { ...this.tip(), work: 0n }, locateBlock: (height) => this.#blocks[height] };
  }

  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Replaces the blocks above a height, all at once. */
  switchTo(commonHeight: number, blocks: readonly Uint8Array[]): void {
    const places = blocks.map((raw) => this.#file.append(raw));
    this.#blocks = [...this.#blocks.slice(0, commonHeight + 1), ...places];
    for (const listener of this.#listeners) listener({ newTip: this.tip(), commonHeight });
  }
}

/** A chain and blocks on top of it that only pay a miner. */
export function extend(base: readonly Uint8Array[], count: number, miner = 0): Uint8Array[] {
  const maker = new BlockMaker(base.at(-1));
  return [...base, ...Array.from({ length: count }, () => maker.make(miner, 5n, []))];
}
