import { rm } from 'node:fs/promises';
import {
  blockId,
  blockIdBytes,
  decodeBlockHeader,
  genesisBlock,
  genesisBlockId,
  HEADER_SIZE,
  meetsTarget,
  type Network,
} from '@cairn/protocol';
import type { Logger } from 'pino';
import {
  endOf,
  FILES_START,
  RECORD_HEADER_SIZE,
  type BlockFiles,
  type FilePosition,
} from '../storage/block-files.ts';
import { CoreIndex, type IndexedBlock, type IndexView } from '../storage/core-index.ts';
import { BlockFileError, LevelError } from '../storage/errors.ts';
import type { TipEntry } from '../storage/layout.ts';
import type { LevelOptions } from '../storage/level.ts';
import { ChainError } from './chain-types.ts';
import { buildIndex } from './index-builder.ts';
import { describeProgress, type Progress } from './progress.ts';
import type { TransactionChecker } from './transaction-checker.ts';

/** Blocks whose entries are compared at the start: more than the log that LevelDB replays after a crash holds (PROTOCOL.md section 6). */
const COMPARED_BLOCKS = 2_000;
/** More bytes than one write of the block importer appends. */
const MAX_WRITE_BYTES = 16 * 1024 * 1024;
/** Milliseconds between two progress messages. */
const REPORT_INTERVAL_MS = 5_000;

interface RecoveryOptions {
  /** `core/`. */
  readonly path: string;
  readonly files: BlockFiles;
  readonly network: Network;
  readonly checker: TransactionChecker;
  readonly logger: Logger;
  /** Rebuilds the index even if it is intact. */
  readonly reindex?: boolean | undefined;
  /** Stops a rebuild between two blocks. */
  readonly signal?: AbortSignal | undefined;
  readonly onDamage?: LevelOptions['onDamage'];
}

/**
 * Opens `core/` so that it agrees with the block files, which are the truth (PROTOCOL.md section 6): blocks that the files hold
 * after its tip are added, an incomplete record at their end is dropped. An index that does not open, is of another format, or
 * does not belong to the files is made anew. A build that was interrupted goes on at its tip. Files without a block get the genesis
 * block.
 * @throws ChainError `other_genesis`; BlockFileError when the block files themselves are damaged; LevelError when `core/` is inaccessible;
 * StorageWriteError when it cannot be written; the signal's reason
 */
export async function openConsistentIndex(options: RecoveryOptions): Promise<CoreIndex> {
  const { path, files, network } = options;
  await requireGenesis(files, network);
  const existing = options.reindex === true ? undefined : await openExisting(options);
  // What a crash leaves of it does not open, or lacks blocks: the next start makes it anew, too.
  if (existing === undefined) await rm(path, { recursive: true, force: true });
  const index = existing ?? (await CoreIndex.open(path, options.onDamage));
  try {
    if (index.head.tip() === undefined) {
      if (files.totalSize > 0) {
        options.logger.info(`building the index ${path} from the block files`);
        await index.setBuilding(true);
      }
      await storeGenesis(files, network);
    }
    await files.truncate(await addMissingBlocks(index, options));
    if (index.head.isBuilding()) await index.setBuilding(false);
    return index;
  } catch (error) {
    await index.close();
    throw error;
  }
}

/**
 * Refuses a chain that begins with another genesis block, before anything of it is changed.
 * @throws ChainError `other_genesis`; BlockFileError if it begins with no block
 */
async function requireGenesis(files: BlockFiles, network: Network): Promise<void> {
  if (files.totalSize < RECORD_HEADER_SIZE + HEADER_SIZE) return;
  const header = await files.read({ file: 0, offset: RECORD_HEADER_SIZE }, HEADER_SIZE);
  const isGenesis =
    heightIn(header, files) === 0 && meetsTarget(blockIdBytes(header), network.proofOfWorkLimitBits!);
  if (!isGenesis || blockId(header) === genesisBlockId(network)) return; // damage is found later
  const remedy =
    network.name === 'devnet'
      ? 'begin a new one with the flag --fresh of cairn dev or npm start, or with another --data-dir'
      : 'move the data directory away and sync anew';
  throw new ChainError(
    'other_genesis',
    `${files.pathOf(0)} begins with another genesis block of ${network.name}, that of an earlier version: ${remedy}`,
  );
}

function heightIn(header: Uint8Array, files: BlockFiles): number {
  try {
    return decodeBlockHeader(header).height;
  } catch (error) {
    throw new BlockFileError(
      files.pathOf(0),
      RECORD_HEADER_SIZE,
      `no block header: ${(error as Error).message}`,
    );
  }
}

