/** A devnet chain of full blocks, always the same for a length: it is made once and kept in node_modules/.cache. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import {
  ACCOUNT_ROOT_OFFSET,
  addressFromPublicKey,
  applyTransactions,
  blockId,
  blockIdBytes,
  BlockTransactions,
  bytesToHex,
  concatBytes,
  createCoinbase,
  decodeBlockHeader,
  encodeBlockHeader,
  encodeTransaction,
  genesisBlock,
  getNetwork,
  getPublicKey,
  HEADER_NONCE_OFFSET,
  HEADER_SIZE,
  MAX_BLOCK_TRANSACTIONS,
  meetsTarget,
  merkleRoot,
  signDigest,
  signingDigest,
  subsidyAt,
  TRANSACTION_SIZE,
  transactionIdBytes,
  type TransactionBody,
} from '@cairn/protocol';
import { type DevelopmentAccount, developmentAccounts } from '@cairn/protocol/development-accounts';
import { readU32, writeU32 } from '@cairn/protocol/layout';
import { inRoot } from '@cairn/suite/checkout';
import { ChainChange, NO_ACCOUNTS } from '@cairn/chain';
import { RECORD_HEADER_SIZE, recordHeader } from '@cairn/chain/storage';
import { runtime } from '../node/src/home/runtime.ts';

export const NETWORK = getNetwork('devnet');
/** Transfers of a full block: 39,381. */
export const FULL_BLOCK = MAX_BLOCK_TRANSACTIONS - 1;
/** Transfers of the ten development accounts in the genesis block, and of the treasury in it. */
const [GENESIS_TRANSACTIONS, TREASURY_NONCE] = [10, 10];
/** Accounts that send, each with a balance from the treasury in block 1. */
const SENDERS = 10_000;
const START_BALANCE = 1_000_000_000n;
/** Of each transfer, in pebbles. */
export const FEE = 10n;
/** One in this many recipients is a new address. */
const NEW_ADDRESS_EVERY = 10;
const BLOCK_SECONDS = 60;

/** A file of block records for `cairn import`. */
export interface BenchChain {
  readonly path: string;
  readonly blocks: number;
  /** Coinbases included. */
  readonly transactions: number;
}

/**
 * @param transactions minimum number of transactions
 * @param perBlock transfers of a block above the one that funds the senders; a full block by default
 */
export async function benchChain(transactions: number, perBlock = FULL_BLOCK): Promise<BenchChain> {
  const blocks = Math.max(1, Math.ceil((transactions - SENDERS) / perBlock));
  const size = perBlock === FULL_BLOCK ? '' : `-of-${perBlock}`;
  const chain = {
    path: inRoot(`node_modules/.cache/cairn-bench/committed-chain-${blocks}${size}.blocks`),
    blocks: 2 + blocks,
    transactions: GENESIS_TRANSACTIONS + SENDERS + 1 + blocks * (perBlock + 1),
  };
  if (existsSync(chain.path)) return chain;
  console.error(`Making a chain of ${chain.transactions.toLocaleString('en')} signed transactions (once) …`);
  mkdirSync(dirname(chain.path), { recursive: true });
  await writeRecords(`${chain.path}.partial`, blocksOfChain(blocks, perBlock));
  await rename(`${chain.path}.partial`, chain.path);
  return chain;
}

/** Genesis, the block that funds the senders, and blocks of their transfers. */
async function* blocksOfChain(blocks: number, perBlock: number): AsyncGenerator<Uint8Array> {
  const genesis = genesisBlock(NETWORK);
  yield genesis;
  const maker = await BlockMaker.after([genesis]);
  const [treasury] = developmentAccounts(NETWORK);
  const funding = senders().map(({ address }, index) =>
    signed(treasury!, { nonce: TREASURY_NONCE + index, fee: 0n, value: START_BALANCE, toAddress: address }),
  );
  yield maker.next(concatBytes(...funding));
  for (let block = 0; block < blocks; block += 1)
    yield maker.next(transfers(block * perBlock, perBlock), FEE * BigInt(perBlock));
}

/** Writes blocks as records of a block file. */
export async function writeRecords(
  path: string,
  blocks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
): Promise<void> {
  await using file = await open(path, 'w');
  for await (const raw of blocks) await file.writev([recordHeader(NETWORK, raw.length), raw]);
}

/** Reads the blocks of a file of records. */
export async function* readRecords(path: string): AsyncGenerator<Uint8Array> {
  await using file = await open(path, 'r');
  const { size } = await file.stat();
  const header = new Uint8Array(RECORD_HEADER_SIZE);
  for (let offset = 0; offset < size;) {
    await file.read(header, 0, RECORD_HEADER_SIZE, offset);
    const raw = new Uint8Array(readU32(header, 4));
    await file.read(raw, 0, raw.length, offset + RECORD_HEADER_SIZE);
    yield raw;
    offset += RECORD_HEADER_SIZE + raw.length;
  }
}

