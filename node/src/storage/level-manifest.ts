import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readLog } from './level-log.ts';
import { VarintReader } from './level-varint.ts';

/** A table file that the database consists of. */
export interface LiveTable {
  readonly file: string;
  /** Bytes. */
  readonly size: number;
}

/** Which files a LevelDB folder consists of; what else lies there is a leftover that LevelDB removes. */
export interface LiveFiles {
  readonly tables: readonly LiveTable[];
  /** Logs that are replayed. */
  readonly logs: readonly string[];
}

/** Fields of an edit in the MANIFEST (LevelDB's `db/version_edit.cc`). */
const TAG = {
  comparator: 1,
  logNumber: 2,
  nextFileNumber: 3,
  lastSequence: 4,
  compactPointer: 5,
  deletedFile: 6,
  newFile: 7,
  previousLogNumber: 9,
} as const;

const FIRST = 2;
const LAST_PARTS: ReadonlySet<number> = new Set([1, 4]);

/** What the edits so far come to. */
interface Version {
  /** File number → bytes. */
  readonly tables: Map<number, number>;
  logNumber: number;
}

/**
 * Reads the MANIFEST that CURRENT names.
 * @param names files of the folder
 * @throws DamagedLogError, RangeError for an edit that does not decode, the system's error where a file is missing
 */
export async function readLiveFiles(directory: string, names: readonly string[]): Promise<LiveFiles> {
  const manifest = join(directory, (await readFile(join(directory, 'CURRENT'), 'utf8')).trimEnd());
  const version: Version = { tables: new Map(), logNumber: 0 };
  for await (const edit of readEdits(manifest)) apply(edit, version);
  const tables = [...version.tables].map(([number, size]) => ({
    file: join(directory, tableName(number, names)),
    size,
  }));
  const logs = names.filter((name) => /^\d+\.log$/.test(name) && Number.parseInt(name) >= version.logNumber);
  return { tables, logs: logs.toSorted().map((name) => join(directory, name)) };
}

/** `.sst` is the name that old versions gave. */
function tableName(number: number, names: readonly string[]): string {
  const [name, oldName] = ['ldb', 'sst'].map((ending) => `${String(number).padStart(6, '0')}.${ending}`);
  return names.includes(oldName!) ? oldName! : name!;
}

/** Edits, each put together from its records. */
async function* readEdits(manifest: string): AsyncGenerator<Uint8Array> {
  let parts: Uint8Array[] = [];
  for await (const { type, data } of readLog(manifest)) {
    if (type <= FIRST) parts = [];
    parts.push(Uint8Array.from(data));
    if (LAST_PARTS.has(type)) yield Buffer.concat(parts);
  }
}

function apply(edit: Uint8Array, version: Version): void {
  const reader = new VarintReader(edit);
  while (!reader.isAtEnd) applyField(reader, version);
}

function applyField(reader: VarintReader, version: Version): void {
  const tag = reader.varint();
  if (tag === TAG.comparator) return reader.skip(reader.varint());
  if (tag === TAG.compactPointer) {
    reader.varint();
    return reader.skip(reader.varint());
  }
  if (tag === TAG.deletedFile) {
    reader.varint();
    version.tables.delete(reader.varint());
    return;
  }
  if (tag === TAG.newFile) return addFile(reader, version);
  const value = reader.varint();
  if (tag === TAG.logNumber) version.logNumber = value;
  else if (tag !== TAG.nextFileNumber && tag !== TAG.lastSequence && tag !== TAG.previousLogNumber) {
    throw new RangeError(`an edit of the MANIFEST has the unknown field ${tag}`);
  }
}

/** level ‖ number ‖ size ‖ smallest key ‖ largest key */
function addFile(reader: VarintReader, { tables }: Version): void {
  reader.varint();
  tables.set(reader.varint(), reader.varint());
  reader.skip(reader.varint());
  reader.skip(reader.varint());
}