/** Stores the genesis block in files that do not hold a whole block yet. @throws StorageWriteError */
async function storeGenesis(files: BlockFiles, network: Network): Promise<void> {
  const genesis = genesisBlock(network);
  if (files.totalSize >= RECORD_HEADER_SIZE + genesis.length) return;
  await files.truncate(FILES_START);
  await files.append([genesis]);
}

/** The existing index, if it belongs to the block files. */
async function openExisting(options: RecoveryOptions): Promise<CoreIndex | undefined> {
  const { path, files, logger, onDamage } = options;
  let index: CoreIndex | undefined;
  let problem: string | undefined;
  try {
    index = await CoreIndex.open(path, onDamage);
    problem = await findProblem(index.head, files);
    if (problem === undefined) return index;
  } catch (error) {
    if (!(error instanceof LevelError) || error.code !== 'level_damaged') {
      await index?.close();
      throw error;
    }
    problem = error.message;
  }
  await index?.close();
  logger.warn(`the index ${path} is made anew from the block files: ${problem}`);
  return undefined;
}

/** Why an index cannot belong to the block files. @throws BlockFileError if blocks are missing there that a crash cannot lose */
async function findProblem(head: IndexView, files: BlockFiles): Promise<string | undefined> {
  const tip = head.tip();
  if (tip === undefined) return undefined;
  let above: IndexedBlock | undefined;
  for (let height = tip.height; height >= Math.max(0, tip.height - COMPARED_BLOCKS + 1); height -= 1) {
    const entry = head.block(height);
    if (entry === undefined) return `it lacks block ${height}`;
    if (entry.id !== (above?.header.previousBlockId ?? tip.id))
      return `its block ${height} is not on its chain`;
    if (head.heightOfBlock(entry.id) !== height || !head.hasUndo(height))
      return `its entries of block ${height} are incomplete`;
    above = entry;
  }
  return findFileProblem(head, tip, files);
}

/**
 * How the index disagrees with the block files: each ends with the last block in it. Only the tip's file may be longer, or lack a part of
 * the tip.
 * @throws BlockFileError if more is missing
 */
async function findFileProblem(
  head: IndexView,
  tip: TipEntry,
  files: BlockFiles,
): Promise<string | undefined> {
  const newest = head.block(tip.height)!;
  for (let file = 0; file <= newest.file; file += 1) {
    const last = head.block(lastHeightIn(file, head, tip.height))!;
    const end = endOf(last).offset;
    const path = files.pathOf(file);
    const size = files.sizeOf(file);
    if (size === undefined) throw new BlockFileError(path, 0, 'the file is missing');
    const isTip = file === newest.file;
    if (size === end || (isTip && size > end)) continue;
    if (isTip && size >= last.offset - RECORD_HEADER_SIZE)
      return `${path} ends in the middle of block ${tip.height}`;
    throw new BlockFileError(path, Math.min(size, end), `it has ${size} bytes, not ${end}`);
  }
  const header = await files.read(newest, HEADER_SIZE);
  return blockId(header) === tip.id
    ? undefined
    : `${files.pathOf(newest.file)} holds another block than its tip`;
}

/** Height of the newest block in a file. Heights ascend from file to file, so a binary search finds it. */
function lastHeightIn(file: number, head: IndexView, tipHeight: number): number {
  let low = 0;
  let high = tipHeight;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (head.block(middle)!.file <= file) low = middle;
    else high = middle - 1;
  }
  return low;
}

/**
 * Adds the blocks that the files hold after the index's tip. If the index was complete before, what follows the last whole block is
 * the rest of an interrupted write.
 * @returns the end of the last whole block
 */
async function addMissingBlocks(index: CoreIndex, options: RecoveryOptions): Promise<FilePosition> {
  const { files, logger } = options;
  const startedAt = performance.now();
  let reportedAt = startedAt;
  let last: Progress | undefined;
  const report = (what: string): void => {
    if (last) logger.info(`${what} the index: ${describeProgress(last, performance.now() - startedAt)}`);
  };
  const onProgress = (progress: Progress): void => {
    last = progress;
    if (performance.now() - reportedAt < REPORT_INTERVAL_MS) return;
    reportedAt = performance.now();
    report('building');
  };
  const building = buildIndex(index, { ...options, signatures: false, onProgress });
  const end = await building.catch((error: unknown) => {
    const end = index.head.end();
    if (!(error instanceof BlockFileError) || index.head.isBuilding()) throw error;
    if (files.bytesAfter(end) > MAX_WRITE_BYTES) throw error; // more than an interrupted write
    return end;
  });
  report('built');
  if (files.bytesAfter(end) > 0) {
    logger.warn(`dropped an incomplete write after byte ${end.offset} of ${files.pathOf(end.file)}`);
  }
  return end;
}
