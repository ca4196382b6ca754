import { open, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import {
  blockId,
  ConsensusError,
  decodeBlockHeader,
  genesisBlockId,
  HEADER_SIZE,
  type Network,
  ProtocolError,
} from '@cairn/protocol';
import { FORGET_SIZE, readRecordHeader, RECORD_HEADER_SIZE, recordHeader } from '@cairn/chain/storage';
import { NodeError, unwritable, UsageError } from '../startup/errors.ts';
import { type Chain, countProgress, type ProgressListener, workAhead } from '@cairn/chain';

/**
 * Imports a file of block records (magic ‖ length ‖ block) with full validation. The blocks may belong to any branch: the
 * chain ends on the branch with the most work. Known blocks, the genesis block among them, are skipped, and so are forget records.
 * @throws UsageError naming record and offset, the blocks before which stay, NodeError if the chain cannot be written; the system's error if the file cannot be opened; the signal's reason
 */
export async function importBlocks(
  chain: Chain,
  path: string,
  onProgress: ProgressListener = () => undefined,
  signal?: AbortSignal,
): Promise<{ imported: number; skipped: number }> {
  const counts = { imported: 0, skipped: 0 };
  const count = countProgress((await stat(path)).size, onProgress);
  await workAhead(readRecords(chain.network, path, signal), async ({ raw, size, name }) => {
    if (size === FORGET_SIZE) return;
    try {
      counts[(await addBlock(chain, raw)) ? 'imported' : 'skipped'] += 1;
    } catch (error) {
      throw importError(name, error);
    }
    count(size);
  });
  return counts;
}

interface ImportedRecord {
  /** For an error: the file, the number of the record, and its offset. */
  readonly name: string;
  readonly raw: Uint8Array;
  readonly size: number;
}

async function* readRecords(
  network: Network,
  path: string,
  signal: AbortSignal | undefined,
): AsyncGenerator<ImportedRecord> {
  await using handle = await open(path, 'r');
  const { size: total } = await handle.stat();
  for (let record = 0, offset = 0; offset < total; record += 1) {
    signal?.throwIfAborted();
    const name = `${path}: record ${record} at byte ${offset}`;
    const raw = await readRecord(network, handle, offset).catch((error: unknown) => {
      throw importError(name, error);
    });
    yield { name, raw, size: raw.length };
    offset += RECORD_HEADER_SIZE + raw.length;
  }
}

/** The file is at fault, unless the chain is. */
function importError(name: string, error: unknown): NodeError | UsageError {
  const isOfFile = [UsageError, ConsensusError, ProtocolError, RangeError].some(
    (kind) => error instanceof kind,
  );
  const ImportError = isOfFile ? UsageError : NodeError;
  return new ImportError(`${name} cannot be imported: ${(error as Error).message}`, { cause: error });
}

/** Adds a block; resolves once it is stored. @returns false if the chain has it already */
async function addBlock(chain: Chain, raw: Uint8Array): Promise<boolean> {
  const arrival = await chain.offerBlock(raw);
  if (arrival.outcome === 'orphan')
    throw new UsageError('the block before it is neither in the chain nor in the file');
  if (arrival.outcome === 'too_old') throw new UsageError('its branch begins too far below the tip');
  return arrival.outcome !== 'known';
}

/**
 * Reads a record of a file.
 * @throws UsageError if it is cut off, or another network's genesis block; RangeError if it is no record, ProtocolError if it is no block
 */
export async function readRecord(network: Network, handle: FileHandle, offset: number): Promise<Uint8Array> {
  const size = readRecordHeader(network, await readExactly(handle, offset, RECORD_HEADER_SIZE));
  const raw = await readExactly(handle, offset + RECORD_HEADER_SIZE, size);
  if (size === FORGET_SIZE) return raw;
  const header = raw.subarray(0, HEADER_SIZE);
  // Before a block behind it can be taken, which may be of this chain.
  if (decodeBlockHeader(header).height === 0 && blockId(header) !== genesisBlockId(network))
    throw new UsageError(`it is not the genesis block of ${network.name}`);
  return raw;
}

async function readExactly(handle: FileHandle, offset: number, length: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(length);
  const { bytesRead } = await handle.read(bytes, 0, length, offset);
  if (bytesRead !== length) throw new UsageError('the file ends in the middle of the record');
  return bytes;
}

/**
 * Writes the whole chain, genesis first, as block records. The file gets its name only when it is complete, and replaces a file
 * of this name; the command refuses an existing one.
 * @throws NodeError if the file cannot be written; BlockFileError if a block cannot be read; the signal's reason
 */
export async function exportBlocks(
  chain: Chain,
  path: string,
  onProgress: ProgressListener = () => undefined,
  signal?: AbortSignal,
): Promise<{ exported: number }> {
  const partial = `${path}.partial`;
  const write = <Result>(writing: Promise<Result>): Promise<Result> =>
    writing.catch((error: unknown) => {
      throw unwritable(path, error);
    });
  const handle = await write(open(partial, 'w', 0o600));
  try {
    using view = chain.view.hold();
    const tipHeight = view.tip.height;
    const count = countProgress(chain.storedBytes(), onProgress);
    for (let height = 0; height <= tipHeight; height += 1) {
      signal?.throwIfAborted();
      const raw = await view.rawBlock(height);
      if (raw === undefined) throw new Error(`block ${height} is not in the chain any more`);
      await write(handle.writev([recordHeader(chain.network, raw.length), raw]));
      count(raw.length);
    }
    await write(handle.sync());
    await handle.close();
    await write(rename(partial, path));
    return { exported: tipHeight + 1 };
  } catch (error) {
    await handle.close();
    await rm(partial, { force: true });
    throw error;
  }
}
