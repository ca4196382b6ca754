import { blockId, decodeBlockHeader, HEADER_SIZE, hexToBytes, TRANSACTION_SIZE } from '@cairn/protocol';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { StorageWriteError } from '../storage/errors.ts';
import { withChanges } from '@cairn/http/test-support';
import { type Database, type DatabasePlace, LevelStore } from '../storage/level.ts';
import { memoryHome } from '../memory/memory-home.ts';
import type { Runtime } from '../runtime.ts';
import { SideStore } from '../storage/side-store.ts';
import type { ChainEvent } from './chain-types.ts';
import type { Chain } from './chain.ts';
import {
  ACCOUNTS,
  buildTestBlock,
  damage,
  dumpIndex,
  mineBranch,
  mineTestBlock,
  openTestChain,
  runtime,
  SILENT,
  stepBack,
  transfer,
  type TestChain,
  type TestChainOptions,
} from '../test-support.ts';

const opened: TestChain[] = [];
/** Opens a chain that is closed when the test ends. */
async function open(options?: TestChainOptions): Promise<TestChain> {
  const made = await openTestChain(options);
  opened.push(made);
  return made;
}
let test: TestChain;
beforeEach(async () => void (test = await open()));
afterEach(async () => {
  for (const made of opened.splice(0).reverse()) await made.close();
});

const idOf = (raw: Uint8Array): string => blockId(raw.subarray(0, HEADER_SIZE));
const headerOf = (raw: Uint8Array): Uint8Array => raw.subarray(0, HEADER_SIZE);

async function offerAll(chain: Chain, blocks: readonly Uint8Array[]): Promise<string[]> {
  const outcomes: string[] = [];
  for (const raw of blocks) outcomes.push((await chain.offerBlock(raw)).outcome);
  await chain.idle();
  return outcomes;
}

/** Requires that index and files equal those of a chain that received only these blocks. */
async function expectTwinOf(chain: Chain, blocks: readonly Uint8Array[]): Promise<void> {
  await using twin = await openTestChain();
  for (const raw of blocks) await twin.chain.appendBlock(raw);
  expect(chain.tip()).toEqual(twin.chain.tip());
  expect(chain.view.tip.work).toBe(twin.chain.view.tip.work);
  expect(await dumpIndex(chain)).toEqual(await dumpIndex(twin.chain));
  for (const [index, raw] of blocks.entries())
    expect(Buffer.compare((await chain.view.rawBlock(index + 1))!, raw)).toBe(0);
}

/** Closes a chain, and requires that an index made anew of its log is the same, and leaves the log as it was. */
async function expectSameAnew({ chain, home }: TestChain, blocks: readonly Uint8Array[]): Promise<void> {
  const size = chain.storedBytes();
  await chain.close();
  await home.core.remove();
  const anew = await open({ home });
  await expectTwinOf(anew.chain, blocks);
  expect(anew.chain.storedBytes()).toBe(size);
}

/** Opens a chain whose writes fail from a step on. @param last the step, and perhaps the height after the write */
function openCutting(last: string, options: TestChainOptions = {}, isArmed = () => true): Promise<TestChain> {
  let isCut = false;
  return open({
    ...options,
    onCommitStep: (step, height) => {
      isCut ||= isArmed() && `${step} ${height}`.startsWith(last);
      if (isCut) throw new StorageWriteError('core', new Error('cut off'));
    },
  });
}

it('blocks of a branch that wait together keep their order, also those with more work than the chain', async () => {
  const { chain } = test;
  for (const _ of [1, 2]) await mineTestBlock(chain);
  const blocks = await mineBranch([1, 2, 3, 4]);
  const ends: string[] = [];
  await Promise.all(
    blocks.map(async (raw) => {
      await chain.offerBlock(raw);
      ends.push(idOf(raw));
    }),
  );
  expect(ends).toEqual(blocks.map((raw) => idOf(raw)));
  await chain.idle();
  await expectTwinOf(chain, blocks);
});

