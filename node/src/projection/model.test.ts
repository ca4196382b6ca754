import { join } from 'node:path';
import { ADDRESS_ORDERS } from '@cairn/api/explorer';
import { COINBASE_SENDER, MAX_U64 } from '@cairn/protocol';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addressOf, BlockFile, BlockMaker } from './chain-test-support.ts';
import { IndexReader, type TableWriter, type WriterResult } from '@cairn/chain/projection';
import { createSqliteWriter, SqliteReadingEngine } from './sqlite/engine.ts';
import { ProjectionModel, readEverything } from './model-test-support.ts';
import { temporaryFolder } from '../home/folder-test-support.ts';

const EXTREMES = [0n, 1n, 2n ** 53n - 1n, 2n ** 53n + 1n, 2n ** 63n - 1n, 2n ** 63n, MAX_U64];

/** All rows of all tables. */
function dump(path: string): unknown {
  const database = new Database(path, { readonly: true });
  const tables = ['state', 'blocks', 'transactions', 'addresses', 'history', 'series'];
  const rows = tables.map((table) => database.prepare(`SELECT * FROM ${table}`).all());
  database.close();
  return rows;
}

/** A writer of tables, and the file of its blocks. */
interface Tables {
  readonly writer: TableWriter;
  readonly blocks: BlockFile;
}

async function openTables({ path }: { path: string }): Promise<Tables> {
  const writer = createSqliteWriter({ path, chainId: 3 });
  await writer.run({ type: 'open', isDamaged: false });
  return { writer, blocks: new BlockFile(`${path}.blocks`) };
}

/** Appends blocks above a height, to all blocks without one. */
async function write(tables: Tables, blocks: readonly Uint8Array[], keep = Infinity): Promise<WriterResult> {
  const { writer } = tables;
  for (let height = Infinity; height > keep;)
    height = (await writer.run({ type: 'remove', above: keep })).tip?.height ?? -1;
  return writer.run({ type: 'append', blocks: blocks.map((raw) => tables.blocks.append(raw)), isLast: true });
}

function openReader(path: string): IndexReader & AsyncDisposable {
  const engine = new SqliteReadingEngine(path);
  const reader = new IndexReader(engine.dialect, async (question, parameters) =>
    engine.ask(question, parameters),
  );
  return Object.assign(reader, { [Symbol.asyncDispose]: () => engine.close() });
}

async function expectAnswers(path: string, blocks: readonly Uint8Array[], limit: number): Promise<void> {
  const model = new ProjectionModel(blocks);
  const addresses = [...model.allAddresses(), addressOf(999)];
  await using reader = openReader(path);
  expect(await readEverything(reader, addresses, limit)).toEqual(
    await readEverything(model, addresses, limit),
  );
  const directions = await Promise.all(addresses.map((address) => directionsOf(model, address)));
  expect(storedDirections(path).toSorted()).toEqual(directions.flat().toSorted());
}

/** `address position id direction` of the stored histories. */
function storedDirections(path: string): string[] {
  const database = new Database(path, { readonly: true });
  const rows = database
    .prepare(
      `SELECT concat_ws(' ', a.address, h.position, lower(hex(t.id)), h.direction) FROM history AS h
       JOIN addresses AS a ON a.number = h.address JOIN transactions AS t USING (sequence)`,
    )
    .pluck()
    .all() as string[];
  database.close();
  return rows;
}

async function directionsOf(model: ProjectionModel, address: string): Promise<string[]> {
  const { items } = await model.addressTransactions(address, { offset: 0, limit: 10_000 });
  return items.toReversed().map(({ id, transaction }, position) => {
    const isSender = transaction.fromAddress === address;
    const received = transaction.fromAddress === COINBASE_SENDER ? 'mined' : 'in';
    const sent = transaction.toAddress === address ? 'self' : 'out';
    return `${address} ${position} ${id} ${isSender ? sent : received}`;
  });
}

const wish = fc.record({
  from: fc.nat(5),
  to: fc.nat(5),
  part: fc.constantFrom(1, 250, 500, 1_000),
  fee: fc.oneof(fc.nat(3), fc.constant(0xffff_ffff)),
});
const rewards = fc.oneof(fc.constantFrom(...EXTREMES), fc.bigInt({ min: 0n, max: MAX_U64 }));
const chains = fc.array(fc.tuple(fc.nat(5), rewards, fc.array(wish, { maxLength: 6 })), {
  minLength: 1,
  maxLength: 8,
});

it('a projection answers like a model of any blocks, and after steps back like a model that never had them', async () => {
  await fc.assert(
    fc.asyncProperty(chains, fc.nat(7), fc.integer({ min: 1, max: 7 }), async (plan, back, limit) => {
      const stride = (limit % 3) + 1; // blocks removed at once
      const folder = temporaryFolder();
      const maker = new BlockMaker();
      const blocks = plan.map(([miner, reward, wishes]) => maker.make(miner, reward, wishes));
      const [path, twinPath] = [join(folder, 'a'), join(folder, 'b')];
      const file = await openTables({ path });
      for (const block of blocks) await write(file, [block]);
      await expectAnswers(path, blocks, limit);
      const kept = blocks.slice(0, Math.max(0, blocks.length - back));
      for (let step = blocks.length - 2; step >= kept.length - 1; step -= stride) await write(file, [], step);
      await write(file, [], kept.length - 1);
      await expectAnswers(path, kept, limit);
      const twin = await openTables({ path: twinPath });
      await write(twin, []);
      for (const block of kept) await write(twin, [block]);
      expect(dump(path)).toEqual(dump(twinPath));
      await write(file, blocks.slice(kept.length));
      await expectAnswers(path, blocks, limit);
      // Removed and appended in one change.
      const other = maker.make(3, 7n, []);
      const branch = [...blocks.slice(kept.length), other];
      await write(file, branch, kept.length - 1);
      await expectAnswers(path, [...kept, ...branch], limit);
      for (const { writer } of [file, twin]) await writer.run({ type: 'close' });
    }),
    { numRuns: 8 },
  );
});

