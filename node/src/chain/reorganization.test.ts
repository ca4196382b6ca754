import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  blockId,
  ConsensusError,
  decodeBlockHeader,
  formatPebbles,
  HEADER_SIZE,
  hexToBytes,
} from '@cairn/protocol';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { StorageWriteError } from '../storage/errors.ts';
import { withChanges } from '@cairn/http/test-support';
import { openDataDirectory } from '../storage/data-directory.ts';
import { BlockFiles } from '../storage/block-files.ts';
import { LEFT } from '../storage/layout.ts';
import { LevelStore } from '../storage/level.ts';
import { SideStore } from '../storage/side-store.ts';
import type { ChainEvent } from './chain-types.ts';
import type { Chain } from './chain.ts';
import type { ChainView } from './chain-view.ts';
import type { StepListener } from './chain-types.ts';
import {
  ACCOUNTS,
  buildTestBlock,
  DEVNET,
  dumpIndex,
  mineTestBlock,
  openTestChain,
  stepBack,
  transfer,
  type TestChain,
  type TestChainOptions,
} from './test-support.ts';
import { verifyChain } from './verify.ts';

interface ForkVectors {
  blocks: Record<string, { id: string; raw: string }>;
  cases: {
    name: string;
    steps: { arrives: string; tip: string; pending_again?: string[] }[];
    accounts: Record<string, { balance: string; nonce: number }>;
  }[];
}

const vectors = JSON.parse(
  readFileSync(new URL('../../../test/vectors/fork-choice.json', import.meta.url), 'utf8'),
) as ForkVectors;

const opened: TestChain[] = [];
async function newChain(path?: string, onCommitStep?: StepListener): Promise<TestChain> {
  const made = await openTestChain({ ...(path !== undefined && { path }), onCommitStep });
  opened.push(made);
  return made;
}
let test: TestChain;
beforeEach(async () => {
  test = await newChain();
});
afterEach(async () => {
  for (const made of opened.splice(0).reverse()) await made.remove();
});

async function openLimited(limits: TestChainOptions) {
  const made = await openTestChain(limits);
  opened.push(made);
  return made;
}

/** Mines a branch on top of given blocks, on a separate chain. @returns the new blocks */
async function branch(on: readonly Uint8Array[], miners: readonly number[]): Promise<Uint8Array[]> {
  const { chain } = await newChain();
  for (const raw of on) await chain.appendBlock(raw);
  const blocks: Uint8Array[] = [];
  for (const miner of miners) {
    const raw = buildTestBlock(chain, [], { miner });
    await chain.appendBlock(raw);
    blocks.push(raw);
  }
  return blocks;
}

async function offerAll(chain: Chain, blocks: readonly Uint8Array[]): Promise<string[]> {
  const outcomes: string[] = [];
  for (const raw of blocks) outcomes.push((await chain.offerBlock(raw)).outcome);
  await chain.idle();
  return outcomes;
}

/** Requires that index and files equal those of a chain that received only these blocks. */
async function expectTwinOf(chain: Chain, blocks: readonly Uint8Array[]): Promise<void> {
  const twin = await newChain();
  for (const raw of blocks) await twin.chain.appendBlock(raw);
  expect(chain.tip()).toEqual(twin.chain.tip());
  expect(chain.view.tip.work).toBe(twin.chain.view.tip.work);
  expect(await dumpIndex(chain)).toEqual(await dumpIndex(twin.chain));
  for (const [index, raw] of blocks.entries()) {
    expect(Buffer.compare((await chain.view.rawBlock(index + 1))!, raw)).toBe(0);
  }
}

it('blocks of a branch that wait together keep their order, also those with more work than the chain', async () => {
  const { chain } = test;
  await mineTestBlock(chain);
  await mineTestBlock(chain);
  const blocks = await branch([], [1, 2, 3, 4]);
  const ends: string[] = [];
  await Promise.all(
    blocks.map(async (raw) => {
      await chain.offerBlock(raw);
      ends.push(blockId(raw));
    }),
  );
  expect(ends).toEqual(blocks.map((raw) => blockId(raw)));
  await chain.idle();
  await expectTwinOf(chain, blocks);
});