/** Two blocks without transfers. */
const TWO_BLOCKS = 2 * (HEADER_SIZE + TRANSACTION_SIZE);

describe.each<[string, number, TestChainOptions]>([
  ['one write', 1, {}],
  ['writes of two blocks', 6, { changeLimits: { blocks: 2, bytes: 10_000_000 } }],
  ['writes of so many bytes', 6, { changeLimits: { blocks: 100, bytes: TWO_BLOCKS } }],
])('a heavier branch, in %s,', (_, writes, options) => {
  it('replaces the chain in every store; readers and listeners see one change', async () => {
    const common = await mineBranch([1]);
    const ours = await mineBranch([2, 2, 2, 2, 2], common);
    const theirs = await mineBranch([3, 3, 3, 3, 3, 3], common);
    const former = [...common, ...ours].map(idOf);
    let isSwitching = false;
    let seen = 0;
    const { chain, home }: TestChain = await open({
      ...options,
      onCommitStep: (step) => {
        if (!isSwitching) return;
        if (step === 'indexed') seen += 1;
        expect(former.map((_, index) => chain.view.block(index + 1)?.id)).toEqual(former);
        expect(chain.view.account(ACCOUNTS[3]!.address)?.balance).toBe(100_000_000_000_000n);
        for (const { id } of chain.staleBlocks(10)) expect(former).not.toContain(id);
      },
    });
    expect(await offerAll(chain, [...common, ...ours])).toEqual(Array(6).fill('accepted'));
    expect(await offerAll(chain, theirs.slice(0, 5))).toEqual(Array(5).fill('side'));
    const events: ChainEvent[] = [];
    chain.subscribe((event) => events.push(event));
    isSwitching = true;
    expect(await offerAll(chain, theirs.slice(5))).toEqual(['reorganized']);
    isSwitching = false;
    expect(seen).toBe(writes);
    await expectTwinOf(chain, [...common, ...theirs]);
    expect(events).toMatchObject([
      {
        oldTip: { height: 6, id: former.at(-1) },
        newTip: { height: 7, id: idOf(theirs.at(-1)!) },
        commonHeight: 1,
        disconnected: ours.map(idOf).reverse(),
        connected: theirs.map(idOf),
      },
    ]);
    expect(events[0]!.returned.map(({ raw }) => idOf(raw))).toEqual(ours.map(idOf));
    for (const [address, state] of events[0]!.accounts) expect(chain.view.account(address)).toEqual(state);
    expect(chain.tree.ends().map(({ block, state }) => [block.id, state])).toEqual([
      [idOf(theirs.at(-1)!), 'active'],
      [idOf(ours.at(-1)!), 'valid'],
    ]);
    expect(chain.staleBlocks(10).map(({ id }) => id)).toEqual(ours.map(idOf).reverse());
    expect(await chain.readBlockById(idOf(ours[1]!))).toEqual(ours[1]);
    expect(await offerAll(chain, [...ours, ...theirs])).toEqual(Array(11).fill('known'));
    await chain.close();
    const side = await SideStore.open(home.side, SILENT);
    expect(await side.blocks()).toEqual([]); // all of them are in the block files
    await side.close();
  });

  it('with an invalid block is left alone: the chain leaves no block for it', async () => {
    const ours = await mineBranch([2, 2]);
    const theirs = await invalidBranch();
    const tested = await open(options);
    await offerAll(tested.chain, ours);
    const events: ChainEvent[] = [];
    tested.chain.subscribe((event) => events.push(event));
    expect(await offerAll(tested.chain, theirs.slice(0, 2))).toEqual(['side', 'side']);
    const refused = { code: 'bad_previous_block' };
    await expect(tested.chain.offerBlock(theirs[2]!)).rejects.toMatchObject(refused);
    expect(events).toEqual([]);
    await expectTwinOf(tested.chain, ours);
    await expect(tested.chain.offerBlock(theirs[1]!)).rejects.toMatchObject(refused);
    await tested.close();
    // A wrong verdict must not outlive its cause: the next process judges anew.
    const again = await open({ home: tested.home });
    expect(again.chain.tree.ends().map(({ state }) => state)).not.toContain('invalid');
    expect(await offerAll(again.chain, theirs.slice(0, 2))).toEqual(['known', 'side']);
    await expect(again.chain.offerBlock(theirs[2]!)).rejects.toMatchObject(refused);
    await expectTwinOf(again.chain, ours);
  });
});

