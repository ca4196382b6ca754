import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { open, rename, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
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
  HEADER_NONCE_OFFSET,
  HEADER_SIZE,
  MAX_BLOCK_TRANSACTIONS,
  meetsTarget,
  merkleRoot,
  subsidyAt,
  TRANSACTION_SIZE,
  transactionIdBytes,
} from '@cairn/protocol';
import { developmentAccounts } from '@cairn/protocol/development-accounts';
import { readU32, writeU32 } from '@cairn/protocol/layout';
import { ChainChange } from '../src/chain/chain-change.ts';
import { NO_ACCOUNTS } from '../src/chain/block-validation.ts';
import { RECORD_HEADER_SIZE, recordHeader } from '../src/storage/block-files.ts';
import { NETWORK, senderAddresses, SENDERS, Signers, type Unsigned } from './senders.ts';

/** Transfers of a full block: 39,381. */
export const FULL_BLOCK = MAX_BLOCK_TRANSACTIONS - 1;

const CACHE = fileURLToPath(new URL('../../node_modules/.cache/cairn-bench/', import.meta.url));
const START_BALANCE = 1_000_000_000n;
/** Fee of each transfer in pebbles. */
export const FEE = 10n;
/** One in this many recipients is a new address. */
const NEW_ADDRESS_EVERY = 10;
const BLOCK_SECONDS = 60;
/** Blocks before the first full one: the genesis block and the one that funds the senders. */
const FIRST_FULL_BLOCK = 2;

/** A file of block records for `cairn import`. */
export interface BenchChain {
  readonly path: string;
  /** Including coinbases. */
  readonly transactions: number;
  readonly blocks: number;
}

/**
 * A devnet chain of full blocks with signed transfers between 10,000 accounts; a tenth of the recipients are new. A
 * chain of a given length is always the same, so it is created once and kept in node_modules/.cache.
 * @param transactions minimum number of transactions
 */
export async function benchChain(transactions: number): Promise<BenchChain> {
  const fullBlocks = Math.max(1, Math.ceil((transactions - SENDERS) / FULL_BLOCK));
  const path = join(CACHE, `committed-chain-${fullBlocks}.blocks`);
  const chain = {
    path,
    blocks: FIRST_FULL_BLOCK + fullBlocks,
    transactions: 10 + SENDERS + 1 + fullBlocks * MAX_BLOCK_TRANSACTIONS,
  };
  if (existsSync(path)) return chain;
  mkdirSync(CACHE, { recursive: true });
  console.error(
    `Creating a chain of ${chain.transactions.toLocaleString('en')} signed transactions (once) …`,
  );
  const handle = await open(`${path}.partial`, 'w');
  const signers = new Signers();
  try {
    await writeChain(handle, fullBlocks, signers);
  } finally {
    await signers.close();
    await handle.close();
  }
  await rename(`${path}.partial`, path);
  return chain;
}

/** Reads all blocks of a file of records into memory. */
export function readBlocks(path: string): Uint8Array[] {
  const bytes = readFileSync(path);
  const blocks: Uint8Array[] = [];
  for (let offset = 0; offset < bytes.length;) {
    const end = offset + RECORD_HEADER_SIZE + readU32(bytes, offset + 4);
    blocks.push(Uint8Array.from(bytes.subarray(offset + RECORD_HEADER_SIZE, end)));
    offset = end;
  }
  return blocks;
}

async function writeChain(handle: FileHandle, fullBlocks: number, signers: Signers): Promise<void> {
  const addresses = senderAddresses();
  const genesis = genesisBlock(NETWORK);
  const maker = await BlockMaker.after([genesis]);
  const append = async (raw: Uint8Array): Promise<void> =>
    void (await handle.writev([recordHeader(NETWORK, raw.length), raw]));
  await append(genesis);
  await append(await maker.next(await signers.sign(fundingTransfers(addresses), 'treasury')));
  const fees = FEE * BigInt(FULL_BLOCK);
  for (let block = 0; block < fullBlocks; block += 1) {
    const signed = await signers.sign(fullBlockTransfers(addresses, block), 'senders');
    await append(await maker.next(signed, fees));
  }
}

function fundingTransfers(addresses: readonly string[]): Unsigned[] {
  const treasury = developmentAccounts(NETWORK)[0]!;
  return addresses.map((toAddress, index) => ({
    signer: 0,
    body: {
      chain: NETWORK.chainId,
      nonce: 10 + index, // the genesis block contains nine transfers from it
      fee: 0n,
      value: START_BALANCE,
      fromAddress: treasury.address,
      toAddress,
    },
  }));
}

/**
 * The transfers of the full block with this number, from 0. The senders take turns, so that a transfer's position in
 * the chain determines its nonce.
 */
export function fullBlockTransfers(addresses: readonly string[], block: number): Unsigned[] {
  return Array.from({ length: FULL_BLOCK }, (_, index) => {
    const position = block * FULL_BLOCK + index;
    const signer = position % SENDERS;
    return {
      signer,
      body: {
        chain: NETWORK.chainId,
        nonce: Math.floor(position / SENDERS) + 1,
        fee: FEE,
        value: 1_000n + BigInt(position % 997),
        fromAddress: addresses[signer]!,
        toAddress:
          position % NEW_ADDRESS_EVERY === 0
            ? newAddress(position)
            : addresses[(position * 7 + 3) % SENDERS]!,
      },
    };
  });
}

function newAddress(position: number): string {
  const digest = createHash('sha512').update(`cairn bench recipient ${position}`).digest();
  return addressFromPublicKey(digest, NETWORK); // never spent from, so any 64 bytes will do
}

/** The accounts' own tip does not matter here. */
const NO_TIP = { height: 0, id: '', work: 0n };

/** Makes consecutive blocks, each with the account root after it (PROTOCOL.md section 9). */
export class BlockMaker {
  readonly #accounts: ChainChange;
  #tip: Uint8Array;

  private constructor(below: ConstructorParameters<typeof ChainChange>[0], tip: Uint8Array) {
    this.#accounts = new ChainChange(below);
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

  /** The next block, mined. @param signed the concatenated bytes of the transfers @param fees their sum */
  async next(signed: Uint8Array = new Uint8Array(0), fees = 0n): Promise<Uint8Array> {
    const { height: parentHeight, timestamp } = decodeBlockHeader(this.#tip.subarray(0, HEADER_SIZE));
    const height = parentHeight + 1;
    const miner = developmentAccounts(NETWORK)[9]!.address;
    const value = subsidyAt(height) + fees;
    const coinbase = encodeTransaction(createCoinbase({ network: NETWORK, height, value, miner }));
    const transactions = concatBytes(coinbase, signed);
    transactions.set(await this.#apply(height, transactions), ACCOUNT_ROOT_OFFSET);
    const header = encodeBlockHeader({
      version: 1,
      height,
      previousBlockId: blockId(this.#tip),
      merkleRoot: bytesToHex(merkleRoot(idsOf(transactions))),
      miner,
      timestamp: timestamp + BLOCK_SECONDS,
      bits: NETWORK.proofOfWorkLimitBits!,
      nonce: 0,
    });
    for (let nonce = 0; !meetsTarget(blockIdBytes(header), NETWORK.proofOfWorkLimitBits!); nonce += 1) {
      writeU32(header, HEADER_NONCE_OFFSET, nonce);
    }
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