describe('an order of arrival of the vectors', () => {
  it.each(vectors.cases)('$name', async ({ steps, accounts }) => {
    const names = new Map(Object.entries(vectors.blocks).map(([name, { id }]) => [id, name]));
    let waiting: Uint8Array[] = [];
    for (const { arrives, tip } of steps) {
      waiting.push(hexToBytes(vectors.blocks[arrives]!.raw));
      for (let count = Infinity; count > waiting.length;) {
        count = waiting.length;
        const orphans: Uint8Array[] = [];
        for (const raw of waiting) {
          const arrival = await test.chain.offerBlock(raw).catch((error: unknown) => {
            if (error instanceof ConsensusError) return { outcome: 'invalid' };
            throw error;
          });
          if (arrival.outcome === 'orphan') orphans.push(raw);
        }
        waiting = orphans;
      }
      await test.chain.idle();
      expect([arrives, names.get(test.chain.tip().id)]).toEqual([arrives, tip]);
    }
    for (const [address, { balance, nonce }] of Object.entries(accounts)) {
      const account = test.chain.view.account(address)!;
      expect({ balance: formatPebbles(account.balance), nonce: account.nonce }).toEqual({ balance, nonce });
    }
  });
});

describe('a heavier branch', () => {
  it('replaces the chain in every store, and is reported once', async () => {
    const common = await branch([], [1]);
    const ours = await branch(common, [2, 2, 2]);
    const theirs = await branch(common, [3, 3, 3, 3]);
    expect(await offerAll(test.chain, [...common, ...ours])).toEqual(Array(4).fill('accepted'));
    const reported: ChainEvent[] = [];
    test.chain.subscribe((event) => reported.push(event));
    expect(await offerAll(test.chain, theirs)).toEqual(['side', 'side', 'side', 'reorganized']);
    await expectTwinOf(test.chain, [...common, ...theirs]);
    expect(reported).toMatchObject([
      {
        oldTip: { height: 4, id: blockId(ours[2]!) },
        newTip: { height: 5, id: blockId(theirs[3]!) },
        commonHeight: 1,
        disconnected: ours.map((raw) => blockId(raw)).reverse(),
        connected: theirs.map((raw) => blockId(raw)),
      },
    ]);
    expect(test.chain.tree.ends().map(({ block, state }) => [block.id, state])).toEqual([
      [blockId(theirs[3]!), 'active'],
      [blockId(ours[2]!), 'valid'],
    ]);
    expect(await test.chain.readBlockById(blockId(ours[1]!))).toEqual(ours[1]);
    expect(await offerAll(test.chain, [...ours, ...theirs])).toEqual(Array(7).fill('known'));
  });

  it('wins again after more blocks, and a restart keeps both branches', async () => {
    const ours = await branch([], [2, 2]);
    const theirs = await branch([], [3, 3, 3]);
    await offerAll(test.chain, [...ours, ...theirs]);
    await test.close();
    const again = await newChain(test.dataDirectory.path);
    const more = await branch(ours, [2, 2]);
    expect(await offerAll(again.chain, more)).toEqual(['side', 'reorganized']);
    await expectTwinOf(again.chain, [...ours, ...more]);
  });

  it('is followed in whatever order its bodies arrive', async () => {
    const theirs = await branch([], [3, 3, 3, 3]);
    await offerAll(test.chain, await branch([], [2, 2]));
    for (const raw of theirs) test.chain.receiveHeader(raw.subarray(0, HEADER_SIZE));
    expect(await offerAll(test.chain, theirs.toReversed())).toEqual(['side', 'side', 'side', 'reorganized']);
    await expectTwinOf(test.chain, theirs);
  });

  it('on top of the tip is followed once the body of its first block arrives', async () => {
    const blocks = await branch([], [3, 3, 3]);
    for (const raw of blocks) test.chain.receiveHeader(raw.subarray(0, HEADER_SIZE));
    expect(await offerAll(test.chain, blocks.toReversed())).toEqual(['side', 'side', 'accepted']);
    await expectTwinOf(test.chain, blocks);
  });
});