it('a block whose parent is not the newest stored one is refused, and nothing changes', async () => {
  const folder = temporaryFolder();
  const path = join(folder, 'a');
  const file = await openTables({ path });
  const [maker, otherMaker] = [new BlockMaker(), new BlockMaker()];
  const blocks = [1, 2].map((miner) => maker.make(miner, 5n, []));
  const others = [1, 3, 4].map((miner) => otherMaker.make(miner, 5n, []));
  await write(file, blocks);
  await expect(write(file, [others[2]!])).rejects.toMatchObject({ code: 'damaged' });
  await expect(write(file, [others[2]!], 0)).rejects.toMatchObject({ code: 'damaged' });
  await expectAnswers(path, blocks, 10);
  await write(file, others.slice(1), 0);
  await expectAnswers(path, others, 10);
  await file.writer.run({ type: 'close' });
});

it('a projection pages through a large ranking at any depth while balances change and addresses appear and disappear', async () => {
  const folder = temporaryFolder();
  const path = join(folder, 'a');
  const file = await openTables({ path });
  const maker = new BlockMaker();
  const blocks = [maker.make(0, 10n ** 18n, [])];
  for (let start = 1; start < 1_500; start += 250) {
    // Many addresses have equal balances, so that page boundaries lie among them.
    const wishes = Array.from({ length: 250 }, (_, index) => [
      { from: 0, to: start + index, part: 1, fee: 0 },
      { from: start + index, to: 0, part: 250 * ((index % 4) + 1), fee: 0 },
    ]);
    blocks.push(maker.make(start, 5n, wishes.flat()));
  }
  for (const block of blocks) await write(file, [block]);
  expect(new ProjectionModel(blocks).allAddresses().length).toBeGreaterThan(1_000);
  await expectRanking(path, blocks);
  await write(file, [], 2);
  await expectRanking(path, blocks.slice(0, 3));
  await file.writer.run({ type: 'close' });
});

async function expectRanking(path: string, blocks: readonly Uint8Array[]): Promise<void> {
  const model = new ProjectionModel(blocks);
  await using reader = openReader(path);
  for (const order of ADDRESS_ORDERS) {
    const all = await model.addresses({ offset: 0, limit: 10_000, order });
    for (const offset of [0, 1, 100, 127, 128, 129, 256, 400, 999, 1_400, 1_499, 1_500, 2_147_483_647]) {
      const page = { items: all.items.slice(offset, offset + 60), total: all.total };
      expect({ order, ...(await reader.addresses({ offset, limit: 60, order })) }).toEqual({
        order,
        ...page,
      });
    }
  }
}

it('a filtered list, and sums of a history, end after 10,000 items, and say that there are more', async () => {
  const folder = temporaryFolder();
  const path = join(folder, 'a');
  const file = await openTables({ path });
  const maker = new BlockMaker();
  const wishes = Array.from({ length: 10_001 }, () => ({ from: 0, to: 1, part: 1, fee: 0 }));
  const blocks = [maker.make(0, 10n ** 18n, []), maker.make(0, 5n, wishes)];
  await write(file, blocks);
  await using reader = openReader(path);
  const newest = (await reader.transactions({ offset: 0, limit: 1 })).items;
  for (const list of [
    (offset: number) => reader.transactions({ offset, limit: 100, kind: 'transfer' }),
    (offset: number) => reader.addressTransactions(addressOf(0), { offset, limit: 100, direction: 'out' }),
    (offset: number) => reader.addressTransactions(addressOf(1), { offset, limit: 100, from_time: 1 }),
  ]) {
    const first = await list(0);
    expect([first.items[0], first.total, first.totalIsMinimum]).toEqual([newest[0], 10_000, true]);
    expect((await list(9_950)).items).toHaveLength(50);
    expect((await list(10_000)).items).toHaveLength(0);
  }
  const page = { offset: 9_950, limit: 100, order: 'largest' } as const;
  for (const { items, total, totalIsMinimum } of [
    await reader.addressTransactions(addressOf(1), page),
    await reader.transactions({ ...page, kind: 'transfer' }),
    await reader.transactions({ ...page, from_time: 1 }),
  ])
    expect([items.length, total, totalIsMinimum]).toEqual([50, 10_000, true]);
  const { count, is_minimum: isMinimum } = await reader.addressTotals(addressOf(1), {});
  expect([count, isMinimum]).toEqual([10_000, true]);
  const coinbases = await reader.transactions({ offset: 0, limit: 100, kind: 'coinbase' });
  expect([coinbases.total, coinbases.totalIsMinimum]).toEqual([2, undefined]);
  await file.writer.run({ type: 'close' });
});
