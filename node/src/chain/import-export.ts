import { open, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { decodeBlockHeader, HEADER_SIZE, type Network } from '@cairn/protocol';
import { readRecordHeader, RECORD_HEADER_SIZE, recordHeader } from '../storage/block-files.ts';
import { NodeError } from '../startup/errors.ts';
import type { Chain } from './chain.ts';
import { countProgress, type ProgressListener } from './progress.ts';

/** Blocks of an import file, and their bytes, that are validated and stored while further ones are read. */
const AHEAD = { blocks: 256, bytes: 16 * 1024 * 1024 };

/**
 * Imports a file of block records (magic ‖ length ‖ block) with full validation. The blocks may belong to any branch: the
 * chain ends on the branch with the most work. Known blocks, the genesis block among them, are skipped. Records are read and checked while those before them are stored.
 * @throws NodeError naming record and offset, the blocks before which stay; the system's error if the file cannot be opened; the signal's reason
 */
export async function importBlocks(
  chain: Chain,
  path: string,
  onProgress: ProgressListener = () => undefined,
  signal?: AbortSignal,
): Promise<{ imported: number; skipped: number }> {
  const totalBytes = (await stat(path)).size;
  const counts = { imported: 0, skipped: 0 };
  const count = countProgress(totalBytes, onProgress);
  /** Records that are read and not yet stored, oldest first. */
  const waiting: { readonly size: number; readonly stored: Promise<void> }[] = [];
  const store = async (raw: Uint8Array): Promise<void> => {
    counts[(await addBlock(chain, raw)) ? 'imported' : 'skipped'] += 1;
    count(raw.length);
  };
  const handle = await open(path, 'r');
  try {
    for (let record = 0, offset = 0; offset < totalBytes; record += 1) {
      signal?.throwIfAborted();
      const start = offset;
      const fail = (error: unknown): never => {
        const { message } = error as Error;
        const problem = `${path}: record ${record} at byte ${start} cannot be imported: ${message}`;
        throw new NodeError(problem, { cause: error });
      };
      const raw = await readRecord(chain.network, handle, start).catch(fail);
      const stored = store(raw).catch(fail);
      stored.catch(() => undefined); // awaited in its turn
      waiting.push({ size: raw.length, stored });
      offset = start + RECORD_HEADER_SIZE + raw.length;
      const bytesWaiting = () => waiting.reduce((sum, { size }) => sum + size, 0);
      while (waiting.length > AHEAD.blocks || bytesWaiting() > AHEAD.bytes) await waiting.shift()!.stored;
    }
    while (waiting.length > 0) await waiting.shift()!.stored;
  } finally {
    await handle.close();
    await Promise.allSettled(waiting.map(({ stored }) => stored));
  }
  return counts;
}

/** Adds a block; resolves once it is stored. @returns false if the chain has it already */
async function addBlock(chain: Chain, raw: Uint8Array): Promise<boolean> {
  const arrival = await chain.offerBlock(raw);
  if (arrival.outcome === 'orphan')
    throw new Error('the block before it is neither in the chain nor in the file');
  if (arrival.outcome === 'too_old') {
    const { height } = decodeBlockHeader(raw.subarray(0, HEADER_SIZE));
    throw new Error(
      height === 0
        ? `it is not the genesis block of ${chain.network.name}`
        : 'its branch begins too far below the tip',
    );
  }
  return arrival.outcome !== 'known';
}

async function readRecord(network: Network, handle: FileHandle, offset: number): Promise<Uint8Array> {
  const size = readRecordHeader(network, await readExactly(handle, offset, RECORD_HEADER_SIZE));
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
    const tipHeight = chain.tip().height;
    const count = countProgress(chain.storedBytes(), onProgress);
    for (let height = 0; height <= tipHeight; height += 1) {
      signal?.throwIfAborted();
      const raw = await chain.readRawBlock(height);
      if (raw === undefined) throw new Error(`block ${height} is not in the chain any more`);
      await handle.writev([recordHeader(chain.network, raw.length), raw]);
      count(raw.length);
    }
    await handle.sync();
    await handle.close();
    await rename(partial, path);
    return { exported: tipHeight + 1 };
  } catch (error) {
    await handle.close();
    await rm(partial, { force: true });
    throw error;
  }
}
