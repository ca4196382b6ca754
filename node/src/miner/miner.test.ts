import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { blockId, COINBASE_SENDER, decodeBlockHeader, subsidyAt, transactionId } from '@cairn/protocol';
import { withChanges } from '@cairn/http/test-support';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Chain } from '../chain/chain.ts';
import { buildTestBlock } from '../chain/test-support.ts';
import { Mempool } from '../mempool/mempool.ts';
import { ACCOUNTS, DEVNET, signedTransfer } from '../mempool/test-support.ts';
import { openDataDirectory, type DataDirectory } from '../storage/data-directory.ts';
import { Miner, MiningLoop, type MinerOptions, type MiningPace } from './miner.ts';
import { ProofSearch } from './proof-search.ts';

const logger = pino({ level: 'silent' });
const to = ACCOUNTS[9]!.address;
const [alice, bob] = [ACCOUNTS[0]!, ACCOUNTS[1]!];
const never = new AbortController().signal;
let folder: string;
let now: number;
let directory: DataDirectory;
let chain: Chain;
let mempool: Mempool;
let proofs: ProofSearch;
let miner: Miner;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-miner-'));
  now = Date.UTC(2027, 0, 1);
  directory = openDataDirectory(folder, DEVNET);
  const clock = (): number => now;
  chain = await Chain.open({ dataDirectory: directory, network: DEVNET, logger, clock: () => now / 1_000 });
  mempool = await Mempool.open({ chain, directory: directory.mempool, clock, logger });
  proofs = new ProofSearch();
  miner = new Miner({ chain, mempool, proofs, clock, logger });
});

afterEach(async () => {
  await proofs.close();
  await mempool.close();
  await chain.close();
  directory.close();
  rmSync(folder, { recursive: true });
});

/** Nonces and senders of a block's transfers in block order. */
async function transfersOf(height: number): Promise<[string, number][]> {
  const transactions = chain.view.transactions(height, { offset: 1, limit: 100 })!;
  return transactions.map(({ transaction: { fromAddress, nonce } }) => [fromAddress, nonce]);
}

describe('mineBlock', () => {
  it('mines pending transactions by fee and nonce, and the chain accepts the block', async () => {
    const aliceNonce = chain.view.account(alice.address)!.nonce;
    await mempool.submit(signedTransfer(alice, { nonce: aliceNonce + 1, fee: 10n }));
    await mempool.submit(signedTransfer(alice, { nonce: aliceNonce + 2, fee: 900n }));
    await mempool.submit(signedTransfer(bob, { fee: 50n }));
    const block = await miner.mineBlock(to, never);
    expect(block).toMatchObject({ height: 1, transactionCount: 4, totalFees: 960n });
    expect(block?.reward).toBe(subsidyAt(1) + 960n);
    expect(await transfersOf(1)).toEqual([
      [bob.address, 1],
      [alice.address, aliceNonce + 1],
      [alice.address, aliceNonce + 2],
    ]);
    const [coinbase] = chain.view.transactions(1, { offset: 0, limit: 1 })!;
    expect(coinbase?.transaction).toMatchObject({ fromAddress: COINBASE_SENDER, toAddress: to, nonce: 1 });
    expect(mempool.size()).toBe(0);
  });

  it('yields to a block that was being validated when the proof was found, and mines on top of it', async () => {
    const rival = buildTestBlock(chain, [], { timestamp: now / 1_000 });
    let accepted: Promise<unknown> | undefined;
    const late: Pick<ProofSearch, 'find'> = {
      find: async (...search) => {
        const nonce = await proofs.find(...search);
        accepted ??= chain.offerBlock(rival);
        return nonce;
      },
    };
    const beaten = new Miner({ chain, mempool, proofs: late, clock: () => now, logger });
    const block = await beaten.mineBlock(to, never);
    await accepted;
    expect(block).toMatchObject({ height: 2, header: { previousBlockId: blockId(rival) } });
    expect(chain.tip()).toEqual({ height: 2, id: block!.id });
  });

  it('searches on the new tip if it changes while the block is composed', async () => {
    await mempool.submit(signedTransfer(bob));
    const rival = buildTestBlock(chain, [], { timestamp: now / 1_000 });
    const overtaken = withChanges(chain, {
      composeOnTip: async (compose) => {
        const template = await chain.composeOnTip(compose);
        if (chain.tip().height === 0) await chain.appendBlock(rival);
        return template;
      },
    });
    const parents: string[] = [];
    const watched: Pick<ProofSearch, 'find'> = {
      find: (header, ...search) => {
        parents.push(decodeBlockHeader(header).previousBlockId);
        return proofs.find(header, ...search);
      },
    };
    const behind = new Miner({ chain: overtaken, mempool, proofs: watched, clock: () => now, logger });
    expect(await behind.mineBlock(to, never)).toMatchObject({ height: 2 });
    expect(parents).toEqual([blockId(rival)]);
  });

  it('gives blocks mined within one second increasing timestamps, and stops when they are 7,200 s ahead', async () => {
    for (let count = 0; count < 40; count += 1) await miner.mineBlock(to, never);
    const last = chain.view.block(40)!.header.timestamp;
    expect(last).toBeGreaterThan(now / 1_000);
    expect(last).toBeLessThan(now / 1_000 + 40);
    now -= 7_300_000;
    await expect(miner.mineBlock(to, never)).rejects.toMatchObject({ code: 'clock_behind_chain' });
    expect(chain.tip().height).toBe(40);
  });

  it('mines without transfers while the mempool is unavailable', async () => {
    await mempool.submit(signedTransfer(bob));
    await mempool.close();
    expect(await miner.mineBlock(to, never)).toMatchObject({ transactionCount: 1 });
  });

  it('mines nothing while the chain is behind, and cancels a search when it falls behind', async () => {
    let behind = true;
    const isBehind = (): boolean => behind;
    const careful = new Miner({ chain, mempool, proofs, clock: () => now, logger, isBehind });
    expect(await careful.mineBlock(to, never)).toBeUndefined();
    behind = false;
    expect(await careful.mineBlock(to, never)).toMatchObject({ height: 1 });
    const endless: Pick<ProofSearch, 'find'> = {
      find: (_header, _bits, signal) =>
        new Promise((resolve) => {
          signal.addEventListener('abort', () => resolve(undefined), { once: true });
        }),
    };
    const searching = new Miner({ chain, mempool, proofs: endless, clock: () => now, logger, isBehind });
    const search = searching.mineBlock(to, never);
    behind = true;
    await chain.appendBlock(buildTestBlock(chain, [], { timestamp: now / 1_000 + 1 }));
    expect(await search).toBeUndefined();
  });

  it('stops immediately when it is cancelled', async () => {
    expect(await miner.mineBlock(to, AbortSignal.abort())).toBeUndefined();
    expect(chain.tip().height).toBe(0);
  });

  it('restarts the search on a new tip from elsewhere', async () => {
    /** Finds nothing on the genesis block. */
    const hopeless: Pick<ProofSearch, 'find'> = {
      find: async (header, bits, signal) => {
        if (chain.tip().height > 0) return proofs.find(header, bits, signal);
        await once(signal, 'abort');
        return undefined;
      },
    };
    const racing = new Miner({ chain, mempool, proofs: hopeless, clock: () => now, logger });
    const block = racing.mineBlock(to, never);
    await chain.appendBlock(buildTestBlock(chain, [], { timestamp: now / 1_000 }));
    expect((await block)?.height).toBe(2);
  });
});

