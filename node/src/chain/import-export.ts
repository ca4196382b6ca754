import { open, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { countTransactions, equalBytes, genesisBlock } from '@cairn/protocol';
import { readU32 } from '@cairn/protocol/layout';
import { RECORD_HEADER_SIZE, recordHeader } from '../storage/block-files.ts';
import type { Chain } from './chain.ts';
import type { ProgressListener } from './progress.ts';

/** Blocks of an import file that are offered to the chain while earlier ones are validated and stored, and their bytes. */
const AHEAD_BLOCKS = 256;
const AHEAD_BYTES = 24 * 1024 * 1024;

/** A record of an import file cannot be imported; the blocks before it stay. */
export class ImportError extends Error {
  override readonly name = 'ImportError';
  readonly code = 'import_failed';
  /** Zero-based number of the record in the file. */
  readonly record: number;
  /** Byte at which the record begins. */
  readonly offset: number;

  constructor(path: string, record: number, offset: number, problem: string, options?: ErrorOptions) {
    super(`${path}: record ${record} at byte ${offset} cannot be imported: ${problem}`, options);
    this.record = record;
    this.offset = offset;
  }
}

/**
 * Imports a file of block records (magic ‖ length ‖ block) with full validation. The blocks may belong to any branch: the
 * chain ends on the branch with the most work. Known blocks are skipped; for an empty chain the first record has to be the
 * network's genesis block. Records are read and checked while those before them are stored.
 * @throws ImportError naming record and offset; the system's error if the file cannot be opened; the signal's reason
 */
export async function importBlocks(
  chain: Chain,
  path: string,
  onProgress: ProgressListener = () => undefined,
  signal?: AbortSignal,
): Promise<{ imported: number; skipped: number }> {
  const totalBytes = (await stat(path)).size;
  const handle = await open(path, 'r');
  const counts = { imported: 0, skipped: 0 };
  let transactions = 0;
  /** Records whose blocks are offered and not yet stored, oldest first. */
  const waiting: {
    readonly outcome: Promise<Outcome>;
    readonly size: number;
    readonly next: number;
    readonly record: number;
  }[] = [];
  let waitingBytes = 0;
  const settleOldest = async (): Promise<void> => {
    const { outcome, size, next, record } = waiting.shift()!;
    waitingBytes -= size;
    counts[await outcome] += 1;
    transactions += countTransactions(size);
    onProgress({ blocks: record + 1, transactions, bytes: next, totalBytes });
  };
  try {
    for (let record = 0, offset = 0; offset < totalBytes; record += 1) {
      signal?.throwIfAborted();
      const place = { record, offset };
      const raw = await forRecord(path, place, () => readRecord(chain, handle, offset));
      while (
        waiting.length >= AHEAD_BLOCKS ||
        (waiting.length > 0 && waitingBytes + raw.length > AHEAD_BYTES)
      )
        await settleOldest();
      const outcome = forRecord(path, place, () => addBlock(chain, raw));
      outcome.catch(() => undefined); // awaited in its turn
      offset += RECORD_HEADER_SIZE + raw.length;
      waiting.push({ outcome, size: raw.length, next: offset, record });
      waitingBytes += raw.length;
      if (record === 0) await outcome; // the genesis block of an empty chain
    }
    while (waiting.length > 0) await settleOldest();
  } finally {
    await handle.close();
    await Promise.allSettled(waiting.map(({ outcome }) => outcome));
  }
  return counts;
}

/** Runs one step of a record's import. @throws ImportError that names the record, for any error of the step */
async function forRecord<Result>(
  path: string,
  { record, offset }: { readonly record: number; readonly offset: number },
  step: () => Promise<Result>,
): Promise<Result> {
  try {
    return await step();
  } catch (error) {
    throw new ImportError(path, record, offset, (error as Error).message, { cause: error });
  }
}

type Outcome = 'imported' | 'skipped';

/** Offers a block to the chain; resolves once it is stored. */
async function addBlock(chain: Chain, raw: Uint8Array): Promise<Outcome> {
  if (chain.acceptedTip() === undefined) {
    if (!equalBytes(raw, genesisBlock(chain.network))) {
      throw new Error(`the first block is not the genesis block of ${chain.network.name}`);
    }
    await chain.initializeGenesis();
    return 'imported';
  }
  const arrival = await chain.offerBlock(raw);
  if (arrival.outcome === 'orphan')
    throw new Error('the block before it is neither in the chain nor in the file');
  if (arrival.outcome === 'too_old') throw new Error('its branch begins too far below the tip');
  if (arrival.outcome === 'accepted') await arrival.committed;
  return arrival.outcome === 'known' ? 'skipped' : 'imported';
}

async function readRecord(chain: Chain, handle: FileHandle, offset: number): Promise<Uint8Array> {
  const header = await readExactly(handle, offset, RECORD_HEADER_SIZE);
  if (!equalBytes(header.subarray(0, 4), recordHeader(chain.network, 0).subarray(0, 4))) {
    throw new Error(`no block record of ${chain.network.name} begins here`);
  }
  const size = readU32(header, 4);
  countTransactions(size);
  return readExactly(handle, offset + RECORD_HEADER_SIZE, size);
}

async function readExactly(handle: FileHandle, offset: number, length: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(length);
  const { bytesRead } = await handle.read(bytes, 0, length, offset);
  if (bytesRead !== length) throw new Error('the file ends in the middle of the record');
  return bytes;
}

/**
 * Writes the whole chain, genesis first, as block records. The file gets its name only when it is complete, and replaces a file
 * of this name; the command refuses an existing one.
 * @throws BlockFileError if a block cannot be read; the system's error if the file cannot be written; the signal's reason
 */
export async function exportBlocks(
  chain: Chain,
  path: string,
  onProgress: ProgressListener = () => undefined,
  signal?: AbortSignal,
): Promise<{ exported: number }> {
  const partial = `${path}.partial`;
  const handle = await open(partial, 'w', 0o600);
  try {
    const exported = await writeRecords(chain, handle, onProgress, signal);
    await handle.sync();
    await handle.close();
    await rename(partial, path);
    return { exported };
  } catch (error) {
    await handle.close();
    await rm(partial, { force: true });
    throw error;
  }
}

async function writeRecords(
  chain: Chain,
  handle: FileHandle,
  onProgress: ProgressListener,
  signal: AbortSignal | undefined,
): Promise<number> {
  const tipHeight = chain.tip()?.height ?? -1;
  const totalBytes = chain.storedBytes();
  let bytes = 0;
  let transactions = 0;
  for (let height = 0; height <= tipHeight; height += 1) {
    signal?.throwIfAborted();
    const raw = await chain.readRawBlock(height);
    if (raw === undefined) throw new Error(`block ${height} is not in the chain any more`);
    await handle.writev([recordHeader(chain.network, raw.length), raw]);
    transactions += countTransactions(raw.length);
    bytes += RECORD_HEADER_SIZE + raw.length;
    onProgress({ blocks: height + 1, transactions, bytes, totalBytes });
  }
  return tipHeight + 1;
}