it.each([
  [6, 'info'],
  [7, 'warn'],
])('a reorganization of %i blocks is logged with level %s', async (depth, level) => {
  const lines: unknown[] = [];
  const note = (name: string) => (data: unknown) => void lines.push([name, data]);
  const { chain } = await open({ logger: { ...SILENT, info: note('info'), warn: note('warn') } });
  for (const [miner, count] of [
    [2, depth],
    [3, depth + 1],
  ] as const)
    await offerAll(chain, await mineBranch(Array(count).fill(miner)));
  const counts = { disconnected: depth, connected: depth + 1 };
  expect(lines).toEqual([[level, expect.objectContaining(counts)]]);
});

it.each([
  ['beside the chain', [2, 2], ['side', 'side', 'side', 'reorganized']],
  ['on top of the tip', [], ['side', 'side', 'side', 'accepted']],
])('a branch %s is followed in whatever order its bodies arrive', async (_, ours, outcomes) => {
  const theirs = await mineBranch([3, 3, 3, 3]);
  await offerAll(test.chain, await mineBranch(ours));
  for (const raw of theirs) test.chain.receiveHeader(headerOf(raw));
  expect(await offerAll(test.chain, theirs.toReversed())).toEqual(outcomes);
  await expectTwinOf(test.chain, theirs);
});

/** Three blocks, the second of which spends more than its sender has. */
async function invalidBranch(): Promise<Uint8Array[]> {
  const { chain } = await open();
  const first = buildTestBlock(chain, [], { miner: 3 });
  await chain.appendBlock(first);
  const overspending = transfer({ from: 5, to: 6, nonce: 1, value: 10n ** 18n });
  const bad = buildTestBlock(chain, [overspending], { miner: 3 });
  // The next block is built without validation: only its header matters.
  const { height, bits, timestamp } = decodeBlockHeader(headerOf(bad));
  chain.tree.receive(bad);
  const rules = { parent: { height, id: idOf(bad) }, bits, lastTimestamps: [timestamp] };
  const onBad = withChanges(chain, { nextBlockRules: () => rules });
  return [first, bad, buildTestBlock(onBad, [], { miner: 3 })];
}

describe('an invalid block', () => {
  it('is found without trying the valid blocks of its branch again', async () => {
    const ours = await mineBranch([2, 2]);
    const theirs = await mineBranch([3, 3]);
    await offerAll(test.chain, [...ours, ...theirs]);
    const { chain } = await open();
    for (const raw of theirs) await chain.appendBlock(raw);
    const next = (value: bigint) =>
      buildTestBlock(chain, [transfer({ from: 5, to: 6, nonce: 1, value })], { miner: 3 });
    for (const value of [10n ** 18n, 10n ** 19n]) {
      const offered = test.chain.offerBlock(next(value));
      await expect(offered).rejects.toMatchObject({ code: 'bad_previous_block' });
      expect(test.chain.tip().id).toBe(idOf(ours[1]!));
    }
    const good = next(1n);
    expect(await offerAll(test.chain, [good])).toEqual(['reorganized']);
    await expectTwinOf(test.chain, [...theirs, good]);
  });

  it('on the tip is marked invalid; a wrong body of a valid header is not', async () => {
    const [good] = await mineBranch([2]);
    const wrongBody = good!.with(good!.length - 1, good!.at(-1)! ^ 1);
    await expect(test.chain.offerBlock(wrongBody)).rejects.toMatchObject({ code: 'bad_merkle_root' });
    expect(await offerAll(test.chain, [good!])).toEqual(['accepted']);
    const bad = buildTestBlock(test.chain, [transfer({ from: 5, to: 6, nonce: 1, value: 10n ** 18n })]);
    await expect(test.chain.offerBlock(bad)).rejects.toMatchObject({ code: 'insufficient_balance' });
    await expect(test.chain.offerBlock(bad)).rejects.toMatchObject({ code: 'bad_previous_block' });
  });
});

