import type { Database, DatabasePlace, LevelSnapshot } from '@cairn/chain/storage';
import { memoryPlace } from '@cairn/chain/memory';
import type { IDBPDatabase } from 'idb';

/** Of IndexedDB. */
type Rows = IDBPDatabase;

/**
 * A database in memory whose rows stay in an object store of IndexedDB: they are read when it is opened, and a write resolves once
 * they have it. For few rows.
 */
export function keptPlace(rows: Rows, store: string): DatabasePlace {
  const memory = memoryPlace(store);
  return {
    ...memory,
    path: `IndexedDB ${store}`,
    database: (tuning) => new KeptLevel(memory.database(tuning), rows, store),
    remove: async () => {
      await memory.remove();
      await rows.clear(store);
    },
  };
}

class KeptLevel implements Database {
  readonly #memory: Database;
  readonly #rows: Rows;
  readonly #store: string;

  constructor(memory: Database, rows: Rows, store: string) {
    this.#memory = memory;
    this.#rows = rows;
    this.#store = store;
  }

  async open(): Promise<void> {
    await this.#memory.open();
    const { store } = this.#rows.transaction(this.#store);
    const batch = this.#memory.batch();
    for (let row = await store.openCursor(); row !== null; row = await row.continue())
      batch.put(new Uint8Array(row.key as ArrayBuffer), row.value as Uint8Array);
    await batch.write({ sync: true });
  }

  close(): Promise<void> {
    return this.#memory.close();
  }

  getSync(key: Uint8Array, options: { snapshot?: LevelSnapshot }): Uint8Array | undefined {
    return this.#memory.getSync(key, options);
  }

  iterator(options: Parameters<Database['iterator']>[0]): ReturnType<Database['iterator']> {
    return this.#memory.iterator(options);
  }

  snapshot(): LevelSnapshot {
    return this.#memory.snapshot();
  }

  batch(): ReturnType<Database['batch']> {
    const batch = this.#memory.batch();
    const changes: (readonly [key: Uint8Array<ArrayBuffer>, value: Uint8Array | undefined])[] = [];
    const kept = {
      put(key: Uint8Array, value: Uint8Array) {
        changes.push([key.slice(), value.slice()]); // of a view, IndexedDB would copy the whole buffer
        batch.put(key, value);
        return kept;
      },
      del(key: Uint8Array) {
        changes.push([key.slice(), undefined]);
        batch.del(key);
        return kept;
      },
      write: async (options: { readonly sync: boolean }): Promise<void> => {
        const { store, done } = this.#rows.transaction(this.#store, 'readwrite');
        const requests = changes.map(([key, value]) =>
          value === undefined ? store.delete(key) : store.put(value, key),
        );
        await Promise.all([...requests, done]);
        await batch.write(options);
      },
    };
    return kept;
  }
}