describe('while the chain switches branches', () => {
  it('every read answers as of the former tip, until the new tip is complete', async () => {
    const ours = await branch([], [2, 2, 2]);
    const theirs = await branch([], [3, 3, 3, 3]);
    const steps: string[] = [];
    const stale: string[] = [];
    const reads: ReturnType<ChainView['transactions']>[] = [];
    let switching: Chain | undefined;
    const { chain } = await newChain(undefined, (step) => {
      if (switching?.tip()?.id !== blockId(ours[2]!)) return;
      steps.push(step);
      const ids = [1, 2, 3].map((height) => chain.view.block(height)?.id);
      expect(ids).toEqual(ours.map((raw) => blockId(raw)));
      expect(chain.view.account(ACCOUNTS[2]!.address)?.balance).toBe(100_015_000_000_000n);
      expect(chain.view.account(ACCOUNTS[3]!.address)?.balance).toBe(100_000_000_000_000n);
      stale.push(...chain.staleBlocks(10).map(({ id }) => id));
      reads.push(chain.view.transactions(3, { offset: 0, limit: 1 }));
    });
    switching = chain;
    await offerAll(chain, [...ours, ...theirs]);
    const coinbase = Buffer.from(ours[2]!.subarray(HEADER_SIZE));
    for (const page of reads) expect(coinbase.equals(page![0]!.raw)).toBe(true);
    expect(steps).toEqual(['begun', 'appended', 'indexed']);
    for (const raw of ours) expect(stale).not.toContain(blockId(raw));
    expect(chain.tip()).toEqual({ height: 4, id: blockId(theirs[3]!) });
  });

  it.each(['indexed 0', 'indexed 3'])(
    'an interruption after "%s" does not make a branch of equal work the chain, also for a rebuild',
    async (step) => {
      const ours = await branch([], [2, 2, 2]);
      const rivals = await branch([], [4, 4, 4]);
      const heavier = await branch([], [3, 3, 3, 3]);
      const { path, side, core } = test.dataDirectory;
      await offerAll(test.chain, [...ours, ...rivals]);
      await test.close();
      const cut = await openCutting(step, { path, changeLimits: { blocks: 3, bytes: 10_000_000 } });
      await expect(offerAll(cut.chain, heavier)).rejects.toThrow('cut off');
      await cut.close();
      rmSync(side, { recursive: true }); // with the rest of the branch that the chain was about to follow
      const again = await newChain(path);
      await expectTwinOf(again.chain, ours);
      await again.close();
      await verifyDirectory(path);
      rmSync(core, { recursive: true });
      await expectTwinOf((await newChain(path)).chain, ours);
    },
  );

  it('a start makes the index anew that lacks a block which left the chain, and on which others are built', async () => {
    const ours = await branch([], [2, 2]);
    await offerAll(test.chain, [...ours, ...(await branch([], [3, 3, 3]))]);
    await test.close();
    const { blocks, core, path } = test.dataDirectory;
    const level = await LevelStore.open(core);
    await level.write((batch) => ours.forEach((raw) => LEFT.del(batch, blockId(raw))));
    await level.close();
    const files = await BlockFiles.open(blocks, DEVNET);
    const more = await branch(ours, [2, 2]);
    await files.append(more);
    await files.close();
    await expectTwinOf((await newChain(path)).chain, [...ours, ...more]);
  });
});

/** Opens a chain whose writes fail from a step on, as if the process had ended there. @param last the step, and the height after the write */
function openCutting(last: string, options: TestChainOptions = {}): Promise<TestChain> {
  let isCut = false;
  return openLimited({
    ...options,
    onCommitStep: (step, height) => {
      isCut ||= `${step} ${height}` === last;
      if (isCut) throw new StorageWriteError('', new Error('cut off'));
    },
  });
}

async function verifyDirectory(path: string): Promise<void> {
  const dataDirectory = openDataDirectory(path, DEVNET);
  try {
    await verifyChain({ dataDirectory, network: DEVNET });
  } finally {
    dataDirectory.close();
  }
}

