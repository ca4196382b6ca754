import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  blockId,
  bytesToHex,
  concatBytes,
  COINBASE_SENDER,
  decodeBlockHeader,
  encodeAddress,
  encodeBlock,
  encodeTransaction,
  getNetwork,
  MAX_U64,
  merkleRoot,
  splitBlock,
  transactionIdBytes,
  UNLOCK_SIG_SIZE,
  type Transaction,
} from '@cairn/protocol';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { LocatedBlock } from '../chain/chain-types.ts';
import { IndexReader } from './index-reader.ts';
import { createSqliteWriter, SqliteReadingEngine } from './sqlite/engine.ts';
import { Reported } from './reported.ts';
import type { TableWriter } from './table-writer.ts';
import { ProjectionModel, readEverything } from './model-test-support.ts';

const DEVNET = getNetwork('devnet');
const EXTREMES = [0n, 1n, 2n ** 53n - 1n, 2n ** 53n + 1n, 2n ** 63n - 1n, 2n ** 63n, MAX_U64];

/** A different address for each number. */
function addressOf(number: number): string {
  const hash = new Uint8Array(20);
  new DataView(hash.buffer).setUint32(number % 17, number * 2_654_435_761, true);
  return encodeAddress(hash, DEVNET);
}

/** A generated transfer: sender, receiver, and the amount in thousandths of the sender's balance. */
interface Wish {
  readonly from: number;
  readonly to: number;
  readonly part: number;
  readonly fee: number;
}

/** Creates blocks with valid balances and nonces; the projection does not check signatures and work. */
class BlockMaker {
  readonly #balances = new Map<string, bigint>();
  readonly #nonces = new Map<string, number>();
  #height = -1;
  #previousBlockId = '0'.repeat(64);

  make(miner: number, reward: bigint, wishes: readonly Wish[]): Uint8Array {
    this.#height += 1;
    const height = this.#height;
    const transactions = [
      this.#coinbase(addressOf(miner), reward),
      ...wishes.flatMap((w) => this.#transfer(w)),
    ];
    const ids = transactions.map((transaction) => transactionIdBytes(encodeTransaction(transaction)));
    const header = {
      version: 1,
      height,
      previousBlockId: this.#previousBlockId,
      merkleRoot: bytesToHex(merkleRoot(ids)),
      miner: addressOf(miner),
      // Spread over hours, days and weeks; a higher block may have an earlier time.
      timestamp: 1_767_225_600 + ((height * 100_003) % 900_001),
      bits: 0x207f_ffff,
      nonce: 0,
    };
    const raw = encodeBlock({ header, transactions });
    this.#previousBlockId = blockId(raw);
    return raw;
  }

  /** The reward, reduced if the address's balance would otherwise reach 2^64. */
  #coinbase(toAddress: string, reward: bigint): Transaction {
    const balance = this.#balances.get(toAddress) ?? 0n;
    const value = balance + reward > MAX_U64 ? MAX_U64 - balance : reward;
    this.#balances.set(toAddress, balance + value);
    const unlockSig = new Uint8Array(UNLOCK_SIG_SIZE);
    return {
      chain: 3,
      nonce: this.#height,
      fee: 0n,
      value,
      fromAddress: COINBASE_SENDER,
      toAddress,
      unlockSig,
    };
  }

  /** Empty if the sender would have too little, or the recipient too much. */
  #transfer({ from, to, part, fee: wishedFee }: Wish): Transaction[] {
    const [fromAddress, toAddress] = [addressOf(from), addressOf(to)];
    const balance = this.#balances.get(fromAddress) ?? 0n;
    const fee = BigInt(wishedFee);
    const value = ((balance - fee) * BigInt(part)) / 1_000n;
    const received = (this.#balances.get(toAddress) ?? 0n) + value;
    if (value < 1n || (from !== to && received > MAX_U64)) return [];
    const nonce = (this.#nonces.get(fromAddress) ?? 0) + 1;
    this.#nonces.set(fromAddress, nonce);
    this.#balances.set(fromAddress, balance - value - fee);
    this.#balances.set(toAddress, (this.#balances.get(toAddress) ?? 0n) + value);
    const unlockSig = new Uint8Array(UNLOCK_SIG_SIZE).fill(from);
    return [{ chain: 3, nonce, fee, value, fromAddress, toAddress, unlockSig }];
  }
}

/** All rows of all tables. */
function dump(path: string): unknown {
  const database = new Database(path, { readonly: true });
  const tables = ['state', 'blocks', 'transactions', 'addresses', 'history', 'series'];
  const rows = tables.map((table) => database.prepare(`SELECT * FROM ${table}`).all());
  database.close();
  return rows;
}

async function withFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-twin-'));
  try {
    await work(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function openWriter({ path }: { path: string }): Promise<TableWriter> {
  const writer = createSqliteWriter({ path, chainId: 3 });
  await writer.run({ type: 'open', isDamaged: false });
  return writer;
}

/** Appends blocks above a height, to all blocks without one. */
async function write(writer: TableWriter, blocks: readonly Uint8Array[], keep = Infinity): Promise<void> {
  await writer.run({ type: 'change', keep, blocks: blocks.map(located) });
}

/** A block like one that this process has just validated. */
function located(block: Uint8Array): LocatedBlock {
  const raw = Uint8Array.from(block);
  const ids = splitBlock(raw).transactionBytes.map(transactionIdBytes);
  const validated = { raw, transactionIds: Uint8Array.from(concatBytes(...ids)) };
  const { height } = decodeBlockHeader(raw);
  return { height, id: blockId(raw), path: '/nowhere', offset: 0, size: raw.length, validated };
}

/** @param tip bytes of the newest block */
function openReader(path: string, tip: Uint8Array | undefined): IndexReader {
  const reported = new Reported();
  reported.report(tip && { height: decodeBlockHeader(tip).height, id: blockId(tip) });
  const reader = new IndexReader({ engine: new SqliteReadingEngine(path), reported });
  return reader;
}

async function expectAnswers(path: string, blocks: readonly Uint8Array[], limit: number): Promise<void> {
  const model = new ProjectionModel(blocks);
  const addresses = [...model.allAddresses(), addressOf(999)];
  const reader = openReader(path, blocks.at(-1));
  expect(await readEverything(reader, addresses, limit)).toEqual(
    await readEverything(model, addresses, limit),
  );
  await reader.close();
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
      await withFolder(async (folder) => {
        const maker = new BlockMaker();
        const blocks = plan.map(([miner, reward, wishes]) => maker.make(miner, reward, wishes));
        const [path, twinPath] = [join(folder, 'a'), join(folder, 'b')];
        const file = await openWriter({ path });
        for (const block of blocks) await write(file, [block]);
        await expectAnswers(path, blocks, limit);
        const kept = blocks.slice(0, Math.max(0, blocks.length - back));
        for (let step = blocks.length - 2; step >= kept.length - 1; step -= stride)
          await write(file, [], step);
        await write(file, [], kept.length - 1);
        await expectAnswers(path, kept, limit);
        const twin = await openWriter({ path: twinPath });
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
        for (const open of [file, twin]) await open.run({ type: 'close' });
      });
    }),
    { numRuns: 12 },
  );
});

