import {
  type BlockId,
  blockId,
  blockIdBytes,
  ConsensusError,
  decodeBlockHeader,
  equalBytes,
  genesisBlock,
  genesisBlockId,
  HEADER_SIZE,
  meetsTarget,
  type Network,
  ProtocolError,
} from '@cairn/protocol';
import type { Log, Turn } from '../runtime.ts';
import {
  FILES_START,
  bytesAfter,
  damageAt,
  isBefore,
  readRecords,
  RECORD_HEADER_SIZE,
  type BlockLocation,
  type BlockLog,
  type FilePosition,
  type LogRecord,
} from '../storage/block-log.ts';
import { CoreStore, type PlacedBlock } from '../storage/core-store.ts';
import { BlockFileError, LevelError } from '../storage/errors.ts';
import type { DamageListener, DatabasePlace } from '../storage/level.ts';
import { workAhead } from './ahead.ts';
import type { BlockImporter, CheckedBody } from './block-importer.ts';
import { applyGenesis, receiveBlock, type ReceivedBlock } from './block-validation.ts';
import { ChainError } from './chain-types.ts';
import type { ChainStore } from './chain-store.ts';
import { countProgress, type ProgressListener } from './progress.ts';

/** Blocks whose entries are compared at the start: more than the log that LevelDB replays after a crash holds (PROTOCOL.md section 6). */
const COMPARED_BLOCKS = 2_000;
/** More bytes than one write of the block importer appends. */
const MAX_WRITE_BYTES = 16 * 1024 * 1024;

interface CoreOptions {
  /** Of `core/`. */
  readonly place: DatabasePlace;
  readonly log: BlockLog;
  readonly network: Network;
  readonly logger: Log;
  readonly turn: Turn;
  /** Makes `core/` anew even if it is intact. */
  readonly reindex?: boolean | undefined;
  readonly onDamage?: DamageListener | undefined;
}

/**
 * Opens `core/`, which the block files can always make anew (PROTOCOL.md section 6): one that does not open, is of another format, or
 * does not belong to the files is removed. A store without a block gets the genesis block, and so do files without one;
 * `importRecords` adds what else the files hold.
 * @throws ChainError `other_genesis`; BlockFileError when the block files themselves are damaged; LevelError when `core/` is inaccessible;
 * StorageWriteError when it cannot be written
 */
export async function openCore(options: CoreOptions): Promise<CoreStore> {
  const { place, log, network, logger, turn, onDamage } = options;
  await requireGenesis(log, network);
  const existing = options.reindex === true ? undefined : await openExisting(options);
  // What a crash leaves of it does not open, or lacks blocks: the next start makes it anew, too.
  if (existing === undefined) await place.remove();
  const core = existing ?? (await CoreStore.open(place, turn, onDamage));
  try {
    if (!core.isEmpty) return core;
    const isNew = bytesAfter(log, FILES_START) <= RECORD_HEADER_SIZE + genesisBlock(network).length;
    if (!isNew) logger.info(`building ${place.path} from the block files`);
    if (!isNew) await core.setBuilding(true);
    await writeGenesis(core, log, network, turn);
    return core;
  } catch (error) {
    await core.close();
    throw error;
  }
}

/**
 * Refuses a chain that begins with another genesis block, before anything of it is changed.
 * @throws ChainError `other_genesis`; BlockFileError if it begins with no block
 */
async function requireGenesis(log: BlockLog, network: Network): Promise<void> {
  if (bytesAfter(log, FILES_START) < RECORD_HEADER_SIZE + HEADER_SIZE) return;
  const position = { file: 0, offset: RECORD_HEADER_SIZE };
  const header = await log.read(position, HEADER_SIZE);
  let height: number;
  try {
    ({ height } = decodeBlockHeader(header));
  } catch (error) {
    throw damageAt(log, position, `no block header: ${(error as Error).message}`);
  }
  const isGenesis = height === 0 && meetsTarget(blockIdBytes(header), network.proofOfWorkLimitBits!);
  if (!isGenesis || blockId(header) === genesisBlockId(network)) return; // damage is found later
  const remedy =
    network.name === 'devnet'
      ? 'begin a new one with the flag --fresh of cairn dev or npm start, or with another --data-dir'
      : 'move the data directory away and sync anew';
  throw new ChainError(
    'other_genesis',
    `${log.pathOf(0)} begins with another genesis block of ${network.name}, that of an earlier version: ${remedy}`,
  );
}

