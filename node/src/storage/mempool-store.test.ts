import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { transactionId } from '@cairn/protocol';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openLevel } from './level.ts';
import { openMempoolStore, type StoredPending } from './mempool-store.ts';

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

const byId = (entries: StoredPending[]) => entries.toSorted((a, b) => (a.id < b.id ? -1 : 1));

/** Opens the raw database and changes something behind the store's back. */
async function tamper(
  change: (database: Awaited<ReturnType<typeof openLevel>>) => Promise<void>,
): Promise<void> {
  const database = await openLevel(directory);
  await change(database);
  await database.close();
}

describe('the pending store', () => {
  it('begins empty, and gives back what was written and not removed', async () => {
    const first = await openMempoolStore(directory);
    expect(first.pending).toEqual([]);
    await first.store.write({ put: [entry(1), entry(2), entry(3, 5)], remove: [] });
    await first.store.write({ put: [entry(4), entry(1)], remove: [entry(2).id] });
    await first.store.write({ put: [], remove: [entry(9).id] });
    expect(first.store.storedIds).toEqual(new Set([1, 3, 4].map((byte) => entry(byte).id)));
    await first.store.close();
    const second = await openMempoolStore(directory);
    expect(byId(second.pending)).toEqual(byId([entry(1), entry(3, 5), entry(4)]));
    await second.store.close();
  });

  it('is refused to a second user', async () => {
    const { store } = await openMempoolStore(directory);
    await expect(openMempoolStore(directory)).rejects.toMatchObject({ code: 'mempool_store_failed' });
    await store.close();
  });

  it.each<[string, Parameters<typeof tamper>[0]]>([
    ['an entry is missing', (database) => database.del(Buffer.from(`01${entry(1).id}`, 'hex'))],
    [
      'an entry is not what its ID says',
      (database) => database.put(Buffer.from(`01${entry(1).id}`, 'hex'), Buffer.alloc(221)),
    ],
    [
      'an entry has another size',
      (database) => database.put(Buffer.from(`01${entry(1).id}`, 'hex'), Buffer.alloc(3)),
    ],
    ['there is an unknown key', (database) => database.put(Buffer.of(7), Buffer.of(7))],
    ['the format is of another version', (database) => database.put(Buffer.of(0), Buffer.of(9, 0, 0, 0, 2))],
    ['the head is gone', (database) => database.del(Buffer.of(0))],
  ])('does not open when %s', async (_, change) => {
    const { store } = await openMempoolStore(directory);
    await store.write({ put: [entry(1), entry(2)], remove: [] });
    await store.close();
    await tamper(change);
    await expect(openMempoolStore(directory)).rejects.toMatchObject({ code: 'mempool_store_failed' });
    // The failed attempt holds no lock.
    await tamper(async () => {});
  });

  it('does not open when its newest batch is cut off, however cleanly', async () => {
    const { store } = await openMempoolStore(directory);
    await store.write({ put: [entry(1), entry(2)], remove: [] });
    const log = join(
      directory,
      readdirSync(directory).find((name) => name.endsWith('.log'))!,
    );
    const { size } = statSync(log);
    await store.write({ put: [entry(3)], remove: [] });
    await store.close();
    const whole = readFileSync(log);
    expect(whole.length).toBeGreaterThan(size);
    for (const end of [size, size + 1, whole.length - 1]) {
      truncateSync(log, end);
      await expect(openMempoolStore(directory)).rejects.toThrow('it holds 1 of 2 batches');
      rmSync(directory, { recursive: true });
      const again = await openMempoolStore(directory);
      await again.store.write({ put: [entry(1), entry(2)], remove: [] });
      await again.store.write({ put: [entry(3)], remove: [] });
      await again.store.close();
    }
    const { store: sound, pending } = await openMempoolStore(directory);
    expect(pending).toHaveLength(3);
    await sound.close();
  });

  it('notices that its files are gone before it writes', async () => {
    const { store } = await openMempoolStore(directory);
    rmSync(directory, { recursive: true });
    expect(() => store.checkPresence()).toThrow('are gone');
    await expect(store.write({ put: [entry(1)], remove: [] })).rejects.toThrow('are gone');
    expect(store.storedIds.size).toBe(0);
    await store.close();
  });
});