it('every write waits for the disk', async () => {
  const home = memoryHome(runtime);
  const writes: boolean[] = [];
  const noting = (place: DatabasePlace): DatabasePlace => ({
    ...place,
    database: (tuning) => {
      const database = place.database(tuning);
      const batch = (): ReturnType<Database['batch']> => {
        const made = database.batch();
        const write = (options: { sync: boolean }) => (writes.push(options.sync), made.write(options));
        return withChanges(made, { write });
      };
      return withChanges(database, { batch });
    },
  });
  const { chain } = await open({ home: { ...home, core: noting(home.core), side: noting(home.side) } });
  await offerAll(chain, [...(await mineBranch([2, 2])), ...(await mineBranch([3, 3, 3]))]);
  expect(writes.length).toBeGreaterThan(5);
  expect(writes).not.toContain(false);
});

describe('a write that fails', () => {
  const changeLimits = { blocks: 2, bytes: 10_000_000 };

  it.each(['appended 1', 'indexed 5'])(
    'at "%s" of a switch ends all writing, and the next start completes the switch',
    async (last) => {
      const ours = await mineBranch(Array(5).fill(2));
      const theirs = await mineBranch(Array(6).fill(3));
      let isSwitching = false;
      const failures: Error[] = [];
      const options = { changeLimits, onFatal: (error: Error) => void failures.push(error) };
      const cut = await openCutting(last, options, () => isSwitching);
      await offerAll(cut.chain, [...ours, ...theirs.slice(0, 5)]);
      isSwitching = true;
      const events: ChainEvent[] = [];
      cut.chain.subscribe((event) => events.push(event));
      await expect(offerAll(cut.chain, theirs.slice(5))).rejects.toThrow('cut off');
      expect(failures.map(({ message }) => message)).toEqual(['writing core failed: cut off']);
      await expect(cut.chain.offerBlock(theirs[5]!)).rejects.toMatchObject({ code: 'closed' });
      // Readers have what they had.
      expect([events, cut.chain.tip().id]).toEqual([[], idOf(ours[4]!)]);
      expect(await cut.chain.view.rawBlock(5)).toEqual(ours[4]);
      await cut.close();
      const again = await open({ home: cut.home });
      await expectTwinOf(again.chain, theirs);
      await expectSameAnew(again, theirs);
    },
  );

  it('on the tip is told to all who wait for it', async () => {
    const blocks = await mineBranch([2, 2, 2]);
    const failures: Error[] = [];
    let isFull = false;
    const cut = await openCutting('begun', { onFatal: (error) => failures.push(error) }, () => isFull);
    await offerAll(cut.chain, blocks.slice(0, 1));
    isFull = true;
    const offers = await Promise.allSettled(blocks.slice(1).map((raw) => cut.chain.offerBlock(raw)));
    expect([offers.map(({ status }) => status), failures.length]).toEqual([['rejected', 'rejected'], 1]);
    await cut.close();
    const again = await open({ home: cut.home });
    expect(await offerAll(again.chain, blocks)).toEqual(['known', 'accepted', 'accepted']);
  });

  it.each<[string, (chain: Chain, next: Uint8Array) => Promise<unknown>]>([
    ['headers are pruned', (chain) => chain.pruneHeaders()],
    ['a block is taken', (chain, next) => chain.offerBlock(next)],
  ])('while %s ends all writing', async (_, write) => {
    const home = memoryHome(runtime);
    const full: ReturnType<Database['batch']> = {
      put: () => full,
      del: () => full,
      write: () => Promise.reject(new Error('cut off')),
    };
    let isFull = false;
    let batches = 0;
    const filling = (place: DatabasePlace): DatabasePlace => ({
      ...place,
      database: (tuning) => {
        const whole = place.database(tuning);
        return withChanges(whole, { batch: () => ((batches += 1), isFull ? full : whole.batch()) });
      },
    });
    const failures: Error[] = [];
    const treeLimits = { depth: 1_000, sideBlocks: 2, sideBytes: 10_000 };
    const onFatal = (error: Error) => void failures.push(error);
    const { chain } = await open({
      home: { ...home, core: filling(home.core), side: filling(home.side) },
      treeLimits,
      onFatal,
    });
    const ours = await mineBranch([2, 2, 2, 2]);
    await offerAll(chain, [...ours.slice(0, 3), ...(await mineBranch([3, 3]))]);
    for (const raw of await mineBranch([4, 4, 4])) chain.receiveHeader(headerOf(raw));
    isFull = true;
    await expect(write(chain, ours[3]!)).rejects.toThrow('cut off');
    expect(failures).toHaveLength(1);
    batches = 0;
    await chain.pruneHeaders();
    await expect(chain.offerBlock(ours[3]!)).rejects.toMatchObject({ code: 'closed' });
    expect(batches).toBe(0);
  });
});

