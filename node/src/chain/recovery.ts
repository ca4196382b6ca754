import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { genesisBlock, equalBytes, type Network } from '@cairn/protocol';
import type { Logger } from 'pino';
import { BlockFileError } from '../storage/block-file-error.ts';
import type { BlockFiles, FilePosition } from '../storage/block-files.ts';
import { CoreStore, CoreStoreError, type CoreOperation } from '../storage/core-store.ts';
import { NOTHING, REBUILD_KEY, type TipRecord } from '../storage/layout.ts';
import { readRecords, type BlockRecord } from '../storage/record-reader.ts';
import { connectOperations } from './index-batch.ts';
import { indexBlock } from './validated-block.ts';

/** Milliseconds between two lines of progress. */
const REPORT_INTERVAL = 5_000;

export interface RecoveryOptions {
  /** `core/`. */
  readonly path: string;
  readonly files: BlockFiles;
  /** Height of the last commit, where it is known. */
  readonly committedHeight: number | undefined;
  readonly network: Network;
  readonly logger: Logger;
}

/**
 * Opens `core/` so that it agrees with the block files, which are the truth (PROTOCOL.md section 6): what an
 * interrupted commit left behind the committed tip is dropped, and an index that is missing, damaged, incomplete or of
 * another format is made anew from the files. An interrupted rebuild goes on where it stopped.
 * @throws BlockFileError when the block files themselves are damaged
 */
export async function openConsistentCore(options: RecoveryOptions): Promise<CoreStore> {
  const { path, files, network, logger } = options;
  await rm(`${path}.old`, { recursive: true, force: true });
  const opened = await openSound(options);
  if (opened !== undefined) return opened;
  // Set aside in one step first: a crash in the middle of a removal must not leave half an index.
  if (existsSync(path)) await rename(path, `${path}.old`);
  await rm(`${path}.old`, { recursive: true, force: true });
  const core = await CoreStore.open(path);
  await core.write([{ type: 'put', key: REBUILD_KEY, value: NOTHING }]);
  await rebuild(core, files, network, logger);
  return core;
}

/** The existing index when it is sound (an interrupted rebuild is finished), else `undefined`. */
async function openSound(options: RecoveryOptions): Promise<CoreStore | undefined> {
  const { path, files, network, logger } = options;
  let core: CoreStore | undefined;
  try {
    core = await CoreStore.open(path);
    const tip = core.tip();
    const problem = await findProblem(core, tip, options);
    if (problem === undefined) {
      if (core.isRebuilding()) await rebuild(core, files, network, logger);
      else await dropUncommitted(files, tip, logger);
      return core;
    }
    logger.warn(`the index ${path} is rebuilt from the block files: ${problem}`);
  } catch (error) {
    if (error instanceof BlockFileError) {
      await core?.close();
      throw error;
    }
    logger.warn(`the index ${path} is rebuilt from the block files: ${(error as Error).message}`);
  }
  await core?.close();
  return undefined;
}

async function findProblem(
  core: CoreStore,
  tip: TipRecord | undefined,
  { files, committedHeight }: RecoveryOptions,
): Promise<string | undefined> {
  if (tip === undefined) return files.totalSize > 0 && !core.isRebuilding() ? 'it is empty' : undefined;
  requireCommittedBytes(files, tip);
  if (core.isRebuilding()) return undefined;
  if (committedHeight !== undefined && committedHeight > tip.height) {
    return `it ends at block ${tip.height}, but block ${committedHeight} was committed`;
  }
  const missing = await core.findMissingBlock(tip.height);
  if (missing !== undefined) return `the entries of block ${missing} are missing`;
  if (core.block(tip.height)?.id !== tip.id || core.heightOfBlock(tip.id) !== tip.height) {
    return 'the tip is not the block at its height';
  }
  return undefined;
}

/** Committed blocks can only be lost by damage from outside. */
function requireCommittedBytes(files: BlockFiles, { endFile, endOffset }: TipRecord): void {
  const size = files.sizeOf(endFile);
  if (size === undefined) throw new BlockFileError(files.pathOf(endFile), 0, 'the file is missing');
  if (size < endOffset) {
    throw new BlockFileError(
      files.pathOf(endFile),
      size,
      `the file ends before the committed byte ${endOffset}`,
    );
  }
}

function committedEnd(tip: TipRecord | undefined): FilePosition {
  return tip === undefined ? { file: 0, offset: 0 } : { file: tip.endFile, offset: tip.endOffset };
}

async function dropUncommitted(files: BlockFiles, tip: TipRecord | undefined, logger: Logger): Promise<void> {
  const end = committedEnd(tip);
  if (files.end.file === end.file && files.end.offset === end.offset) return;
  logger.warn(
    `dropped what an interrupted write left behind byte ${end.offset} of ${files.pathOf(end.file)}`,
  );
  await files.truncate(end);
}

/** Reads every record again. The blocks were validated when they came; here they only have to fit together. */
async function rebuild(core: CoreStore, files: BlockFiles, network: Network, logger: Logger): Promise<void> {
  const started = Date.now();
  let reported = started;
  let end = committedEnd(core.tip());
  let blocks = 0;
  let bytes = 0;
  for await (const record of readRecords(files, end)) {
    await core.write(indexRecord(core, record, files, network), false);
    end = record.next;
    blocks += 1;
    bytes += record.raw.length;
    if (Date.now() - reported > REPORT_INTERVAL) {
      reported = Date.now();
      const left = Math.ceil(((files.totalSize - bytes) / bytes) * ((reported - started) / 1_000));
      logger.info(`rebuilding the index: ${blocks} blocks, about ${left} s left`);
    }
  }
  await core.write([{ type: 'del', key: REBUILD_KEY }]);
  if (files.end.file !== end.file || files.end.offset !== end.offset) await files.truncate(end);
  if (blocks > 0) logger.info(`rebuilt the index: ${blocks} blocks in ${(Date.now() - started) / 1_000} s`);
}

function indexRecord(
  core: CoreStore,
  record: BlockRecord,
  files: BlockFiles,
  network: Network,
): CoreOperation[] {
  const lookup = (address: string) => core.account(address);
  const damaged = (problem: string): BlockFileError =>
    new BlockFileError(files.pathOf(record.location.file), record.location.offset, problem);
  const tip = core.tip();
  try {
    const block = indexBlock(record.raw, lookup);
    const follows =
      tip === undefined
        ? equalBytes(record.raw, genesisBlock(network))
        : block.header.height === tip.height + 1 && block.header.previousBlockId === tip.id;
    if (!follows)
      throw damaged(tip === undefined ? 'it is not the genesis block' : `no block after ${tip.height}`);
    return connectOperations(block, record.location, lookup);
  } catch (error) {
    if (error instanceof BlockFileError || error instanceof CoreStoreError) throw error;
    throw damaged((error as Error).message);
  }
}