it('a long branch is replaced in several changes, each of which leaves a chain that ends earlier', async () => {
  await withFolder(async (folder) => {
    const path = join(folder, 'a');
    const file = await openWriter({ path });
    const maker = new BlockMaker();
    const blocks = Array.from({ length: 1_068 }, (_, height) => maker.make(height % 7, 5n, []));
    await write(file, blocks);
    const branch = blocks.slice(0, 12);
    const change = { type: 'change', keep: 10, blocks: [located(blocks[11]!)] } as const;
    expect((await file.run(change)).tip?.height).toBe(43);
    await expectAnswers(path, blocks.slice(0, 44), 100);
    expect((await file.run(change)).tip?.height).toBe(11);
    await expectAnswers(path, branch, 100);
    await file.run({ type: 'close' });
  });
});

it('a block whose parent is not the newest stored one is refused, and nothing changes', async () => {
  await withFolder(async (folder) => {
    const path = join(folder, 'a');
    const file = await openWriter({ path });
    const [maker, otherMaker] = [new BlockMaker(), new BlockMaker()];
    const blocks = [1, 2].map((miner) => maker.make(miner, 5n, []));
    const others = [1, 3, 4].map((miner) => otherMaker.make(miner, 5n, []));
    await write(file, blocks);
    await expect(write(file, [others[2]!])).rejects.toMatchObject({ code: 'damaged' });
    await expect(write(file, [others[2]!], 0)).rejects.toMatchObject({ code: 'damaged' });
    await expectAnswers(path, blocks, 10);
    await write(file, others.slice(1), 0);
    await expectAnswers(path, others, 10);
    await file.run({ type: 'close' });
  });
});

it('a projection pages through a large ranking at any depth while balances change and addresses appear and disappear', async () => {
  await withFolder(async (folder) => {
    const path = join(folder, 'a');
    const file = await openWriter({ path });
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
    await file.run({ type: 'close' });
  });
});

async function expectRanking(path: string, blocks: readonly Uint8Array[]): Promise<void> {
  const all = await new ProjectionModel(blocks).addresses({ offset: 0, limit: 10_000 });
  const reader = openReader(path, blocks.at(-1));
  for (const offset of [0, 1, 100, 127, 128, 129, 256, 400, 999, 1_400, 1_499, 1_500, 2_147_483_647]) {
    const page = { items: all.items.slice(offset, offset + 60), total: all.total };
    expect(await reader.addresses({ offset, limit: 60 })).toEqual(page);
  }
  await reader.close();
}

it('a filtered list ends after 10,000 items, and says that there are more', async () => {
  await withFolder(async (folder) => {
    const path = join(folder, 'a');
    const file = await openWriter({ path });
    const maker = new BlockMaker();
    const wishes = Array.from({ length: 10_001 }, () => ({ from: 0, to: 1, part: 1, fee: 0 }));
    const blocks = [maker.make(0, 10n ** 18n, []), maker.make(0, 5n, wishes)];
    await write(file, blocks);
    const reader = openReader(path, blocks.at(-1));
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
    const coinbases = await reader.transactions({ offset: 0, limit: 100, kind: 'coinbase' });
    expect([coinbases.total, coinbases.totalIsMinimum]).toEqual([2, undefined]);
    await reader.close();
    await file.run({ type: 'close' });
  });
});
