import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import type { Network } from '@cairn/protocol';
import type { Logger } from 'pino';
import { RECORD_HEADER_SIZE, type BlockFiles, type FilePosition } from '../storage/block-files.ts';
import { CoreStore } from '../storage/core-store.ts';
import { BlockFileError, LevelError } from '../storage/errors.ts';
import type { BlockEntry, TipEntry } from '../storage/layout.ts';
import type { CommitMark } from '../storage/level.ts';
import { recordEnd } from './block-entries.ts';
import { buildIndex } from './index-builder.ts';
import { describeProgress, type Progress, type ProgressListener } from './progress.ts';
import { locationOf } from './stored-chain.ts';

interface RecoveryOptions {
  /** `core/`. */
  readonly path: string;
  readonly files: BlockFiles;
  readonly mark: CommitMark;
  readonly network: Network;
  readonly logger: Logger;
  /** Rebuilds the index even if it is intact. */
  readonly reindex: boolean;
  /** Stops a rebuild between two blocks. */
  readonly signal: AbortSignal | undefined;
}

/**
 * Opens `core/` so that it agrees with the block files, which are the source of truth (PROTOCOL.md section 6). Bytes that an
 * interrupted commit left after the committed tip are dropped. An index that is missing, damaged, incomplete or of another
 * format is rebuilt from the files; an interrupted rebuild is resumed.
 * @throws BlockFileError when the block files themselves are damaged; LevelError when `core/` is inaccessible;
 * StorageWriteError when a rebuild cannot write; the signal's reason
 */
export async function openConsistentCore(options: RecoveryOptions): Promise<CoreStore> {
  const { logger, reindex } = options;
  const core = (reindex ? undefined : await openExistingCore(options)) ?? (await createCore(options));
  core.onDamage((damage) => {
    const advice = 'start the node again, which rebuilds it from the block files';
    logger.fatal(`${damage.message}. It is no longer read: ${advice}`);
  });
  return core;
}

/** The existing index, if it is consistent. */
async function openExistingCore(options: RecoveryOptions): Promise<CoreStore | undefined> {
  const { path, logger } = options;
  // A crash in `createCore` can leave the old index behind.
  await rm(oldIndexPath(path), { recursive: true, force: true });
  let core: CoreStore | undefined;
  try {
    core = await CoreStore.open(path);
    const problem = await findProblem(core, options);
    if (problem === undefined) return await alignWithFiles(core, options);
    logger.warn(`the index ${path} is rebuilt from the block files: ${problem}`);
  } catch (error) {
    const isDamaged = error instanceof LevelError && error.code === 'level_damaged';
    if (!isDamaged) {
      await core?.close();
      throw error;
    }
    logger.warn(`the index is rebuilt from the block files: ${error.message}`);
  }
  await core?.close();
  return undefined;
}

/** Creates a new index and fills it from the block files. */
async function createCore(options: RecoveryOptions): Promise<CoreStore> {
  const { path } = options;
  // Rename first: a crash during the removal must not leave a partial index.
  if (existsSync(path)) await rename(path, oldIndexPath(path));
  await rm(oldIndexPath(path), { recursive: true, force: true });
  const core = await CoreStore.open(path);
  try {
    await core.commit((writer) => writer.setRebuilding(true));
    return await alignWithFiles(core, options);
  } catch (error) {
    await core.close();
    throw error;
  }
}

/** Rebuilds missing index entries, or truncates uncommitted records of the block files. */
async function alignWithFiles(core: CoreStore, options: RecoveryOptions): Promise<CoreStore> {
  const { mark } = options;
  if (core.isRebuilding()) await rebuildCore(core, { ...options, committedHeight: await mark.read() });
  else await dropUncommitted(core, options);
  const tip = core.tip();
  if (tip !== undefined) await mark.write(tip.height);
  return core;
}

function oldIndexPath(path: string): string {
  return `${path}.old`;
}

async function findProblem(core: CoreStore, { files, mark }: RecoveryOptions): Promise<string | undefined> {
  const tip = core.tip();
  const committed = await mark.read();
  if (tip === undefined) {
    // The mark distinguishes a new directory from one that lost its block files and its index.
    const isNew = files.totalSize === 0 && committed === undefined;
    return isNew || core.isRebuilding() ? undefined : 'it is empty';
  }
  const broken = await core.findBrokenChain(tip);
  if (broken !== undefined) return broken;
  if (committed !== undefined && committed > tip.height && !core.isRebuilding()) {
    return `it ends at block ${tip.height}, and block ${committed} was committed`;
  }
  requireWholeFiles(core, tip, files);
  return findTruncatedTail(core.block(tip.height)!, tip, files);
}