describe('the mining loop', () => {
  const until = async (reached: () => boolean): Promise<void> => {
    while (!reached()) await new Promise((resolve) => setTimeout(resolve, 10));
  };
  const start = (pace: MiningPace | undefined, more: Partial<MinerOptions> = {}): MiningLoop => {
    const loop = new MiningLoop({ chain, mempool, proofs, clock: () => now, logger, ...more }, { to, pace });
    loop.resume();
    return loop;
  };

  it('mines on demand only when something is pending', async () => {
    const loop = start({ kind: 'on-demand' });
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(chain.tip().height).toBe(0);
    const raw = signedTransfer(bob);
    await mempool.submit(raw);
    await until(() => chain.tip().height === 1);
    await loop.close();
    expect(chain.view.locateTransaction(transactionId(raw))).toEqual({ height: 1, index: 1 });
  });

  it('mines at an interval, and stops immediately while it waits', async () => {
    const loop = start({ kind: 'interval', milliseconds: 20 });
    await until(() => chain.tip().height >= 3);
    await loop.close();
    const height = chain.tip().height;
    const idle = start({ kind: 'interval', milliseconds: 3_600_000 });
    await new Promise((resolve) => setTimeout(resolve, 20));
    await idle.close();
    expect(chain.tip().height).toBeLessThanOrEqual(height + 1);
  });

  it('mines nothing while the node is behind', async () => {
    let behind = true;
    const pace = { kind: 'interval', milliseconds: 5 } as const;
    const isBehind = (): boolean => behind;
    const loop = start(pace, { isBehind });
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(chain.tip().height).toBe(0);
    behind = false;
    await until(() => chain.tip().height >= 1);
    await loop.close();
  });

  it('continues after a block that could not be mined', async () => {
    now -= 365 * 86_400_000 * 2; // before the genesis block by more than 7,200 s
    const loop = start({ kind: 'interval', milliseconds: 5 });
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(chain.tip().height).toBe(0);
    await loop.close();
  });

  it('can be paused and resumed with other settings, until it is closed', async () => {
    const loop = start(undefined);
    loop.settings = { to: bob.address, pace: { kind: 'interval', milliseconds: 5 } };
    loop.resume();
    await until(() => chain.tip().height >= 2);
    await loop.pause();
    const height = chain.tip().height;
    expect(chain.view.block(height)?.header.miner).toBe(bob.address);
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(chain.tip().height).toBe(height);
    loop.resume();
    await until(() => chain.tip().height > height);
    await loop.close();
    loop.resume();
    const last = chain.tip().height;
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(chain.tip().height).toBe(last);
  });
});
