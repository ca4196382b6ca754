import { readFileSync } from 'node:fs';
import {
  blockId,
  blockIdBytes,
  ConsensusError,
  formatPebbles,
  HEADER_NONCE_OFFSET,
  HEADER_SIZE,
  hexToBytes,
  meetsTarget,
  type Block,
  type Transaction,
} from '@cairn/protocol';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FORGET_SIZE, RECORD_HEADER_SIZE } from '../storage/block-log.ts';
import type { ChainEvent } from './chain-types.ts';
import {
  ACCOUNTS,
  buildTestBlock,
  damage,
  DEVNET,
  dumpIndex,
  mineBranch,
  mineTestBlock,
  openTestChain,
  stepBack,
  transfer,
  type TestBlockOptions,
  type TestChain,
} from '../test-support.ts';

interface ChainVectors {
  blocks: { id: string; raw: string }[];
  accounts: Record<string, { balance: string; nonce: number }>;
}

const vectors = JSON.parse(
  readFileSync(new URL('../../../../test/vectors/devnet-chain.json', import.meta.url), 'utf8'),
) as ChainVectors;

let test: TestChain;
beforeEach(async () => void (test = await openTestChain()));
afterEach(() => test.close());

async function reopen(): Promise<void> {
  await test.close();
  test = await openTestChain({ home: test.home });
}

describe('a chain', () => {
  it("accepts the vectors' blocks and has their accounts, also after reopening", async () => {
    for (const { raw } of vectors.blocks.slice(1)) await test.chain.appendBlock(hexToBytes(raw));
    for (const _ of ['open', 'reopened']) {
      const { view } = test.chain;
      expect(test.chain.tip()).toEqual({ height: 12, id: vectors.blocks.at(-1)!.id });
      for (const [height, { id }] of vectors.blocks.entries())
        expect([view.block(height)?.id, view.heightOfBlock(id)]).toEqual([id, height]);
      for (const [address, { balance, nonce }] of Object.entries(vectors.accounts)) {
        const account = view.account(address)!;
        expect({ balance: formatPebbles(account.balance), nonce: account.nonce }).toEqual({ balance, nonce });
      }
      await reopen();
    }
  });

  it('notifies its listeners of each block, also after one of them fails', async () => {
    const events: ChainEvent[] = [];
    test.chain.subscribe(() => {
      throw new Error('a follower fails');
    });
    const end = test.chain.subscribe((event) => events.push(event));
    await mineTestBlock(test.chain);
    await stepBack(test.chain);
    end();
    await mineTestBlock(test.chain);
    const { id } = events[0]!.newTip;
    const step = { commonHeight: 0, returned: [] };
    expect(events).toMatchObject([
      { ...step, newTip: { height: 1 }, disconnected: [], connected: [id] },
      {
        oldTip: { height: 1, id },
        newTip: { height: 0 },
        commonHeight: 0,
        disconnected: [id],
        connected: [],
      },
    ]);
    const miner = ACCOUNTS[9]!.address;
    expect(events.map(({ accounts }) => accounts.get(miner)?.balance)).toEqual([
      100_005_000_000_000n,
      100_000_000_000_000n,
    ]);
  });

  it('commits blocks that wait together, and reports them as one change', async () => {
    const nonces = [1, 2, 3, 4, 5, 6, 7, 8];
    const raws = await mineBranch(nonces.map((nonce) => [transfer({ from: 1, to: 2, nonce })]));
    const events: ChainEvent[] = [];
    test.chain.subscribe((event) => events.push(event));
    const again = test.chain.appendBlock(raws[0]!).then(() => test.chain.appendBlock(raws[0]!));
    await Promise.all(raws.slice(1).map((raw) => test.chain.appendBlock(raw)));
    await expect(again).rejects.toMatchObject({ code: 'bad_previous_block' });
    expect(events.flatMap(({ connected }) => connected)).toEqual(raws.map((raw) => blockId(raw)));
    expect(events.length).toBeLessThan(raws.length);
    expect(events.at(-1)!.accounts.get(ACCOUNTS[1]!.address)?.nonce).toBe(8);
    await using twin = await openTestChain();
    for (const raw of raws) await twin.chain.appendBlock(raw);
    expect(await dumpIndex(test.chain)).toEqual(await dumpIndex(twin.chain));
  });

  it('commits the blocks that wait when it is closed, and takes no further ones', async () => {
    const raws = await mineBranch([9, 9, 9, 9]);
    const offers = raws.slice(0, 3).map((raw) => test.chain.offerBlock(raw));
    const closing = test.close();
    for (const refused of [test.chain.offerBlock(raws[3]!), test.chain.settled()])
      await expect(refused).rejects.toMatchObject({ code: 'closed' });
    expect((await Promise.all(offers)).map(({ outcome }) => outcome)).toEqual(Array(3).fill('accepted'));
    await closing;
    test = await openTestChain({ home: test.home });
    expect(test.chain.tip()).toEqual({ height: 3, id: blockId(raws[2]!) });
  });

  it('made anew of files with a damaged block names it, also while those before it are being written', async () => {
    for (const raw of await mineBranch([9, 9, 9, 9])) await test.chain.appendBlock(raw);
    const { offset, size } = test.chain.view.locateBlock(4)!;
    await test.close();
    await test.home.core.remove();
    await damage(test.home, offset + size - 1);
    const opening = openTestChain({ home: test.home, changeLimits: { blocks: 1, bytes: 1 } });
    await expect(opening).rejects.toMatchObject({ code: 'block_file_damaged', offset });
  });

  it('made anew of files whose genesis block is damaged, or that go back to an unknown block, says so', async () => {
    for (const raw of await mineBranch([9, 9])) await test.chain.appendBlock(raw);
    const end = test.chain.storedBytes();
    await test.close();
    const { home } = test;
    const log = await home.openLog(DEVNET);
    const open = async (): Promise<unknown> => {
      await home.core.remove();
      return openTestChain({ home });
    };
    const nonce = RECORD_HEADER_SIZE + HEADER_NONCE_OFFSET + 3;
    const bits = DEVNET.proofOfWorkLimitBits!;
    await damage(home, nonce);
    const header = log.readSync({ file: 0, offset: RECORD_HEADER_SIZE }, HEADER_SIZE);
    expect(meetsTarget(blockIdBytes(header), bits)).toBe(false); // else it would be another genesis block
    await expect(open()).rejects.toMatchObject({ code: 'block_file_damaged' });
    await damage(home, nonce);
    await log.append([new Uint8Array(FORGET_SIZE).fill(7)]);
    await expect(open()).rejects.toMatchObject({ code: 'block_file_damaged', offset: end });
  });

  it('takes blocks on top of the tip before those of other branches', async () => {
    const sides = [3, 4].map((miner) => buildTestBlock(test.chain, [], { miner }));
    await mineTestBlock(test.chain);
    const next = buildTestBlock(test.chain);
    const order: string[] = [];
    await Promise.all(
      [...sides, next].map(async (raw) => order.push((await test.chain.offerBlock(raw)).outcome)),
    );
    expect(order).toEqual(['side', 'accepted', 'side']); // the first one does not wait
  });
});