describe('a reorganization of several writes', () => {
  const changeLimits = { blocks: 2, bytes: 10_000_000 };
  const miners = (count: number, miner: number): number[] => Array<number>(count).fill(miner);

  it('is one change for readers and listeners', async () => {
    const ours = await branch([], miners(5, 2));
    const theirs = await branch([], miners(7, 3));
    const steps: string[] = [];
    const { chain } = await openLimited({
      changeLimits,
      onCommitStep: (step, height) => void steps.push(`${step} ${height}`),
    });
    await offerAll(chain, [...ours, ...theirs.slice(0, 5)]);
    const events: ChainEvent[] = [];
    chain.subscribe((event) => events.push(event));
    steps.length = 0;
    await offerAll(chain, theirs.slice(5));
    expect(steps.filter((step) => step.startsWith('indexed'))).toEqual([
      'indexed 3',
      'indexed 1',
      'indexed 1', // leaves one block, joins one
      'indexed 3',
      'indexed 5',
      'indexed 6',
      'indexed 7',
    ]);
    await expectTwinOf(chain, theirs);
    expect(events[0]).toMatchObject({
      commonHeight: 0,
      disconnected: ours.map((raw) => blockId(raw)).reverse(),
      connected: theirs.slice(0, 6).map((raw) => blockId(raw)),
    });
    expect(events[0]!.returned.map(({ raw }) => blockId(raw))).toEqual(ours.map((raw) => blockId(raw)));
    for (const [address, state] of events[0]!.accounts)
      if (address !== ACCOUNTS[3]!.address) expect(chain.view.account(address)).toEqual(state);
  });

  it.each(['begun 3', 'indexed 3', 'appended 1', 'indexed 1', 'begun 3', 'appended 3', 'indexed 5'])(
    'that ends after "%s" is completed by the next start',
    async (last) => {
      const ours = await branch([], miners(5, 2));
      const theirs = await branch([], miners(6, 3));
      let isSwitching = false;
      let isCut = false;
      const failures: Error[] = [];
      const cut = await openLimited({
        changeLimits,
        onCommitStep: (step, height) => {
          isCut ||= isSwitching && `${step} ${height}` === last;
          if (isCut) throw new StorageWriteError('core', new Error('no space'));
        },
        onFatal: (error) => failures.push(error),
      });
      await offerAll(cut.chain, [...ours, ...theirs.slice(0, 5)]);
      isSwitching = true;
      const events: ChainEvent[] = [];
      cut.chain.subscribe((event) => events.push(event));
      await expect(offerAll(cut.chain, theirs.slice(5))).rejects.toThrow('no space');
      // Nothing more is written, and readers have what they had.
      expect(failures.map(({ message }) => message)).toEqual(['writing core failed: no space']);
      await expect(cut.chain.offerBlock(theirs[5]!)).rejects.toMatchObject({ code: 'closed' });
      expect(events).toEqual([]);
      expect(cut.chain.tip().id).toBe(blockId(ours[4]!));
      expect(await cut.chain.view.rawBlock(5)).toEqual(ours[4]);
      await cut.close();
      await verifyDirectory(cut.dataDirectory.path);
      await expectTwinOf((await newChain(cut.dataDirectory.path)).chain, theirs);
    },
  );
});

