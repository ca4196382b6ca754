import { rm } from 'node:fs/promises';
import type { Network } from '@cairn/protocol';
import { BlockFileError } from '../storage/block-file-error.ts';
import { BlockFiles, type FilePosition } from '../storage/block-files.ts';
import { CommitMark } from '../storage/commit-mark.ts';
import { CoreStore } from '../storage/core-store.ts';
import type { DataDirectory } from '../storage/data-directory.ts';
import { findDifference } from '../storage/entry-difference.ts';
import { describeKey } from '../storage/layout.ts';
import { readRecords } from '../storage/record-reader.ts';
import { VerifyError } from './verify-error.ts';
import type { ProgressListener } from './progress.ts';
import { indexRecords, RecordJudge } from './record-judge.ts';
import { trackRecords } from './record-progress.ts';

export interface VerifyOptions {
  readonly dataDirectory: DataDirectory;
  readonly network: Network;
  readonly onProgress?: ProgressListener;
  readonly signal?: AbortSignal;
}

/** What a verified chain holds. */
export interface VerifiedChain {
  /** Of the tip. */
  readonly height: number;
  /** ID of the tip, 64 hex characters. */
  readonly id: string;
}

/**
 * Validates the whole chain of the block files anew, signatures and proofs of work included, into an index of its own,
 * and compares that with `core/` entry by entry. Nothing in the data directory is changed or repaired.
 * @throws VerifyError for the first fault, BlockFileError for one in a block file, LevelError when `core/` is damaged
 */
export async function verifyChain(options: VerifyOptions): Promise<VerifiedChain> {
  const { dataDirectory, network } = options;
  const files = await BlockFiles.open(dataDirectory.blocks, network, { readOnly: dataDirectory.readOnly });
  try {
    await removeScratch(dataDirectory);
    const fresh = await CoreStore.open(dataDirectory.verify);
    try {
      const end = await validateFiles(fresh, files, options);
      const tip = fresh.tip();
      if (tip === undefined) throw new VerifyError(`${dataDirectory.blocks} holds no block`);
      await compareWithCore(fresh, files, end, dataDirectory);
      return { height: tip.height, id: tip.id };
    } finally {
      await fresh.close();
      await removeScratch(dataDirectory);
    }
  } finally {
    await files.close();
  }
}

/** A run that was killed may have left it. */
async function removeScratch({ verify }: DataDirectory): Promise<void> {
  await rm(verify, { recursive: true, force: true });
}

async function validateFiles(
  fresh: CoreStore,
  files: BlockFiles,
  { network, onProgress = () => undefined, signal }: VerifyOptions,
): Promise<FilePosition> {
  const start = { file: 0, offset: 0 };
  const judge = new RecordJudge(fresh, { files, network, judgeTransfers: true });
  try {
    const records = readRecords(files, start, signal);
    return (await indexRecords(fresh, judge, records, trackRecords(files, start, onProgress))) ?? start;
  } finally {
    await judge.close();
  }
}

async function compareWithCore(
  fresh: CoreStore,
  files: BlockFiles,
  end: FilePosition,
  { core: path, commitMark }: DataDirectory,
): Promise<void> {
  const { height } = fresh.tip()!;
  const committed = await readMark(commitMark);
  if (committed !== undefined && committed > height) {
    throw new BlockFileError(
      files.pathOf(end.file),
      end.offset,
      `block ${committed} was committed and is missing`,
    );
  }
  const core = await CoreStore.open(path);
  try {
    if (core.isRebuilding())
      throw new VerifyError(`${path} is being rebuilt: cairn start or cairn reindex goes on`);
    const difference = await findDifference(fresh.entries(), core.entries());
    if (difference === undefined) return;
    const problem = { missing: 'lacks', extra: 'holds without a block', other: 'holds another value for' };
    throw new VerifyError(`${path} ${problem[difference.kind]} ${describeKey(difference.key)}`);
  } finally {
    await core.close();
  }
}

async function readMark(path: string): Promise<number | undefined> {
  const mark = await CommitMark.open(path);
  try {
    return await mark.read();
  } finally {
    await mark.close();
  }
}