it('headers beyond the limit are pruned', async () => {
  const { chain } = await open({ treeLimits: { depth: 1_000, sideBlocks: 2, sideBytes: 10_000 } });
  await offerAll(chain, await mineBranch([2, 2, 2, 2, 2]));
  for (const raw of await mineBranch([3, 3, 3, 3])) chain.receiveHeader(headerOf(raw));
  expect(chain.tree.sideBlocks).toBe(4);
  await chain.pruneHeaders();
  expect(chain.tree.sideBlocks).toBeLessThanOrEqual(2);
});

it.each([3, 1_000])(
  'blocks that left the chain are forgotten once branches are not kept from so deep (before: from %i)',
  async (depth) => {
    const limits = (blocks: number) => ({ depth: blocks, sideBlocks: 100, sideBytes: 1_000_000 });
    const { chain, home } = await open({ treeLimits: limits(depth) });
    const ours = await mineBranch([2, 2]);
    await offerAll(chain, [...ours, ...(await mineBranch([3, 3, 3]))]);
    expect(await chain.readBlockById(idOf(ours[1]!))).toEqual(ours[1]);
    for (const _ of [1, 2, 3]) await mineTestBlock(chain);
    expect(await chain.readBlockById(idOf(ours[1]!))).toEqual(depth === 3 ? undefined : ours[1]);
    await chain.close();
    const again = await open({ home, treeLimits: limits(3) });
    expect(await again.chain.readBlockById(idOf(ours[1]!))).toBeUndefined();
  },
);

it('headers stay while their block is being stored, also if they are pruned meanwhile', async () => {
  const side = await mineBranch([3, 3]);
  const { chain } = await open({ treeLimits: { depth: 1_000, sideBlocks: 1, sideBytes: 10_000 } });
  await offerAll(chain, await mineBranch([2, 2, 2]));
  for (const raw of side) chain.receiveHeader(headerOf(raw));
  const offering = offerAll(chain, side);
  for (let turn = 0; turn < 20; turn += 1) {
    await chain.pruneHeaders();
    await new Promise((resolve) => setImmediate(resolve));
  }
  for (const outcome of await offering) expect(['side', 'orphan', 'too_old']).toContain(outcome);
});

