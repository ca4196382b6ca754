/** For tests only: a block of any size in a real log, without the work of signing 39,382 transactions. */
import { randomBytes } from 'node:crypto';
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
  type BlockId,
} from '@cairn/protocol';
import { withChanges } from '@cairn/http/test-support';
import { developmentAccounts } from '@cairn/protocol/development-accounts';
import type { StoredBlockSummary } from './chain/chain-types.ts';
import type { Chain } from './chain/chain.ts';
import { ChainView } from './chain/chain-view.ts';
import { digestTransactions } from './chain/transaction-checks.ts';
import { WholeBlocks, type Digest } from './chain/whole-blocks.ts';
import { MemoryLog } from './memory/memory-log.ts';
import type { CoreView, PlacedBlock } from './storage/core-store.ts';
import { SILENT } from './test-support.ts';

const DEVNET = getNetwork('devnet');
const MINER = developmentAccounts(DEVNET)[9]!.address;

export interface TestBlock {
  readonly summary: StoredBlockSummary;
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

/** A block log with some blocks, and a view of a chain that has them and nothing else. */
export interface BlockShelf {
  readonly view: ChainView;
  /** IDs of the blocks that were read as a whole, in order. */
  readonly reads: BlockId[];
  /** Flips a bit of the first block; a second time repairs it. @param at offset in the block */
  damage(at: number): void;
}

/** @param digest hashes transactions */
export async function openBlockShelf(
  blocks: readonly TestBlock[],
  digest: Digest = async (bytes) => digestTransactions(bytes),
): Promise<BlockShelf> {
  const log = new MemoryLog(DEVNET);
  const entries: PlacedBlock[] = [];
  for (const { summary, raw } of blocks) entries.push({ ...summary, ...(await log.append([raw]))[0]! });
  const reads: BlockId[] = [];
  const lastOf = ({ transactionCount }: PlacedBlock): number => transactionCount - 1;
  const index = {
    tip: { ...entries.at(-1)!, work: 0n, format: 0, endFile: 0, endOffset: 0 },
    hold: () => () => undefined,
    block: (height: number) => entries.find((entry) => entry.height === height),
    heightOfBlock: (id: BlockId) => entries.find((entry) => entry.id === id)?.height,
    /** Only of a block's last transaction. */
    locateTransaction: (id: string) => {
      const at = blocks.findIndex((one, position) => one.transactionId(lastOf(entries[position]!)) === id);
      return at === -1 ? undefined : { height: entries[at]!.height, index: lastOf(entries[at]!) };
    },
  } as Partial<CoreView> as CoreView;
  const counted = withChanges(log, {
    read: (position, length) => {
      reads.push(entries.find(({ offset }) => offset === position.offset)!.id);
      return log.read(position, length);
    },
  });
  return {
    view: new ChainView(index, {
      log: counted,
      wholeBlocks: new WholeBlocks(digest),
      logger: SILENT,
    }),
    reads,
    damage: (at) => {
      const { file, offset } = entries[0]!;
      const bytes = log.readSync({ file, offset: offset + at }, 1);
      bytes[0]! ^= 1;
    },
  };
}

/** A chain that answers from a shelf. */
export function onShelf(chain: Chain, { view }: BlockShelf): Chain {
  return withChanges(chain, { view });
}
