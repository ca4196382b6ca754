import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { transactionId } from '@cairn/protocol';
import { Level } from 'level';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LevelStore, type LevelBatch } from './level.ts';
import {
  MempoolStoreError,
  openMempoolStore,
  type MempoolStore,
  type StoredPending,
} from './mempool-store.ts';

let directory: string;

beforeEach(() => {
  directory = join(mkdtempSync(join(tmpdir(), 'cairn-mempool-store-')), 'mempool');
});

afterEach(() => rmSync(join(directory, '..'), { recursive: true }));

/** An entry whose 213 bytes are all the same. */
function entry(byte: number, receivedAt = 1_800_000_000): StoredPending {
  const raw = new Uint8Array(213).fill(byte);
  return { id: transactionId(raw), receivedAt, raw };
}

/** Writes and removes in one batch. */
async function write(
  store: MempoolStore,
  { put, remove }: { put: readonly StoredPending[]; remove: readonly string[] },
): Promise<void> {
  const batch = store.batch();
  for (const id of remove) batch.remove(id);
  for (const pending of put) batch.put(pending);
  await batch.write();
}

const byId = (entries: StoredPending[]) => entries.toSorted((a, b) => (a.id < b.id ? -1 : 1));

/** Changes the raw database without the store. */
async function tamper(change: (batch: LevelBatch) => LevelBatch): Promise<void> {
  const database = await LevelStore.open(directory);
  await change(database.batch()).write({ sync: true });
  await database.close();
}