it('a failed write of blocks on the tip ends all writing, and is reported once', async () => {
  const blocks = await branch([], [2, 2, 2]);
  let isFull = false;
  const failures: Error[] = [];
  const failing = await openLimited({
    onCommitStep: (step) => {
      if (isFull && step === 'begun') throw new StorageWriteError('core', new Error('no space'));
    },
    onFatal: (error) => failures.push(error),
  });
  const { chain } = failing;
  await offerAll(chain, blocks.slice(0, 1));
  isFull = true;
  const offers = await Promise.allSettled(blocks.slice(1).map((raw) => chain.offerBlock(raw)));
  expect(offers.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(failures).toHaveLength(1);
  isFull = false;
  await expect(chain.offerBlock(blocks[1]!)).rejects.toMatchObject({ code: 'closed' });
  await failing.close();
  const again = await newChain(failing.dataDirectory.path);
  expect(await offerAll(again.chain, blocks)).toEqual(['known', 'accepted', 'accepted']);
});

it('a failed write while headers are pruned ends all writing, and is reported once', async () => {
  const failures: Error[] = [];
  const { chain } = await openLimited({
    treeLimits: { depth: 1_000, sideBlocks: 2, sideBytes: 10_000 },
    onFatal: (error) => failures.push(error),
  });
  await offerAll(chain, [...(await branch([], [2, 2, 2])), ...(await branch([], [3]))]);
  for (const raw of await branch([], [4, 4])) chain.receiveHeader(raw.subarray(0, HEADER_SIZE));
  const full = new StorageWriteError('side', new Error('no space'));
  const remove = vi.spyOn(SideStore.prototype, 'remove').mockRejectedValue(full);
  await expect(chain.pruneHeaders()).rejects.toThrow('no space');
  remove.mockRestore();
  expect(failures).toEqual([full]);
  await expect(mineTestBlock(chain)).rejects.toMatchObject({ code: 'closed' });
});

it('headers stay while their block is being stored, also if they are pruned meanwhile', async () => {
  const side = await branch([], [3, 3]);
  const { chain } = await openLimited({ treeLimits: { depth: 1_000, sideBlocks: 1, sideBytes: 10_000 } });
  await offerAll(chain, await branch([], [2, 2, 2]));
  for (const raw of side) chain.receiveHeader(raw.subarray(0, HEADER_SIZE));
  const offering = offerAll(chain, side);
  for (let turn = 0; turn < 20; turn += 1) {
    await chain.pruneHeaders();
    await new Promise((resolve) => setImmediate(resolve));
  }
  for (const outcome of await offering) expect(['side', 'orphan', 'too_old']).toContain(outcome);
});

describe('a block that a switch needs', () => {
  /** A chain of our blocks beside a lighter branch of theirs; the branch wins with its last block. */
  async function prepare(): Promise<{ ours: Uint8Array[]; theirs: Uint8Array[]; path: string }> {
    const ours = await branch([], [2, 2]);
    const theirs = await branch([], [3, 3, 3]);
    await offerAll(test.chain, [...ours, ...theirs.slice(0, 2)]);
    await test.close();
    return { ours, theirs, path: test.dataDirectory.path };
  }

  /** Inverts a byte of a file behind a text that is in it once. */
  function damage(file: string, behind: Uint8Array): () => void {
    const bytes = readFileSync(file);
    const at = bytes.indexOf(behind) + behind.length;
    writeFileSync(file, bytes.with(at, bytes[at]! ^ 1));
    return () => writeFileSync(file, bytes);
  }

  it('and that is damaged in the block files keeps the chain where it is, until it is whole again', async () => {
    const { ours, theirs, path } = await prepare();
    const lines: string[] = [];
    const logger = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) });
    const repair = damage(join(test.dataDirectory.blocks, 'blk00000.dat'), ours[0]!.subarray(0, 300));
    const again = await openLimited({ path, logger });
    expect(await offerAll(again.chain, theirs)).toEqual(['known', 'known', 'side']);
    expect(again.chain.tip().id).toBe(blockId(ours[1]!));
    expect(again.chain.tree.reorganization()).toBeDefined();
    expect(lines.join('')).toMatch(
      /The chain stays at height 2: block file .*blk00000\.dat is damaged at byte \d+/,
    );
    await again.close();
    const third = await openLimited({ path }); // no start fails
    expect(third.chain.tip().id).toBe(blockId(ours[1]!));
    repair();
    await expect.poll(() => third.chain.tip().height).toBe(3);
    await expectTwinOf(third.chain, theirs);
  });

  it('and whose stored bytes are not its own is forgotten, and taken again', async () => {
    const { ours, theirs, path } = await prepare();
    const side = await LevelStore.open(test.dataDirectory.side);
    const key = Uint8Array.of(1, ...hexToBytes(blockId(theirs[1]!)));
    const body = side.get(key)!;
    await side.write((batch) => void batch.put(key, body.with(body.length - 1, body.at(-1)! ^ 1)));
    await side.close();
    const again = await openLimited({ path });
    expect(await offerAll(again.chain, [theirs[2]!])).toEqual(['side']);
    expect(again.chain.tip().id).toBe(blockId(ours[1]!));
    expect(await offerAll(again.chain, theirs)).toEqual(['known', 'side', 'reorganized']);
    await expectTwinOf(again.chain, theirs);
  });

  it('and that left the chain before is pointed to in the block files', async () => {
    const { ours, theirs, path } = await prepare();
    const again = await openLimited({ path });
    await offerAll(again.chain, theirs);
    const size = again.chain.storedBytes();
    const more = await branch(ours, [2, 2]);
    expect(await offerAll(again.chain, more)).toEqual(['side', 'reorganized']);
    expect(again.chain.storedBytes() - size).toBe(more.reduce((sum, raw) => sum + 8 + raw.length, 0));
    expect(existsSync(again.dataDirectory.side)).toBe(true);
    await again.close();
    expect(await verifyChain({ dataDirectory: again.dataDirectory, network: DEVNET })).toEqual({
      height: 4,
      id: blockId(more[1]!),
    });
    rmSync(again.dataDirectory.core, { recursive: true });
    const rebuilt = await newChain(path);
    await expectTwinOf(rebuilt.chain, [...ours, ...more]);
    expect(await rebuilt.chain.readBlockById(blockId(theirs[2]!))).toEqual(theirs[2]);
  });
});

