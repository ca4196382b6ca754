import { chmodSync, mkdirSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { selectEntries, type OutboxEntry, type OutboxStorage } from '@cairn/wallet';
import { NodeError } from '../startup/errors.ts';
import { LevelError, LevelStore } from '@cairn/chain/storage';
import { levelFolder } from '../home/level-folder.ts';

/** How long a command waits for another that uses the same keys. */
const WAIT_MS = 20_000;

/**
 * The signed transfers of a key file that are not settled yet, in a LevelDB folder that only the owner can read: it tells whom
 * they pay. A write is on disk when it returns, and one command at a time has it open, so two commands never sign the same nonce.
 */
export class FileOutbox implements OutboxStorage {
  readonly #store: LevelStore;

  private constructor(store: LevelStore) {
    this.#store = store;
  }

  /** Opens the outbox of a key file; waits for another command that uses it. @throws NodeError */
  static async open(keyFile: string): Promise<FileOutbox> {
    const path = `${keyFile}.outbox`;
    try {
      mkdirSync(path, { recursive: true });
      chmodSync(path, 0o700);
      return new FileOutbox(await openStore(path));
    } catch (error) {
      throw unusable(path, error as Error);
    }
  }

  /** @throws NodeError for an entry that cannot be read: its nonce could be signed a second time without it */
  async all(): Promise<OutboxEntry[]> {
    const entries: OutboxEntry[] = [];
    try {
      for await (const [key, value] of this.#store.entries()) entries.push(readEntry(key, value));
    } catch (error) {
      throw unusable(this.#store.path, error as Error);
    }
    return entries.sort((a, b) => a.nonce - b.nonce);
  }

  async list(...[network, fromAddress]: Parameters<OutboxStorage['list']>): Promise<OutboxEntry[]> {
    return selectEntries(await this.all(), network, fromAddress);
  }

  put(entry: OutboxEntry): Promise<void> {
    return this.#store.write(
      (batch) => void batch.put(Buffer.from(entry.id), Buffer.from(JSON.stringify(entry))),
    );
  }

  remove(id: string): Promise<void> {
    return this.#store.write((batch) => void batch.del(Buffer.from(id)));
  }

  async clear(): Promise<void> {
    for (const { id } of await this.all()) await this.remove(id);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#store.close();
  }
}

async function openStore(path: string): Promise<LevelStore> {
  const deadline = Date.now() + WAIT_MS;
  for (;;) {
    try {
      return await LevelStore.open(levelFolder(path));
    } catch (error) {
      if (!isLocked(error)) throw error;
      if (Date.now() > deadline) throw new NodeError(`another command uses ${path}`, { cause: error });
      await setTimeout(100);
    }
  }
}

/** @throws Error unless the value is the entry of its key */
function readEntry(key: Uint8Array, value: Uint8Array): OutboxEntry {
  const id = Buffer.from(key).toString();
  try {
    const entry = JSON.parse(Buffer.from(value).toString()) as OutboxEntry | null;
    if (entry?.id === id) return entry;
  } catch {
    // The same line tells it.
  }
  throw new Error(`its entry ${id} is damaged`);
}

/** Without a cause: the store's own error is for a data directory. */
function unusable(path: string, error: Error): NodeError {
  if (error instanceof NodeError) return error;
  const { code = 'level_damaged', message } = error as NodeJS.ErrnoException; // an entry that is damaged has none
  return new NodeError(
    code === 'level_damaged'
      ? `the signed transfers in ${path} cannot be read: ${message}; move that folder away once they are confirmed`
      : `the signed transfers in ${path} cannot be used: ${message}`,
  );
}

function isLocked(error: unknown): boolean {
  const outer = error instanceof LevelError ? (error.cause as Error) : undefined;
  return (outer?.cause as { code?: string } | undefined)?.code === 'LEVEL_LOCKED';
}
