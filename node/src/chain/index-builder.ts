import {
  ConsensusError,
  equalBytes,
  genesisBlock,
  HeaderChain,
  type Network,
  ProtocolError,
} from '@cairn/protocol';
import { FILES_START, type BlockFiles, type BlockRecord, type FilePosition } from '../storage/block-files.ts';
import type { CoreIndex } from '../storage/core-index.ts';
import { BlockFileError } from '../storage/errors.ts';
import { BlockBatch } from './block-batch.ts';
import {
  applyBlock,
  applyGenesis,
  checkTransactions,
  checkTransfers,
  receiveBlock,
} from './block-validation.ts';
import { checkpointAt } from './chain-store.ts';
import { countProgress, type ProgressListener } from './progress.ts';
import type { TransactionChecker } from './transaction-checker.ts';

interface IndexBuildOptions {
  readonly files: BlockFiles;
  readonly network: Network;
  readonly checker: TransactionChecker;
  /** True to check once more the fields and signatures of transfers, which were validated when the blocks arrived. */
  readonly signatures: boolean;
  readonly onProgress: ProgressListener;
  /** Ends the build between two blocks. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Adds to an index the blocks that the block files hold after its tip, with every rule of PROTOCOL.md section 5; an empty index begins
 * with the genesis block. Each record is read and checked while the one before it is applied and written.
 * @returns the end of the last record
 * @throws after the blocks before it were added: BlockFileError for a damaged record, or a block that does not continue the chain;
 * LevelError; StorageWriteError; the signal's reason
 */
export async function buildIndex(index: CoreIndex, options: IndexBuildOptions): Promise<FilePosition> {
  const { files, network, checker, signatures, onProgress, signal } = options;
  if (index.head.tip() === undefined) await addGenesis(index, files, network);
  let { height, work } = index.head.tip()!;
  let end = index.head.end();
  const headers = new HeaderChain(network, checkpointAt(index.head, height));
  const records = files.records(end, signal);
  const count = countProgress(files.bytesAfter(end), onProgress);
  let batch = new BlockBatch(index.head);
  let locations: BlockRecord['location'][] = [];
  const check = async (raw: Uint8Array) => {
    const block = await checkTransactions(receiveBlock(raw), checker);
    if (signatures) await checkTransfers(block, checker);
    return block;
  };
  const readNext = async () => {
    const { value: record } = (await records.next()) as { value?: BlockRecord };
    if (record === undefined) return undefined;
    const checking = check(record.raw);
    checking.catch(() => undefined); // awaited below
    return { ...record, checking };
  };
  const write = async () => {
    const [full, places] = [batch, locations];
    batch = new BlockBatch(index.head);
    locations = [];
    if (full.blocks.length > 0) await index.connect(full.blocks, full, places);
  };
  try {
    for (let record = await readNext(); record !== undefined;) {
      const { raw, location, checking, next } = record;
      const reading = readNext();
      reading.catch(() => undefined); // awaited once this record is in the index
      try {
        headers.add(raw);
        const block = await applyBlock(await checking, batch, work);
        batch.add(block);
        locations.push(location);
        ({ work } = block);
      } catch (error) {
        if (!(error instanceof ConsensusError || error instanceof ProtocolError)) throw error; // not the record's fault
        const problem = `it does not hold block ${height + 1}: ${error.message}`;
        throw new BlockFileError(files.pathOf(location.file), location.offset, problem);
      }
      height += 1;
      end = next;
      if (batch.isFull) await write();
      count(raw.length);
      record = await reading;
    }
  } finally {
    await write(); // the valid blocks before one that fails stay
  }
  return end;
}

async function addGenesis(index: CoreIndex, files: BlockFiles, network: Network): Promise<void> {
  const genesis = await applyGenesis(genesisBlock(network));
  const { value: record } = (await files.records(FILES_START).next()) as { value?: BlockRecord };
  if (record === undefined || !equalBytes(record.raw, genesis.raw)) {
    const problem = `it does not begin with the genesis block of ${network.name}`;
    throw new BlockFileError(files.pathOf(0), 0, problem);
  }
  await index.connect([genesis], genesis, [record.location]);
}
