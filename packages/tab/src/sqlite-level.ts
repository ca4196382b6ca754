import { isSqlDamage, type SqlDatabase, type SqlPlace, type SqlStatement } from '@cairn/chain/projection';
import { type Database, type DatabasePlace, LevelError, type LevelSnapshot } from '@cairn/chain/storage';

type Row = [key: Uint8Array, value: Uint8Array];
type Changes = readonly (readonly [key: Uint8Array, value: Uint8Array | undefined])[];

interface Bound {
  readonly key: Uint8Array;
  readonly isIncluded: boolean;
}

/** What is left to read of a range. */
interface Part {
  readonly low: Bound | undefined;
  readonly high: Bound | undefined;
  /** Read from the high end on. */
  readonly isReverse: boolean;
}

/** A key-value database in one of SQLite. @param path names it in messages */
export function sqlitePlace(path: string, place: SqlPlace): DatabasePlace {
  return {
    path,
    cachedBuckets: 500, // SQLite caches pages, too
    database: () => new SqliteLevel(path, place),
    exists: () => true, // its files are open: nobody else removes them
    remove: async () => place.remove(),
  };
}

/** A key as text of one character a byte, which sorts as bytes do. */
const textOf = (key: Uint8Array): string => String.fromCharCode(...key);

/** What a write has replaced, by the text of its key. */
type Former = Map<string, { readonly key: Uint8Array; readonly value: Uint8Array | undefined }>;

class Snapshot implements LevelSnapshot {
  readonly #former: Former = new Map();
  readonly #open: Set<Snapshot>;

  /** @param open the snapshots for which writes keep what they replace */
  constructor(open: Set<Snapshot>) {
    this.#open = open.add(this);
  }

  /** @throws Error once it is closed: what was replaced since is not known */
  get former(): Former {
    if (!this.#open.has(this)) throw new Error('the snapshot is closed');
    return this.#former;
  }

  async close(): Promise<void> {
    this.#open.delete(this);
  }
}

/**
 * Rows of bytes in a table of SQLite, over one connection. Each open snapshot keeps what writes have replaced since it was taken, in
 * memory: they are meant to be short.
 */
class SqliteLevel implements Database {
  readonly #path: string;
  readonly #place: SqlPlace;
  #database: SqlDatabase | undefined;
  readonly #statements = new Map<string, SqlStatement>();
  readonly #snapshots = new Set<Snapshot>();

  constructor(path: string, place: SqlPlace) {
    this.#path = path;
    this.#place = place;
  }

  /** A file that is no database is replaced by an empty one. @throws LevelError */
  async open(): Promise<void> {
    try {
      this.#connect();
    } catch (error) {
      await this.close();
      if (!isSqlDamage(error)) throw this.#errorOf(error);
      this.#place.remove();
      this.#connect();
    }
  }