describe('a block that a switch needs', () => {
  const atOnce: Runtime = { ...runtime, sleep: () => runtime.turn() };
  /** A closed chain of our blocks beside a lighter branch of theirs, which came in reverse; the branch wins with its last block. */
  async function prepare(): Promise<{ ours: Uint8Array[]; theirs: Uint8Array[]; place: number }> {
    const ours = await mineBranch([2, 2]);
    const theirs = await mineBranch([3, 3, 3]);
    for (const raw of theirs.slice(0, 2)) test.chain.receiveHeader(headerOf(raw));
    await offerAll(test.chain, [...ours, theirs[1]!, theirs[0]!]);
    const place = test.chain.view.locateBlock(1)!.offset;
    await test.close();
    return { ours, theirs, place };
  }

  it('and that is damaged in the block files keeps the chain where it is, until it is whole again', async () => {
    const { ours, theirs, place } = await prepare();
    const { home } = test;
    const lines: string[] = [];
    const logger = { ...SILENT, error: (_: object | string, line = '') => void lines.push(line) };
    const at = place + 300;
    await damage(home, at);
    const again = await open({ home, logger });
    expect(await offerAll(again.chain, theirs)).toEqual(['known', 'known', 'side']);
    expect(again.chain.tip().id).toBe(idOf(ours[1]!));
    expect(again.chain.tree.reorganization()).toBeDefined();
    expect(lines.join('')).toMatch(/stays at height 2: block file memory is damaged at byte \d+/);
    await again.close();
    const third = await open({ home: { ...home, runtime: atOnce } }); // no start fails
    expect(third.chain.tip().id).toBe(idOf(ours[1]!));
    await damage(home, at);
    await expect.poll(() => third.chain.tip().height).toBe(3);
    await expectTwinOf(third.chain, theirs);
  });

  it.each([117, -1])('and whose stored byte %i is not its own is forgotten, and taken again', async (at) => {
    const { ours, theirs } = await prepare();
    const { home } = test;
    const side = await LevelStore.open(home.side);
    const key = Uint8Array.of(1, ...hexToBytes(idOf(theirs[1]!)));
    const body = side.get(key)!;
    await side.write((batch) => void batch.put(key, body.with(at, body.at(at)! ^ 1)));
    await side.close();
    const again = await open({ home });
    expect(await offerAll(again.chain, [theirs[2]!])).toEqual(['side']);
    expect(again.chain.tip().id).toBe(idOf(ours[1]!));
    expect(await offerAll(again.chain, theirs)).toEqual(['known', 'side', 'reorganized']);
    await expectTwinOf(again.chain, theirs);
  });

  it('and that left the chain before is pointed to in the block files', async () => {
    const { ours, theirs } = await prepare();
    const { home } = test;
    const again = await open({ home });
    await offerAll(again.chain, theirs);
    const size = again.chain.storedBytes();
    const more = await mineBranch([2, 2], ours);
    expect(await offerAll(again.chain, more)).toEqual(['side', 'reorganized']);
    expect(again.chain.storedBytes() - size).toBe(more.reduce((sum, raw) => sum + 8 + raw.length, 0));
    await expectSameAnew(again, [...ours, ...more]);
    expect(await opened.at(-1)!.chain.readBlockById(idOf(theirs[2]!))).toEqual(theirs[2]);
  });

  it('and that left the chain before, but is damaged in the block files, is forgotten, and taken again', async () => {
    const { ours, theirs, place } = await prepare();
    const { home } = test;
    const lines: string[] = [];
    const logger = { ...SILENT, error: (...parts: unknown[]) => void lines.push(parts.join(' ')) };
    const { chain } = await open({ home, logger });
    await offerAll(chain, theirs);
    await damage(home, place + 117);
    const more = await mineBranch([2, 2], ours);
    expect(await offerAll(chain, more)).toEqual(['side', 'side']);
    expect(chain.tip().id).toBe(idOf(theirs[2]!));
    expect(lines.join()).toContain(`block file memory is damaged at byte ${place}: block ${idOf(ours[0]!)}`);
    const again = [...ours, ...more];
    expect(await offerAll(chain, again)).toEqual(['side', 'side', 'side', 'reorganized']);
    await expectTwinOf(chain, again);
  });
});