/** The rules themselves are tried in the protocol package; here, that each of their stages refuses a block of the chain. */
describe('a block that breaks a rule', () => {
  const header = (change: Partial<Block['header']>): TestBlockOptions => ({
    alter: (block) => ({ ...block, header: { ...block.header, ...change } }),
  });
  const coinbase = (change: Partial<Transaction>): TestBlockOptions => ({
    alter: ({ header, transactions: [first, ...rest] }) => ({
      header,
      transactions: [{ ...first!, ...change }, ...rest],
    }),
  });
  const payment = transfer({ from: 1, to: 2, nonce: 1 });

  it.each<[code: string, transfers: Transaction[], options?: TestBlockOptions]>([
    ['bad_previous_block', [], header({ previousBlockId: 'ab'.repeat(32) })],
    ['bad_bits', [], header({ bits: 0x207ffffe })],
    ['timestamp_too_new', [], { timestamp: Math.floor(Date.now() / 1_000) + 7_300 }],
    ['bad_merkle_root', [], header({ merkleRoot: 'ab'.repeat(32) })],
    ['bad_coinbase', [], coinbase({ value: 5_000_000_001n })],
    ['bad_signature', [{ ...payment, value: 7n }]],
    ['zero_value', [transfer({ from: 1, to: 2, nonce: 1, value: 0n })]],
    ['bad_nonce', [payment, payment]],
    ['insufficient_balance', [transfer({ from: 1, to: 2, nonce: 1, value: 100_000_000_000_001n })]],
    ['bad_account_root', [], coinbase({ unlockSig: new Uint8Array(128).fill(1) })],
  ])('%s is rejected and changes nothing', async (code, transfers, options) => {
    const before = await dumpIndex(test.chain);
    const raw = buildTestBlock(test.chain, transfers, options);
    const error: unknown = await test.chain.appendBlock(raw).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ConsensusError);
    expect(error).toMatchObject({ code });
    expect(await dumpIndex(test.chain)).toEqual(before);
    await mineTestBlock(test.chain);
  });

  it('in many transfers, and by its accounts too, is refused for its signature, and remembered', async () => {
    const transfers = Array.from({ length: 700 }, (_, index) =>
      transfer({ from: 1, to: 2, nonce: index + 2 }),
    );
    transfers[690] = { ...transfers[690]!, unlockSig: transfers[689]!.unlockSig };
    const raw = buildTestBlock(test.chain, transfers);
    const data = { index: 691 };
    await expect(test.chain.offerBlock(raw)).rejects.toMatchObject({ code: 'bad_signature', data });
    await expect(test.chain.offerBlock(raw)).rejects.toMatchObject({ code: 'bad_previous_block' });
  });

  it.each([0, 117, 118, 330, 332])('of %i bytes is malformed', async (size) => {
    const raw = new Uint8Array(size);
    await expect(test.chain.appendBlock(raw)).rejects.toMatchObject({ code: 'invalid_block' });
  });
});