describe('an invalid block', () => {
  /** Three blocks, the second of which spends more than its sender has. */
  async function invalidBranch(): Promise<Uint8Array[]> {
    const { chain } = await newChain();
    const first = buildTestBlock(chain, [], { miner: 3 });
    await chain.appendBlock(first);
    const overspending = transfer({ from: 5, to: 6, nonce: 1, value: 10n ** 18n });
    const bad = buildTestBlock(chain, [overspending], { miner: 3 });
    // The next block is built without validation: only its header matters.
    const { tree } = chain;
    const header = decodeBlockHeader(bad.subarray(0, HEADER_SIZE));
    tree.receive(bad);
    const onBad = withChanges(chain, {
      nextBlockRules: () => ({
        parent: { height: header.height, id: blockId(bad) },
        bits: header.bits,
        lastTimestamps: [header.timestamp],
      }),
    });
    return [first, bad, buildTestBlock(onBad, [], { miner: 3 })];
  }

  it('after more blocks than a write holds is found before the chain leaves a block', async () => {
    const { chain } = await openLimited({ changeLimits: { blocks: 1, bytes: 10_000_000 } });
    const ours = await branch([], [2, 2]);
    await offerAll(chain, ours);
    const events: ChainEvent[] = [];
    chain.subscribe((event) => events.push(event));
    await expect(offerAll(chain, await invalidBranch())).rejects.toMatchObject({
      code: 'bad_previous_block',
    });
    expect(events).toEqual([]);
    await expectTwinOf(chain, ours);
  });

  it('late in a heavier branch is found before the chain leaves a block', async () => {
    const ours = await branch([], [2, 2]);
    const theirs = await invalidBranch();
    await offerAll(test.chain, ours);
    const events: ChainEvent[] = [];
    test.chain.subscribe((event) => events.push(event));
    expect(await offerAll(test.chain, theirs.slice(0, 2))).toEqual(['side', 'side']);
    await expect(test.chain.offerBlock(theirs[2]!)).rejects.toMatchObject({ code: 'bad_previous_block' });
    expect(events).toEqual([]);
    await expectTwinOf(test.chain, ours);
    await expect(test.chain.offerBlock(theirs[1]!)).rejects.toMatchObject({ code: 'bad_previous_block' });
    await test.close();
    // A wrong verdict must not outlive its cause: the next process judges anew.
    const again = await newChain(test.dataDirectory.path);
    expect(again.chain.tree.ends().map(({ state }) => state)).not.toContain('invalid');
    expect(await offerAll(again.chain, theirs.slice(0, 2))).toEqual(['known', 'side']);
    await expect(again.chain.offerBlock(theirs[2]!)).rejects.toMatchObject({ code: 'bad_previous_block' });
    await expectTwinOf(again.chain, ours);
  });

  it('is found without trying the valid blocks of its branch again', async () => {
    const ours = await branch([], [2, 2]);
    const theirs = await branch([], [3, 3]);
    await offerAll(test.chain, [...ours, ...theirs]);
    const { chain } = await newChain();
    for (const raw of theirs) await chain.appendBlock(raw);
    for (const value of [10n ** 18n, 10n ** 19n]) {
      const bad = buildTestBlock(chain, [transfer({ from: 5, to: 6, nonce: 1, value })], { miner: 3 });
      await expect(test.chain.offerBlock(bad)).rejects.toMatchObject({ code: 'bad_previous_block' });
      expect(test.chain.tip().id).toBe(blockId(ours[1]!));
    }
    const good = buildTestBlock(chain, [transfer({ from: 5, to: 6, nonce: 1 })], { miner: 3 });
    expect(await offerAll(test.chain, [good])).toEqual(['reorganized']);
    await expectTwinOf(test.chain, [...theirs, good]);
  });

  it('on the tip is marked invalid; a wrong body of a valid header is not', async () => {
    const [good] = await branch([], [2]);
    const wrongBody = new Uint8Array(good!);
    wrongBody[wrongBody.length - 1]! ^= 1;
    await expect(test.chain.offerBlock(wrongBody)).rejects.toMatchObject({ code: 'bad_merkle_root' });
    expect(await offerAll(test.chain, [good!])).toEqual(['accepted']);
    const overspending = transfer({ from: 5, to: 6, nonce: 1, value: 10n ** 18n });
    const bad = buildTestBlock(test.chain, [overspending]);
    await expect(test.chain.offerBlock(bad)).rejects.toMatchObject({ code: 'insufficient_balance' });
    await expect(test.chain.offerBlock(bad)).rejects.toMatchObject({ code: 'bad_previous_block' });
  });
});