describe('blocks that are replaced by hand', () => {
  const treeLimits = { depth: 3, sideBlocks: 100, sideBytes: 1_000_000 };
  const changeLimits = { blocks: 2, bytes: 10_000_000 };
  /** Gives the blocks one after another. */
  const each = (blocks: readonly Uint8Array[]) => {
    const next = blocks.values();
    return async () => next.next().value;
  };

  it.each([false, true])(
    'below the oldest block that branches are kept from are forgotten (kept: %s)',
    async (keepLeft) => {
      const blocks = await mineBranch(Array(8).fill(2));
      const limited = await open({ treeLimits, changeLimits });
      const { chain } = limited;
      await offerAll(chain, blocks);
      const left: string[] = [];
      chain.subscribe((event) => left.push(...event.left.map(({ id }) => id)));
      await chain.replaceAbove(1, each([]), { keepLeft });
      expect(left).toEqual(blocks.slice(1).map(idOf).reverse());
      expect(chain.tree.ends().map(({ block }) => block.id)).toEqual([idOf(blocks[0]!)]);
      const theirs = await mineBranch(Array(5).fill(3), blocks.slice(0, 1));
      expect(await offerAll(chain, theirs)).toEqual(Array(5).fill('accepted'));
      await expectSameAnew(limited, [blocks[0]!, ...theirs]);
    },
  );

  it('can be read for as long as somebody knows where they are, and return', async () => {
    const { chain } = test;
    const blocks = await mineBranch([2, 2, 2]);
    await offerAll(chain, blocks);
    let left: ChainEvent['left'] = [];
    const unsubscribe = chain.subscribe((event) => (left = event.left));
    await stepBack(chain, 2);
    unsubscribe();
    expect(await offerAll(chain, blocks.slice(2))).toEqual(['orphan']);
    const raws = await Promise.all(left.toReversed().map((block) => chain.readLeftBlock(block)));
    await chain.replaceAbove(1, each(raws));
    await expectTwinOf(chain, blocks);
    await expectSameAnew(test, blocks);
  });

  it('above one of a branch with as much work as another: an index made anew goes back to the same one', async () => {
    const theirs = await mineBranch([3, 3, 3]);
    await offerAll(test.chain, [...(await mineBranch([2, 2])), ...theirs]);
    await test.close();
    const again = await open({ home: test.home });
    for (const _ of [1, 2]) await stepBack(again.chain);
    await again.chain.idle();
    await expectTwinOf(again.chain, theirs.slice(0, 1));
    await expectSameAnew(again, theirs.slice(0, 1));
  });

  it('are forgotten also if the process ends right after the write', async () => {
    const blocks = await mineBranch([2, 2, 2]);
    let isArmed = false;
    const cut = await openCutting('indexed', {}, () => isArmed);
    await offerAll(cut.chain, blocks);
    isArmed = true;
    await expect(stepBack(cut.chain)).rejects.toThrow('cut off');
    await cut.close();
    const again = await open({ home: cut.home });
    await expectTwinOf(again.chain, blocks.slice(0, 2));
  });

  it('by one that does not extend them stay', async () => {
    const blocks = await mineBranch([2, 2, 2]);
    await offerAll(test.chain, blocks);
    const replaced = test.chain.replaceAbove(1, each(blocks.slice(2)), { keepLeft: true });
    await expect(replaced).rejects.toMatchObject({ code: 'bad_previous_block' });
    await test.chain.idle();
    await expectTwinOf(test.chain, blocks);
  });
});