/** Writes the genesis block to an empty core, and to files that do not hold a whole block yet. @throws BlockFileError, StorageWriteError */
async function writeGenesis(core: CoreStore, log: BlockLog, network: Network, turn: Turn): Promise<void> {
  const genesis = await applyGenesis(genesisBlock(network), turn);
  if (bytesAfter(log, FILES_START) < RECORD_HEADER_SIZE + genesis.raw.length) {
    await log.cut(FILES_START);
    await log.append([genesis.raw]);
  }
  const { value: record } = await readRecords(log, FILES_START).next();
  if (record === undefined || !('raw' in record) || !equalBytes(record.raw, genesis.raw))
    throw damageAt(log, FILES_START, `it does not begin with the genesis block of ${network.name}`);
  const { tree, buckets, id, work } = genesis;
  const change = { tree, buckets, tip: { height: 0, id, work }, left: [], joined: [genesis], forgotten: [] };
  await core.write(change, { locations: [record.location], end: record.next });
}

/** The existing core, if it belongs to the block files. */
async function openExisting({
  place,
  log,
  logger,
  turn,
  onDamage,
}: CoreOptions): Promise<CoreStore | undefined> {
  let core: CoreStore | undefined;
  let problem: string | undefined;
  try {
    core = await CoreStore.open(place, turn, onDamage);
    problem = core.isEmpty ? undefined : await findProblem(core, log);
    if (problem === undefined) return core;
  } catch (error) {
    if (!(error instanceof LevelError) || error.code !== 'level_damaged') {
      await core?.close();
      throw error;
    }
    problem = error.message;
  }
  await core?.close();
  logger.warn(`${place.path} is made anew from the block files: ${problem}`);
  return undefined;
}

/** Why `core/` cannot belong to the block files. @throws BlockFileError if bytes are missing there that a crash cannot lose */
async function findProblem(core: CoreStore, log: BlockLog): Promise<string | undefined> {
  const view = core.view();
  try {
    const { tip } = view;
    let above: PlacedBlock | undefined;
    for (let height = tip.height; height >= Math.max(0, tip.height - COMPARED_BLOCKS + 1); height -= 1) {
      const entry = view.block(height);
      if (entry === undefined) return `it lacks block ${height}`;
      if (entry.id !== (above?.header.previousBlockId ?? tip.id))
        return `its block ${height} is not on its chain`;
      if (view.heightOfBlock(entry.id) !== height || !view.hasUndo(height))
        return `its entries of block ${height} are incomplete`;
      above = entry;
    }
    requireWhole(log, { file: tip.endFile, offset: tip.endOffset }, tip.height);
    const header = await log.read(view.block(tip.height)!, HEADER_SIZE);
    return blockId(header) === tip.id ? undefined : 'the block files hold another block than its tip';
  } finally {
    await view.close();
  }
}

/** @throws BlockFileError unless the files reach the end of the tip */
function requireWhole(log: BlockLog, end: FilePosition, height: number): void {
  for (let file = 0; file <= end.file; file += 1) {
    const size = log.sizeOf(file);
    if (size === undefined) throw damageAt(log, { file, offset: 0 }, 'the file is missing');
    if (file === end.file && size < end.offset)
      throw damageAt(
        log,
        { file, offset: size },
        `it ends before byte ${end.offset}, the end of block ${height}: cairn reindex goes on from what is whole`,
        { lostTip: height },
      );
  }
}