describe('a block with an unknown parent', () => {
  it('is an orphan until its parent arrives', async () => {
    const blocks = await branch([], [2, 2]);
    expect(await offerAll(test.chain, [blocks[1]!, blocks[0]!, blocks[1]!])).toEqual([
      'orphan',
      'accepted',
      'accepted',
    ]);
  });
});

describe('a damaged store of side blocks', () => {
  it.each([/^CURRENT$/, /\.ldb$/])('of which %s is damaged is emptied, and the chain stays', async (name) => {
    const ours = await branch([], [2, 2]);
    await offerAll(test.chain, [...ours, ...(await branch([], [3]))]);
    await test.close();
    await (await newChain(test.dataDirectory.path)).close(); // LevelDB makes tables of its log
    const { side } = test.dataDirectory;
    const damaged = readdirSync(side).filter((file) => name.test(file));
    for (const file of damaged)
      writeFileSync(join(side, file), Buffer.alloc(statSync(join(side, file)).size));
    expect(damaged).not.toEqual([]);
    const again = await newChain(test.dataDirectory.path);
    await expectTwinOf(again.chain, ours);
    expect(again.chain.tree.ends()).toHaveLength(1);
    await again.close();
    rmSync(again.dataDirectory.side, { recursive: true });
    await expectTwinOf((await newChain(test.dataDirectory.path)).chain, ours);
  });
});