/** Requires that each block file before the tip's file ends with the last block in it. @throws BlockFileError */
function requireWholeFiles(core: CoreStore, tip: TipEntry, files: BlockFiles): void {
  for (let file = 0; file < tip.endFile; file += 1) {
    const size = files.sizeOf(file) ?? 0;
    const last = core.block(lastHeightIn(file, core, tip.height))!;
    const { offset: end } = recordEnd(locationOf(last));
    if (size !== end) {
      throw new BlockFileError(files.pathOf(file), Math.min(size, end), `it has ${size} bytes, not ${end}`);
    }
  }
}

/** Height of the newest block in a file. Heights ascend from file to file, so a binary search finds it. */
function lastHeightIn(file: number, core: CoreStore, tipHeight: number): number {
  let low = 0;
  let high = tipHeight;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (core.block(middle)!.file <= file) low = middle;
    else high = middle - 1;
  }
  return low;
}

/**
 * Detects a truncated record of the newest block. A crash never loses more than that.
 * @returns the problem, for the log
 * @throws BlockFileError if more is missing
 */
function findTruncatedTail(newest: BlockEntry, tip: TipEntry, files: BlockFiles): string | undefined {
  const { endFile, endOffset } = tip;
  const path = files.pathOf(endFile);
  const size = files.sizeOf(endFile);
  if (size === undefined) throw new BlockFileError(path, 0, 'the file is missing');
  if (size >= endOffset) return undefined;
  if (size < newest.offset - RECORD_HEADER_SIZE) {
    throw new BlockFileError(path, size, `it ends here and not at byte ${endOffset}`);
  }
  return `${path} ends in the middle of block ${tip.height}`;
}

async function dropUncommitted(core: CoreStore, { files, logger }: RecoveryOptions): Promise<void> {
  const tip = core.tip();
  const end = endOfTip(tip);
  const { end: found } = files;
  if (found.file === end.file && found.offset === end.offset) return;
  logger.warn(`dropped an incomplete write after byte ${end.offset} of ${files.pathOf(end.file)}`);
  await files.truncate(end);
}

/** Milliseconds between two progress messages. */
const REPORT_INTERVAL_MS = 5_000;

interface RebuildOptions {
  readonly files: BlockFiles;
  /** Height of the last commit; `undefined` if unknown. */
  readonly committedHeight: number | undefined;
  readonly network: Network;
  readonly logger: Logger;
  readonly signal: AbortSignal | undefined;
}

/**
 * Fills `core/` from the block files, starting after its tip, and drops a torn record at their end. The blocks were validated
 * on arrival: the fields and signatures of their transfers are not checked again.
 * @throws BlockFileError for a damaged record, for a block that does not continue the chain, and when more than the
 *   newest committed block is missing; LevelError; StorageWriteError; the signal's reason
 */
async function rebuildCore(core: CoreStore, options: RebuildOptions): Promise<void> {
  const { files, network, logger, signal } = options;
  const start = endOfTip(core.tip());
  const report = reportTo(logger);
  const onProgress = report.listen;
  const end = await buildIndex(core, { files, network, start, validateTransfers: false, onProgress, signal });
  requireCommittedBlocks(core.tip(), end, options);
  await files.truncate(end);
  await core.commit((writer) => writer.setRebuilding(false));
  report.finish();
}

function endOfTip(tip: TipEntry | undefined): FilePosition {
  return tip === undefined ? { file: 0, offset: 0 } : { file: tip.endFile, offset: tip.endOffset };
}

/** Requires all committed blocks but the newest, whose record may be torn. @throws BlockFileError */
function requireCommittedBlocks(
  tip: TipEntry | undefined,
  end: FilePosition,
  { files, committedHeight, logger }: RebuildOptions,
): void {
  const height = tip?.height ?? -1;
  if (committedHeight === undefined || committedHeight <= height) return;
  if (committedHeight > height + 1) {
    const problem = `block ${height + 1} to block ${committedHeight}, which were committed, are missing`;
    throw new BlockFileError(files.pathOf(end.file), end.offset, problem);
  }
  logger.warn(`block ${committedHeight} is cut off at the end of ${files.pathOf(end.file)} and was dropped`);
}

/** Logs the progress of a rebuild every few seconds. */
function reportTo(logger: Logger): { listen: ProgressListener; finish: () => void } {
  const startedAt = performance.now();
  let reported = startedAt;
  let last: Progress | undefined;
  const describe = (progress: Progress): string => describeProgress(progress, performance.now() - startedAt);
  return {
    listen: (progress) => {
      last = progress;
      if (performance.now() - reported < REPORT_INTERVAL_MS) return;
      reported = performance.now();
      logger.info(`rebuilding the index: ${describe(progress)}`);
    },
    finish: () => {
      if (last !== undefined) logger.info(`rebuilt the index: ${describe(last)}`);
    },
  };
}
