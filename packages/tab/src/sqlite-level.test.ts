import { inMemory } from '@cairn/chain/memory';
import { LevelStore, type Database as Level, type LevelSnapshot } from '@cairn/chain/storage';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { MemoryLevel } from 'memory-level';
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { sqlitePlace } from './sqlite-level.ts';

/** Few keys, so that they meet; of several lengths, and with bytes beyond ASCII. */
const key = fc.uint8Array({ min: 254, max: 255, minLength: 1, maxLength: 3 });
const value = fc.uint8Array({ maxLength: 3 });
const edge = (...names: string[]) => fc.option(fc.tuple(fc.constantFrom(...names), key), { nil: undefined });
const range = fc
  .record({ low: edge('gt', 'gte'), high: edge('lt', 'lte'), reverse: fc.boolean(), limit: fc.nat(9) })
  .map(({ low, high, reverse, limit }) => ({
    ...Object.fromEntries([low, high].filter((one) => one !== undefined)),
    reverse,
    ...(limit > 0 && { limit }),
  }));
/** Of an open snapshot, or of none. */
const asOf = fc.nat(3);
const count = fc.integer({ min: 1, max: 4 });
const step = fc.oneof(
  fc.record({
    does: fc.constant('write' as const),
    changes: fc.array(fc.tuple(key, fc.option(value)), { maxLength: 8 }),
  }),
  fc.record({ does: fc.constant('get' as const), key, asOf }),
  fc.record({ does: fc.constant('iterate' as const), range, asOf }),
  fc.record({ does: fc.constant('read' as const), which: asOf, count }),
  fc.record({ does: fc.constant('snapshot' as const) }),
  fc.record({ does: fc.constant('close' as const), which: asOf }),
);
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

const plain = (rows: [Uint8Array, Uint8Array][] | undefined) =>
  rows?.map((row) => row.map((bytes) => [...bytes]));

/** Does the steps one after another. @returns what each has read */
async function play(level: Level, steps: readonly Step[]): Promise<unknown[]> {
  const snapshots: LevelSnapshot[] = [];
  const iterators: ReturnType<Level['iterator']>[] = [];
  const past = (place: number) => (snapshots[place] === undefined ? {} : { snapshot: snapshots[place] });
  const seen: unknown[] = [];
  await level.open();
  for (const one of steps) {
    if (one.does === 'write') {
      const batch = level.batch();
      for (const [changed, to] of one.changes) {
        if (to === null) batch.del(changed);
        else batch.put(changed, to);
      }
      await batch.write({ sync: true });
    } else if (one.does === 'get') {
      const found = level.getSync(one.key, past(one.asOf));
      seen.push(found && [...found]);
    } else if (one.does === 'iterate')
      iterators.push(level.iterator({ ...one.range, ...past(one.asOf), highWaterMarkBytes: 1_000 }));
    else if (one.does === 'read') seen.push(plain(await iterators[one.which]?.nextv(one.count)));
    else if (one.does === 'snapshot') snapshots.push(level.snapshot());
    // Its iterators go on.
    else await iterators.splice(one.which, 1)[0]?.close();
  }
  for (const iterator of iterators) {
    for (let rows; (rows = await iterator.nextv(2)).length > 0;) seen.push(plain(rows));
    await iterator.close();
  }
  for (const snapshot of snapshots) await snapshot.close();
  await level.close();
  return seen;
}

it('is what LevelDB is: what was written, in order, now and as of each snapshot', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
      const model = new MemoryLevel<Uint8Array, Uint8Array>({
        storeEncoding: 'view',
        keyEncoding: 'view',
        valueEncoding: 'view',
      });
      const place = sqlitePlace(
        'rows',
        inMemory(() => new Database(':memory:')),
      );
      expect(await play(place.database({}), steps)).toEqual(await play(model, steps));
    }),
    { numRuns: 400 },
  );
});

it('reads nothing as of a snapshot that is closed', async () => {
  const memory = inMemory(() => new Database(':memory:'));
  const store = await LevelStore.open(sqlitePlace('rows', memory));
  const [one, two] = [Uint8Array.of(1), Uint8Array.of(2)];
  await store.write((batch) => void batch.put(one, one).put(two, two));
  const snapshot = store.snapshot();
  const rows = store.entries({}, snapshot);
  await snapshot.close();
  await store.write((batch) => void batch.put(one, two));
  const refused = { code: 'level_unusable', message: 'rows cannot be used: the snapshot is closed' };
  expect(() => store.get(one, snapshot)).toThrow(expect.objectContaining(refused));
  await expect(rows.next()).rejects.toMatchObject(refused);
  await store.close();
});

it('says that its rows are damaged, and begins anew in place of a file that is no database', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'rows-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'rows');
  const place = sqlitePlace('rows', { open: () => new Database(path), remove: () => rmSync(path) });
  const count = async (): Promise<number> => {
    const store = await LevelStore.open(place);
    try {
      return (await Array.fromAsync(store.entries())).length;
    } finally {
      await store.close();
    }
  };
  const store = await LevelStore.open(place);
  await store.write((batch) => {
    for (let row = 0; row < 255; row += 1) batch.put(Uint8Array.of(row), new Uint8Array(1_000));
  });
  await store.close();
  expect(await count()).toBe(255);
  damagePages(path);
  await expect(count()).rejects.toMatchObject({
    code: 'level_damaged',
    message: expect.stringMatching(/^rows is damaged: /),
  });
  await place.remove();
  expect(await count()).toBe(0);
  writeFileSync(path, 'x'.repeat(5_000));
  expect(await count()).toBe(0);
});

/** Writes over all pages but the first. */
function damagePages(path: string): void {
  const file = openSync(path, 'r+');
  writeSync(file, new Uint8Array(100_000).fill(0x55), 0, undefined, 4_096);
  closeSync(file);
}