describe('blocks that are replaced by hand', () => {
  const treeLimits = { depth: 3, sideBlocks: 100, sideBytes: 1_000_000 };
  const changeLimits = { blocks: 2, bytes: 10_000_000 };

  it.each([false, true])(
    'below the oldest block that branches are kept from are forgotten (kept: %s)',
    async (keepLeft) => {
      const blocks = await branch([], [2, 2, 2, 2, 2, 2, 2, 2]);
      const limited = await openLimited({ treeLimits, changeLimits });
      const { chain, dataDirectory } = limited;
      await offerAll(chain, blocks);
      const left: string[] = [];
      chain.subscribe((event) => left.push(...event.left.map(({ id }) => id)));
      await chain.replaceAbove(1, async () => undefined, { keepLeft });
      expect(left).toEqual(
        blocks
          .slice(1)
          .map((raw) => blockId(raw))
          .reverse(),
      );
      expect(chain.tree.ends().map(({ block }) => block.id)).toEqual([blockId(blocks[0]!)]);
      const theirs = await branch(blocks.slice(0, 1), [3, 3, 3, 3, 3]);
      expect(await offerAll(chain, theirs)).toEqual(Array(5).fill('accepted'));
      await limited.close();
      await verifyChain({ dataDirectory, network: DEVNET });
      rmSync(dataDirectory.core, { recursive: true });
      await expectTwinOf((await newChain(dataDirectory.path)).chain, [blocks[0]!, ...theirs]);
    },
  );

  it('are forgotten below the oldest block of the tree, also after a step back towards it', async () => {
    const blocks = await branch([], [2, 2, 2, 2, 2]);
    const { chain } = await openLimited({ treeLimits });
    await offerAll(chain, blocks);
    await stepBack(chain, 3);
    const theirs = (await branch([], [3, 3, 3])).values();
    await chain.replaceAbove(0, async () => theirs.next().value, { keepLeft: true });
    expect(chain.tip().height).toBe(3);
    expect(chain.tree.ends()).toHaveLength(1);
  });

  it('can be read for as long as somebody knows where they are, and return', async () => {
    const blocks = await branch([], [2, 2, 2]);
    await offerAll(test.chain, blocks);
    let left: ChainEvent['left'] = [];
    const unsubscribe = test.chain.subscribe((event) => (left = event.left));
    await stepBack(test.chain, 2);
    unsubscribe();
    expect(await offerAll(test.chain, blocks.slice(2))).toEqual(['orphan']);
    const again = left.toReversed().values();
    await test.chain.replaceAbove(1, async () => {
      const { value: block } = again.next();
      return block && test.chain.readLeftBlock(block);
    });
    await expectTwinOf(test.chain, blocks);
    await test.close();
    await verifyDirectory(test.dataDirectory.path);
  });

  it('above one of a branch with as much work as another: a rebuild goes back to the same one', async () => {
    const ours = await branch([], [2, 2]);
    const theirs = await branch([], [3, 3, 3]);
    await offerAll(test.chain, [...ours, ...theirs]);
    await test.close();
    const again = await newChain(test.dataDirectory.path);
    const { chain, dataDirectory } = again;
    await stepBack(chain);
    await stepBack(chain);
    await chain.idle();
    await expectTwinOf(chain, theirs.slice(0, 1));
    await again.close();
    await verifyDirectory(dataDirectory.path);
    rmSync(dataDirectory.core, { recursive: true });
    await expectTwinOf((await newChain(dataDirectory.path)).chain, theirs.slice(0, 1));
  });

  it('are in the block files once, also if some of them replace themselves', async () => {
    const blocks = await branch([], [2, 2, 2, 2]);
    await offerAll(test.chain, blocks.slice(0, 3));
    const next = blocks.slice(1).values();
    await test.chain.replaceAbove(1, async () => next.next().value, { keepLeft: true });
    await expectTwinOf(test.chain, blocks);
    await test.close();
    await verifyDirectory(test.dataDirectory.path);
  });

  it('are not returned to, also by a start after the record of it alone is on disk', async () => {
    const blocks = await branch([], [2, 2]);
    const cut = await openCutting('appended 1');
    await expect(offerAll(cut.chain, blocks.slice(0, 1))).rejects.toThrow('cut off');
    await cut.close();
    let isCut = false;
    const reopened = await openLimited({
      path: cut.dataDirectory.path,
      onCommitStep: (step) => {
        if (isCut && step === 'appended') throw new StorageWriteError('core', new Error('cut off'));
      },
    });
    await offerAll(reopened.chain, blocks);
    isCut = true;
    await expect(stepBack(reopened.chain)).rejects.toThrow('cut off');
    await reopened.close();
    const again = await newChain(reopened.dataDirectory.path);
    await expectTwinOf(again.chain, blocks.slice(0, 1));
    const other = await branch(blocks.slice(0, 1), [4]);
    expect(await offerAll(again.chain, other)).toEqual(['accepted']);
  });
});