describe('the pending store', () => {
  it('starts empty, and returns what was written and not removed', async () => {
    const first = await openMempoolStore(directory);
    expect(first.pending).toEqual([]);
    await write(first.store, { put: [entry(1), entry(2), entry(3, 5)], remove: [] });
    await write(first.store, { put: [entry(4), entry(1)], remove: [entry(2).id] });
    await write(first.store, { put: [], remove: [entry(9).id] });
    expect(first.store.storedIds).toEqual(new Set([1, 3, 4].map((byte) => entry(byte).id)));
    await first.store.close();
    const second = await openMempoolStore(directory);
    expect(byId(second.pending)).toEqual(byId([entry(1), entry(3, 5), entry(4)]));
    await second.store.close();
  });

  it('rejects a second user', async () => {
    const { store } = await openMempoolStore(directory);
    await expect(openMempoolStore(directory)).rejects.toMatchObject({ code: 'mempool_store_failed' });
    await store.close();
  });

  it.each<[string, Parameters<typeof tamper>[0]]>([
    ['an entry is missing', (batch) => batch.del(Buffer.from(`01${entry(1).id}`, 'hex'))],
    [
      'an entry is not what its ID says',
      (batch) => batch.put(Buffer.from(`01${entry(1).id}`, 'hex'), Buffer.alloc(221)),
    ],
    [
      'an entry has another size',
      (batch) => batch.put(Buffer.from(`01${entry(1).id}`, 'hex'), Buffer.alloc(3)),
    ],
    ['there is an unknown key', (batch) => batch.put(Buffer.of(7), Buffer.of(7))],
    ['the head is gone', (batch) => batch.del(Buffer.of(0))],
  ])('does not open when %s', async (_, change) => {
    const { store } = await openMempoolStore(directory);
    await write(store, { put: [entry(1), entry(2)], remove: [] });
    await store.close();
    await tamper(change);
    await expect(openMempoolStore(directory)).rejects.toMatchObject({ code: 'mempool_store_failed' });
    // The failed attempt leaves no lock.
    await tamper((batch) => batch);
  });

  it.each([
    [1, [1, 0, 0, 0, 2]],
    [2, [2, 0, 0, 0, 2, 0, 0, 0, 1]],
  ])(
    'moves a store of format %i aside, replacing an earlier one, and begins an empty one § fault pending store',
    async (format, head) => {
      const aside = `${directory}.format-${format}`;
      for (const byte of [1, 2]) {
        const old = new Level<Buffer, Buffer>(directory, { keyEncoding: 'buffer', valueEncoding: 'buffer' });
        await old.put(Buffer.of(0), Buffer.from(head));
        await old.put(Buffer.of(1, ...Buffer.from(entry(byte).id, 'hex')), Buffer.from(entry(byte).raw));
        await old.close();
        const notices: string[] = [];
        const { store, pending } = await openMempoolStore(directory, (notice) => void notices.push(notice));
        expect(pending).toEqual([]);
        expect(notices).toEqual([
          `The pending store ${directory} has format ${format}, this version reads 3: it was moved to ${aside}, and an empty store was created`,
        ]);
        await write(store, { put: [entry(3)], remove: [] });
        await store.close();
        const again = await openMempoolStore(directory, (notice) => void notices.push(notice));
        expect([again.pending, notices.length]).toEqual([[entry(3)], 1]);
        await again.store.close();
        const kept = new Level<Buffer, Buffer>(aside, { keyEncoding: 'buffer', valueEncoding: 'buffer' });
        expect(await kept.keys().all()).toHaveLength(2);
        expect(await kept.get(Buffer.of(1, ...Buffer.from(entry(byte).id, 'hex')))).toBeDefined();
        await kept.close();
        rmSync(directory, { recursive: true });
      }
    },
  );

  it('moves aside a store of a later format, whose head has a checksum', async () => {
    const { store } = await openMempoolStore(directory);
    await write(store, { put: [entry(1)], remove: [] });
    await store.close();
    await tamper((batch) => batch.put(Buffer.of(0), Buffer.of(9, 0, 0, 0, 2, 0, 0, 0, 1)));
    const opened = await openMempoolStore(directory);
    expect(opened.pending).toEqual([]);
    await opened.store.close();
    expect(existsSync(`${directory}.format-9`)).toBe(true);
  });

  /** Two batches of a closed or killed process. @returns the log and the end of its first batch */
  async function writeTwoBatches(end: 'closed' | 'killed'): Promise<{ log: string; first: number }> {
    rmSync(directory, { recursive: true, force: true });
    const { store } = await openMempoolStore(directory);
    await write(store, { put: [entry(1), entry(2)], remove: [] });
    const log = join(
      directory,
      readdirSync(directory).find((name) => name.endsWith('.log'))!,
    );
    const first = statSync(log).size;
    await write(store, { put: [entry(3)], remove: [entry(1).id] });
    if (end === 'killed') cpSync(directory, `${directory}.killed`, { recursive: true });
    await store.close();
    if (end === 'killed') {
      rmSync(directory, { recursive: true });
      renameSync(`${directory}.killed`, directory);
    }
    return { log, first };
  }

  it.each(['closed', 'killed'] as const)(
    'does not open without its newest batch, however cleanly it was cut off: %s § fault pending store',
    async (end) => {
      for (const cut of [0, 1, -1]) {
        const { log, first } = await writeTwoBatches(end);
        truncateSync(log, cut < 0 ? statSync(log).size + cut : first + cut);
        const problem =
          end === 'killed' ? 'it holds 1 of 2 batches' : 'has changed since the store was closed';
        await expect(openMempoolStore(directory)).rejects.toThrow(problem);
      }
    },
  );

  it('does not open without a batch in the middle § fault pending store', async () => {
    const { store } = await openMempoolStore(directory);
    const log = join(
      directory,
      readdirSync(directory).find((name) => name.endsWith('.log'))!,
    );
    const many = Array.from({ length: 100 }, (_, index) => entry(index + 100));
    await write(store, { put: many, remove: [] });
    const start = statSync(log).size;
    // Adds one transaction and removes one, so that the number of transactions stays the same. The next record begins
    // in another block of LevelDB's log.
    await write(store, { put: [entry(1)], remove: [entry(100).id] });
    await write(store, { put: many.slice(1), remove: [] });
    await write(store, { put: many.slice(1), remove: [] });
    await write(store, { put: [entry(2)], remove: [] });
    cpSync(directory, `${directory}.killed`, { recursive: true });
    await store.close();
    const bytes = readFileSync(log);
    const copy = join(`${directory}.killed`, basename(log));
    writeFileSync(copy, bytes.with(start + 20, bytes[start + 20]! ^ 1));
    await expect(openMempoolStore(`${directory}.killed`)).rejects.toThrow(
      'transactions are not those of its newest batch',
    );
  });

  it('does not open after a change of any byte following a kill § fault pending store', async () => {
    await writeTwoBatches('killed');
    cpSync(directory, `${directory}.killed`, { recursive: true });
    let tried = 0;
    for (const name of readdirSync(directory).filter((file) => /^(CURRENT|MANIFEST.*|.*\.log)$/.test(file))) {
      const bytes = readFileSync(join(directory, name));
      for (let at = 0; at < bytes.length; at += 13) {
        rmSync(directory, { recursive: true });
        cpSync(`${directory}.killed`, directory, { recursive: true });
        writeFileSync(join(directory, name), bytes.with(at, bytes[at]! ^ (1 << (at % 8))));
        tried += 1;
        const opened = await openMempoolStore(directory).catch((error: unknown) => error);
        expect(opened, `${name} at byte ${at}`).toBeInstanceOf(MempoolStoreError);
      }
    }
    expect(tried).toBeGreaterThan(50);
  });

  it('opens after a kill with a torn, unacknowledged batch § fault pending store', async () => {
    const { log } = await writeTwoBatches('killed');
    const bytes = readFileSync(log);
    for (const tail of [
      bytes.subarray(0, 100),
      Buffer.concat([bytes.subarray(0, 100), Buffer.alloc(9_000)]),
    ]) {
      cpSync(directory, `${directory}.torn`, { recursive: true });
      appendFileSync(join(`${directory}.torn`, basename(log)), tail);
      const { store, pending } = await openMempoolStore(`${directory}.torn`);
      expect(byId(pending)).toEqual(byId([entry(2), entry(3)]));
      await store.close();
      rmSync(`${directory}.torn`, { recursive: true });
    }
  });

  it('opens after a power failure, whichever pages of an unacknowledged batch are not on disk § fault pending store', async () => {
    const { store } = await openMempoolStore(directory);
    await write(store, { put: [entry(2), entry(3)], remove: [] });
    cpSync(directory, `${directory}.killed`, { recursive: true });
    const log = join(
      directory,
      readdirSync(directory).find((name) => name.endsWith('.log'))!,
    );
    const acknowledged = statSync(log).size;
    await write(store, {
      put: Array.from({ length: 400 }, (_, index) => entry(4 + (index % 250), index)),
      remove: [],
    });
    const unacknowledged = readFileSync(log).subarray(acknowledged);
    await store.close();
    expect(unacknowledged.length).toBeGreaterThan(2 * 32_768);
    let tried = 0;
    for (let page = 0; page < unacknowledged.length; page += 4_096) {
      for (const end of [Math.min(page + 4_096, unacknowledged.length), unacknowledged.length]) {
        const torn = Buffer.from(unacknowledged).fill(0, page, end);
        rmSync(directory, { recursive: true });
        cpSync(`${directory}.killed`, directory, { recursive: true });
        appendFileSync(log, torn);
        const opened = await openMempoolStore(directory);
        expect(byId(opened.pending)).toEqual(byId([entry(2), entry(3)]));
        await opened.store.close();
        tried += 1;
      }
    }
    expect(tried).toBeGreaterThan(20);
  });

  it('notices before a write that its files are gone', async () => {
    const { store } = await openMempoolStore(directory);
    rmSync(directory, { recursive: true });
    expect(() => store.checkPresence()).toThrow('are gone');
    await expect(write(store, { put: [entry(1)], remove: [] })).rejects.toThrow('are gone');
    expect(store.storedIds.size).toBe(0);
    await store.close();
  });
});