  #connect(): void {
    this.#database = this.#place.open();
    this.#database.exec(
      'CREATE TABLE IF NOT EXISTS rows (key BLOB PRIMARY KEY, value BLOB NOT NULL) STRICT, WITHOUT ROWID',
    );
  }

  async close(): Promise<void> {
    this.#statements.clear();
    this.#database?.close();
    this.#database = undefined;
  }

  /** @throws LevelError */
  getSync(key: Uint8Array, { snapshot }: { snapshot?: LevelSnapshot }): Uint8Array | undefined {
    const former = (snapshot as Snapshot | undefined)?.former;
    const replaced = former?.size ? former.get(textOf(key)) : undefined;
    return replaced === undefined ? this.#value(key) : replaced.value;
  }

  iterator(options: Parameters<Database['iterator']>[0]): ReturnType<Database['iterator']> {
    const { gt, gte, lt, lte, limit = Infinity, reverse: isReverse = false } = options;
    const snapshot = options.snapshot ?? this.snapshot();
    let left = limit;
    let part: Part | undefined = { low: boundOf(gt, gte), high: boundOf(lt, lte), isReverse };
    return {
      nextv: async (count) => {
        const { former } = snapshot as Snapshot;
        const rows: Row[] = [];
        while (rows.length < Math.min(count, left) && part !== undefined) {
          const wanted = Math.min(count, left) - rows.length;
          const stored = this.#read(part, wanted);
          // Once the table has no more, what it once had may still follow.
          const last = stored.length < wanted ? undefined : stored.at(-1)![0];
          const found = merged(stored, former, last === undefined ? part : until(part, last)).slice(
            0,
            wanted,
          );
          const next = found.length === wanted ? found.at(-1)![0] : last;
          part = next && behind(part, next);
          rows.push(...found);
        }
        left -= rows.length;
        return rows;
      },
      close: async () => {
        if (options.snapshot === undefined) await snapshot.close();
      },
    };
  }

  snapshot(): LevelSnapshot {
    return new Snapshot(this.#snapshots);
  }

  batch(): ReturnType<Database['batch']> {
    const changes: Changes[number][] = [];
    const batch = {
      put: (key: Uint8Array, value: Uint8Array) => {
        changes.push([key, value]);
        return batch;
      },
      del: (key: Uint8Array) => {
        changes.push([key, undefined]);
        return batch;
      },
      write: async () => this.#write(changes),
    };
    return batch;
  }

  #write(changes: Changes): void {
    const put = this.#prepare(
      'INSERT INTO rows VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value',
    );
    const del = this.#prepare('DELETE FROM rows WHERE key = ?');
    this.#database!.exec('BEGIN IMMEDIATE');
    try {
      for (const [key, value] of changes) {
        this.#keepFormer(key);
        if (value === undefined) del.run(key);
        else put.run(key, value);
      }
      this.#database!.exec('COMMIT');
    } catch (error) {
      this.#rollBack();
      throw error;
    }
  }

  /** Some errors have ended the transaction already. */
  #rollBack(): void {
    try {
      this.#database!.exec('ROLLBACK');
    } catch {}
  }

  #keepFormer(key: Uint8Array): void {
    if (this.#snapshots.size === 0) return;
    const text = textOf(key);
    let former: ReturnType<Former['get']>;
    for (const snapshot of this.#snapshots)
      if (!snapshot.former.has(text))
        snapshot.former.set(text, (former ??= { key, value: this.#value(key) }));
  }

  #value(key: Uint8Array): Uint8Array | undefined {
    try {
      const [row] = this.#prepare('SELECT value FROM rows WHERE key = @key').all({ key });
      return (row as { value: Uint8Array } | undefined)?.value;
    } catch (error) {
      throw this.#errorOf(error);
    }
  }

  /** The first rows of a range. @throws LevelError */
  #read({ low, high, isReverse }: Part, count: number): Row[] {
    const bounds = [
      low && { text: `key >${low.isIncluded ? '=' : ''} @low`, values: { low: low.key } },
      high && { text: `key <${high.isIncluded ? '=' : ''} @high`, values: { high: high.key } },
    ].filter((bound) => bound !== undefined);
    const where = ['true', ...bounds.map(({ text }) => text)].join(' AND ');
    const text = `SELECT key, value FROM rows WHERE ${where} ORDER BY key ${isReverse ? 'DESC' : ''} LIMIT @count`;
    try {
      const rows = this.#prepare(text).all(Object.assign({ count }, ...bounds.map(({ values }) => values)));
      return (rows as { key: Uint8Array; value: Uint8Array }[]).map(({ key, value }) => [key, value]);
    } catch (error) {
      throw this.#errorOf(error);
    }
  }

  #prepare(text: string): SqlStatement {
    let statement = this.#statements.get(text);
    if (statement === undefined) this.#statements.set(text, (statement = this.#database!.prepare(text)));
    return statement;
  }

  #errorOf(error: unknown): LevelError {
    const code = isSqlDamage(error) ? 'level_damaged' : 'level_unusable';
    return new LevelError(code, this.#path, (error as Error).message, { cause: error });
  }
}

function boundOf(excluded: Uint8Array | undefined, included: Uint8Array | undefined): Bound | undefined {
  const key = excluded ?? included;
  return key && { key, isIncluded: excluded === undefined };
}

/** The part of a range that follows a key of it. */
const behind = (part: Part, key: Uint8Array): Part => ({
  ...part,
  [part.isReverse ? 'high' : 'low']: { key, isIncluded: false },
});

/** The part of a range that ends with a key of it. */
const until = (part: Part, key: Uint8Array): Part => ({
  ...part,
  [part.isReverse ? 'low' : 'high']: { key, isIncluded: true },
});

/** The rows of a range as they were. @param stored as they are */
function merged(stored: readonly Row[], former: Former, { low, high, isReverse }: Part): readonly Row[] {
  if (former.size === 0) return stored;
  const rows = stored.map(([key, value]) => ({ text: textOf(key), key, value }));
  const all = rows.filter(({ text }) => !former.has(text));
  const [from, to] = [low && textOf(low.key), high && textOf(high.key)];
  for (const [text, { key, value }] of former) {
    const isBelow = from !== undefined && (text < from || (text === from && !low!.isIncluded));
    const isAbove = to !== undefined && (text > to || (text === to && !high!.isIncluded));
    if (value !== undefined && !isBelow && !isAbove) all.push({ text, key, value });
  }
  const direction = isReverse ? -1 : 1;
  all.sort((one, other) => (one.text < other.text ? -direction : direction));
  return all.map(({ key, value }) => [key, value]);
}
