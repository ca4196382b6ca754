import { open, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import {
  blockId,
  countTransactions,
  decodeBlockHeader,
  equalBytes,
  genesisBlock,
  HEADER_SIZE,
} from '@cairn/protocol';
import { readU32 } from '@cairn/protocol/layout';
import { RECORD_HEADER_SIZE, recordHeader } from '../storage/block-files.ts';
import type { Chain } from './chain.ts';

/** How far an import or export has come. */
export interface TransferProgress {
  /** Blocks handled so far, those that were there already included. */
  readonly blocks: number;
  readonly transactions: number;
  readonly bytes: number;
  /** Bytes of the whole. */
  readonly totalBytes: number;
}

export type ProgressListener = (progress: TransferProgress) => void;

/** A file of block records cannot be imported from some record on; what came before it stays. */
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
 * Imports a file of block records (magic ‖ length ‖ block) with full validation. Blocks that the chain already has are
 * skipped; an empty chain takes the network's genesis block as the first record.
 * @throws ImportError naming record and offset
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
  let offset = 0;
  let transactions = 0;
  try {
    while (offset < totalBytes) {
      signal?.throwIfAborted();
      const record = counts.imported + counts.skipped;
      try {
        const raw = await readImported(chain, handle, offset);
        counts[await take(chain, raw)] += 1;
        offset += RECORD_HEADER_SIZE + raw.length;
        transactions += countTransactions(raw.length);
      } catch (error) {
        throw new ImportError(path, record, offset, (error as Error).message, { cause: error });
      }
      onProgress({ blocks: counts.imported + counts.skipped, transactions, bytes: offset, totalBytes });
    }
  } finally {
    await handle.close();
  }
  return counts;
}

async function readImported(chain: Chain, handle: FileHandle, offset: number): Promise<Uint8Array> {
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

async function take(chain: Chain, raw: Uint8Array): Promise<'imported' | 'skipped'> {
  const { height } = decodeBlockHeader(raw.subarray(0, HEADER_SIZE));
  const tip = chain.tip();
  if (tip === undefined) {
    if (!equalBytes(raw, genesisBlock(chain.network))) {
      throw new Error(`the first block is not the genesis block of ${chain.network.name}`);
    }
    await chain.initializeGenesis();
    return 'imported';
  }
  if (height <= tip.height) {
    if (chain.blockSummary(height)?.id === blockId(raw)) return 'skipped';
    throw new Error(`the chain has another block at height ${height}`);
  }
  await chain.appendBlock(raw);
  return 'imported';
}

/**
 * Writes the whole chain, genesis first, as block records. The file appears under its name only when it is complete.
 * @throws BlockFileError when a block cannot be read
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
    if (raw === undefined) throw new Error(`block ${height} is gone`);
    await handle.writev([recordHeader(chain.network, raw.length), raw]);
    transactions += countTransactions(raw.length);
    bytes += RECORD_HEADER_SIZE + raw.length;
    onProgress({ blocks: height + 1, transactions, bytes, totalBytes });
  }
  return tipHeight + 1;
}
