/** For tests only: a block of any size in a real file, without the work of signing 39,382 transactions. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  blockId,
  bytesToHex,
  encodeBlockHeader,
  getNetwork,
  merkleRoot,
  TRANSACTION_SIZE,
  transactionId,
  transactionIdBytes,
  type BlockHeader,
} from '@cairn/protocol';
import { developmentAccounts } from '@cairn/protocol/development-accounts';
import { BlockFileError } from '../storage/errors.ts';
import { BlockFiles, type BlockLocation } from '../storage/block-files.ts';
import { pino, type Logger } from 'pino';
import { digestTransactions } from './transaction-checks.ts';
import { WholeBlocks, type BlockSource, type StoredBlock } from './whole-blocks.ts';

const DEVNET = getNetwork('devnet');
const MINER = developmentAccounts(DEVNET)[9]!.address;

/** Summary of a block in a chain. */
interface TestBlockSummary extends StoredBlock {
  readonly header: BlockHeader;
  readonly sizeBytes: number;
  readonly totalFees: bigint;
  readonly reward: bigint;
}

export interface TestBlock {
  readonly summary: TestBlockSummary;
  readonly raw: Buffer;
  /** ID of a transaction. */
  readonly transactionId: (index: number) => string;
}

/**
 * Blocks with correct IDs and Merkle roots; all have the same transactions.
 * @param transactions their bytes; random by default
 */
export function makeTestBlocks(
  transactionCount: number,
  blockCount = 1,
  transactions: Uint8Array = randomBytes(transactionCount * TRANSACTION_SIZE),
): TestBlock[] {
  const at = (index: number): Uint8Array =>
    transactions.subarray(index * TRANSACTION_SIZE, (index + 1) * TRANSACTION_SIZE);
  const ids = Array.from({ length: transactionCount }, (_, index) => transactionIdBytes(at(index)));
  const root = bytesToHex(merkleRoot(ids));
  return Array.from({ length: blockCount }, (_, index) => ({
    ...makeBlock(index + 1, root, transactions),
    transactionId: (index) => transactionId(at(index)),
  }));
}

function makeBlock(
  height: number,
  root: string,
  transactions: Uint8Array,
): Pick<TestBlock, 'summary' | 'raw'> {
  const header: BlockHeader = {
    version: 1,
    height,
    previousBlockId: '0'.repeat(64),
    merkleRoot: root,
    miner: MINER,
    timestamp: 1_767_225_600,
    bits: 0x207fffff,
    nonce: 0,
  };
  const raw = Buffer.concat([encodeBlockHeader(header), transactions]);
  const transactionCount = transactions.length / TRANSACTION_SIZE;
  const sums = { totalFees: 0n, reward: 0n };
  return {
    raw,
    summary: { height, id: blockId(raw), header, transactionCount, sizeBytes: raw.length, ...sums },
  };
}

/** New block files with blocks, and the methods of a chain over them. */
export interface BlockShelf extends BlockSource {
  /** Path of the only file. */
  readonly path: string;
  /** Slices read so far. */
  readonly reads: { count: number };
  /** Methods of a chain that has these blocks. */
  readonly chainMembers: BlockSource & {
    readonly wholeBlocks: WholeBlocks;
    blockSummary(height: number): TestBlockSummary | undefined;
    heightOfBlock(id: string): number | undefined;
    findTransaction(id: string): Promise<ReturnType<typeof findIn>>;
  };
  close(): Promise<void>;
}

/** @param logger of the blocks that cannot be sent; silent by default */
export async function openBlockShelf(
  blocks: readonly TestBlock[],
  logger: Logger = pino({ level: 'silent' }),
): Promise<BlockShelf> {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-shelf-'));
  const files = await BlockFiles.open(folder, DEVNET);
  const places: BlockLocation[] = [];
  for (const { raw } of blocks) places.push(...(await files.append([raw])));
  const reads = { count: 0 };
  const indexOf = (id: string): number => blocks.findIndex(({ summary }) => summary.id === id);
  const source: BlockSource = {
    readBlockSlice: async ({ id }, { offset, length }) => {
      reads.count += 1;
      const place = places[indexOf(id)];
      return place && files.read({ file: place.file, offset: place.offset + offset }, length);
    },
    blockDamage: () => new BlockFileError(files.pathOf(0), 0, 'test'),
  };
  return {
    ...source,
    path: files.pathOf(0),
    reads,
    chainMembers: {
      ...source,
      wholeBlocks: new WholeBlocks(source, async (bytes) => digestTransactions(bytes), logger),
      blockSummary: (height) => blocks.find(({ summary }) => summary.height === height)?.summary,
      heightOfBlock: (id) => blocks[indexOf(id)]?.summary.height,
      findTransaction: async (id) => findIn(blocks, id),
    },
    close: async () => {
      await files.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/** Finds only a block's last transaction, which is enough for the tests. */
function findIn(blocks: readonly TestBlock[], id: string) {
  const block = blocks.find((one) => one.transactionId(one.summary.transactionCount - 1) === id);
  if (block === undefined) return undefined;
  const { height, transactionCount } = block.summary;
  return { id, height, index: transactionCount - 1, raw: new Uint8Array(), transaction: undefined as never };
}