type Sender = Pick<DevelopmentAccount, 'privateKey' | 'publicKey' | 'address'>;
let knownSenders: readonly Sender[] | undefined;

function senders(): readonly Sender[] {
  return (knownSenders ??= Array.from({ length: SENDERS }, (_, index) => {
    const privateKey = createHash('sha256').update(`cairn bench sender ${index}`).digest();
    const publicKey = getPublicKey(privateKey);
    return { privateKey, publicKey, address: addressFromPublicKey(publicKey, NETWORK) };
  }));
}

/**
 * The bytes of signed transfers. The senders take turns, so that a transfer's position among all transfers of the chain determines
 * its nonce.
 * @param first position, from 0
 */
export function transfers(first: number, count: number): Uint8Array {
  const all = senders();
  const raws = Array.from({ length: count }, (_, index) => {
    const position = first + index;
    return signed(all[position % SENDERS]!, {
      nonce: Math.floor(position / SENDERS) + 1,
      fee: FEE,
      value: 1_000n + BigInt(position % 997),
      toAddress:
        position % NEW_ADDRESS_EVERY === 0
          ? newAddress(position)
          : all[(position * 7 + 3) % SENDERS]!.address,
    });
  });
  return concatBytes(...raws);
}

function newAddress(position: number): string {
  const digest = createHash('sha512').update(`cairn bench recipient ${position}`).digest();
  return addressFromPublicKey(digest, NETWORK); // never spent from, so any 64 bytes will do
}

function signed(sender: Sender, transfer: Omit<TransactionBody, 'chain' | 'fromAddress'>): Uint8Array {
  const body = { ...transfer, chain: NETWORK.chainId, fromAddress: sender.address };
  const signature = signDigest(signingDigest(body), sender.privateKey);
  return encodeTransaction({ ...body, unlockSig: concatBytes(signature, sender.publicKey) });
}

/** The accounts' own tip does not matter here. */
const NO_TIP = { height: 0, id: '', work: 0n };

/** Makes consecutive blocks, each with the account root after it (PROTOCOL.md section 9). */
export class BlockMaker {
  readonly #accounts: ChainChange;
  #tip: Uint8Array;

  private constructor(below: ConstructorParameters<typeof ChainChange>[0], tip: Uint8Array) {
    this.#accounts = new ChainChange(below, runtime.turn);
    this.#tip = tip;
  }

  /** Begins on top of the last of some blocks. @param blocks from genesis on */
  static async after(blocks: readonly Uint8Array[]): Promise<BlockMaker> {
    const maker = new BlockMaker({ ...NO_ACCOUNTS, tip: NO_TIP }, blocks.at(-1)!);
    for (const [height, block] of blocks.entries()) await maker.#apply(height, block.subarray(HEADER_SIZE));
    return maker;
  }

  /** Makes blocks of another branch, which begins here. */
  fork(): BlockMaker {
    return new BlockMaker(this.#accounts, this.#tip);
  }

  /** The next block, mined. @param signed the bytes of its transfers @param fees their sum */
  async next(signed: Uint8Array, fees = 0n): Promise<Uint8Array> {
    const parent = decodeBlockHeader(this.#tip.subarray(0, HEADER_SIZE));
    const height = parent.height + 1;
    const miner = developmentAccounts(NETWORK)[9]!.address;
    const coinbase = createCoinbase({ network: NETWORK, height, value: subsidyAt(height) + fees, miner });
    const transactions = concatBytes(encodeTransaction(coinbase), signed);
    transactions.set(await this.#apply(height, transactions), ACCOUNT_ROOT_OFFSET);
    const bits = NETWORK.proofOfWorkLimitBits!;
    const header = encodeBlockHeader({
      version: 1,
      height,
      previousBlockId: blockId(this.#tip),
      merkleRoot: bytesToHex(merkleRoot(idsOf(transactions))),
      miner,
      timestamp: parent.timestamp + BLOCK_SECONDS,
      bits,
      nonce: 0,
    });
    for (let nonce = 0; !meetsTarget(blockIdBytes(header), bits); nonce += 1)
      writeU32(header, HEADER_NONCE_OFFSET, nonce);
    this.#tip = concatBytes(header, transactions);
    return this.#tip;
  }

  /** @returns the account root after the block */
  async #apply(height: number, bytes: Uint8Array): Promise<Uint8Array> {
    const transactions = new BlockTransactions(bytes).readAll();
    const block = { height, transactions, transactionIds: concatBytes(...idsOf(bytes)) };
    const { after } = applyTransactions(block, (address) => this.#accounts.account(address));
    await this.#accounts.moveTo(NO_TIP, after);
    return this.#accounts.tree.root;
  }
}

function idsOf(transactions: Uint8Array): Uint8Array[] {
  return Array.from({ length: transactions.length / TRANSACTION_SIZE }, (_, index) =>
    transactionIdBytes(transactions.subarray(index * TRANSACTION_SIZE, (index + 1) * TRANSACTION_SIZE)),
  );
}