interface ImportOptions {
  readonly store: ChainStore;
  readonly importer: BlockImporter;
  /** Up to where; to the end of the files by default. */
  readonly until?: FilePosition | undefined;
  readonly checksSignatures: boolean;
  readonly onProgress: ProgressListener;
  /** Ends the import between two records. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Imports the records of the block files that `core/` does not account for yet, in their order, by every rule of PROTOCOL.md
 * section 5. Records are read and checked while those before them are written; nothing is taken behind one that is refused.
 * @throws BlockFileError for the first record that is malformed or invalid, or whose parent is unknown: those before it are in `core/`;
 * StorageWriteError; the signal's reason
 */
export async function importRecords(options: ImportOptions): Promise<void> {
  const { store, importer, until, checksSignatures, onProgress, signal } = options;
  const { log } = store;
  const count = countProgress(bytesAfter(log, store.end), onProgress);
  const check = async (record: LogRecord) =>
    'raw' in record ? importer.check(receiveBlock(record.raw), checksSignatures) : undefined;
  const take = async (
    record: LogRecord,
    checking: ReturnType<typeof check>,
    earlier: Promise<void>,
  ): Promise<void> => {
    checking.catch(() => undefined); // awaited in its turn
    await earlier;
    try {
      if ('backTo' in record) return await obey(record, importer);
      await takeBlock((await checking)!, record.location, importer);
      count(record.size);
    } catch (error) {
      if (!(error instanceof ConsensusError || error instanceof ProtocolError)) throw error; // not the record's fault
      await importer.settle();
      const position = 'raw' in record ? record.location : record.start;
      throw damageAt(log, position, error.message, { cause: error });
    }
  };
  let turn = Promise.resolve();
  const importRecord = (record: LogRecord): Promise<void> => (turn = take(record, check(record), turn));
  const records = readRecords(log, store.end, { until, signal });
  await importer.exclusively(async () => {
    try {
      await workAhead(records, importRecord);
    } finally {
      await turn; // if one is refused, what is behind it in the files does not matter
      await importer.settle();
    }
  });
}

async function obey(
  { backTo, next }: Extract<LogRecord, { backTo: unknown }>,
  importer: BlockImporter,
): Promise<void> {
  if (!(await importer.forgetAbove(backTo, next)))
    throw new ConsensusError('bad_previous_block', `block ${backTo}, to which it goes back, is unknown`);
}

async function takeBlock(body: CheckedBody, location: BlockLocation, importer: BlockImporter): Promise<void> {
  const outcome = await importer.take(body, location);
  if (outcome === 'orphan' || outcome === 'too_old') throw new UnknownParentError(body.block);
}

/** Of a whole block whose parent no record before it holds, or `core/` has forgotten. */
class UnknownParentError extends ConsensusError {
  readonly parent: BlockId;

  constructor({ header }: ReceivedBlock) {
    super('bad_previous_block', 'no record before it holds its parent');
    this.parent = header.previousBlockId;
  }
}

/**
 * Makes `core/` account for all records of the block files, and cuts what follows the last whole one. Behind the end of a
 * complete store there is at most the rest of an interrupted write: it may be broken in any way. A store that is being made anew
 * takes every record, and must find each of them whole.
 * @returns false if `core/` has to be made anew: it lacks a block that the files hold before another that is built on it
 * @throws as `importRecords`
 */
export async function recover(
  options: Omit<ImportOptions, 'until' | 'checksSignatures'> & {
    readonly core: CoreStore;
    readonly logger: Log;
  },
): Promise<boolean> {
  const { store, core, logger } = options;
  const { log } = store;
  const isTail = !core.isBuilding && bytesAfter(log, store.end) <= MAX_WRITE_BYTES;
  if (!isTail) await log.sync();
  else if (isBefore(store.end, log.end)) await log.sync(store.end);
  try {
    await importRecords({ ...options, checksSignatures: false });
  } catch (error) {
    if (!(error instanceof BlockFileError) || !isTail) throw error;
    if (error.cause instanceof UnknownParentError && (await hasBlock(log, error.cause.parent, store.end)))
      return false;
  }
  const { end } = store;
  if (isBefore(end, log.end)) {
    logger.warn(`dropped an incomplete write after byte ${end.offset} of ${log.pathOf(end.file)}`);
    await log.cut(end);
  }
  if (core.isBuilding) await core.setBuilding(false);
  return true;
}

/** True if a record before a position holds a block. */
async function hasBlock(log: BlockLog, id: BlockId, until: FilePosition): Promise<boolean> {
  for await (const record of readRecords(log, FILES_START, { until }))
    if ('raw' in record && blockId(record.raw.subarray(0, HEADER_SIZE)) === id) return true;
  return false;
}
