import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { open, rename, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  addressFromPublicKey,
  blockId,
  blockIdBytes,
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
  const path = join(CACHE, `chain-${fullBlocks}.blocks`);
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
  let parent = genesisBlock(NETWORK);
  const append = async (raw: Uint8Array): Promise<void> => {
    await handle.writev([recordHeader(NETWORK, raw.length), raw]);
    parent = raw;
  };
  await append(parent);
  await append(composeBlock(parent, await signers.sign(fundingTransfers(addresses), 'treasury'), 0n));
  const fees = FEE * BigInt(FULL_BLOCK);
  for (let block = 0; block < fullBlocks; block += 1) {
    const signed = await signers.sign(fullBlockTransfers(addresses, block), 'senders');
    await append(composeBlock(parent, signed, fees));
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

/** A mined block on top of `parent`. @param signed the concatenated bytes of the transfers @param fees their sum */
export function composeBlock(parent: Uint8Array, signed: Uint8Array, fees: bigint): Uint8Array {
  const { height: parentHeight, timestamp } = decodeBlockHeader(parent.subarray(0, HEADER_SIZE));
  const height = parentHeight + 1;
  const miner = developmentAccounts(NETWORK)[9]!.address;
  const value = subsidyAt(height) + fees;
  const transactions = concatBytes(
    encodeTransaction(createCoinbase({ network: NETWORK, height, value, miner })),
    signed,
  );
  const header = encodeBlockHeader({
    version: 1,
    height,
    previousBlockId: blockId(parent),
    merkleRoot: bytesToHex(merkleRoot(idsOf(transactions))),
    miner,
    timestamp: timestamp + BLOCK_SECONDS,
    bits: NETWORK.proofOfWorkLimitBits!,
    nonce: 0,
  });
  for (let nonce = 0; !meetsTarget(blockIdBytes(header), NETWORK.proofOfWorkLimitBits!); nonce += 1) {
    writeU32(header, HEADER_NONCE_OFFSET, nonce);
  }
  return concatBytes(header, transactions);
}

function idsOf(transactions: Uint8Array): Uint8Array[] {
  return Array.from({ length: transactions.length / TRANSACTION_SIZE }, (_, index) =>
    transactionIdBytes(transactions.subarray(index * TRANSACTION_SIZE, (index + 1) * TRANSACTION_SIZE)),
  );
}
