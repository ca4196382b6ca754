import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodeBlockHeader } from '@cairn/protocol';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CoreStore } from './core-store.ts';
import type { CoreWriter } from './core-writer.ts';
import type { BlockEntry, TipEntry } from './layout.ts';

const ADDRESS = `d${'1'.repeat(33)}`;
const OTHER = `d${'2'.repeat(33)}`;
const BALANCE = 0x1122_3344_5566_7788n;

let path: string;
let core: CoreStore;

/** Two accounts in a table that nothing has read yet. */
beforeEach(async () => {
  path = mkdtempSync(join(tmpdir(), 'cairn-core-'));
  const first = await CoreStore.open(path);
  await first.commit((writer) => {
    writer.setAccount(ADDRESS, { balance: BALANCE, nonce: 7 });
    writer.setAccount(OTHER, { balance: 1n, nonce: 0 });
  });
  await first.close();
  await (await CoreStore.open(path)).close(); // LevelDB turns the log into a table
  core = await CoreStore.open(path);
});
afterEach(async () => {
  await core.close();
  rmSync(path, { recursive: true });
});

function harmBalance(): void {
  const table = join(
    path,
    readdirSync(path).find((name) => name.endsWith('.ldb'))!,
  );
  const bytes = readFileSync(table);
  bytes[bytes.indexOf(Buffer.from('1122334455667788', 'hex'))]! ^= 0x01;
  writeFileSync(table, bytes);
}

it('damage to a table while the store is open is found by the first read, reported once, and stops all reads § fault core table', async () => {
  const found: Error[] = [];
  core.onDamage((damage) => found.push(damage));
  harmBalance();
  expect(core.account(OTHER)?.balance).toBe(1n);
  const damaged = expect.objectContaining({ code: 'level_damaged' }) as Error;
  expect(() => core.account(ADDRESS)).toThrow(damaged);
  expect(() => core.account(OTHER)).toThrow(damaged);
  expect(() => core.block(0)).toThrow(damaged);
  await expect(core.history(ADDRESS, { limit: 1 })).rejects.toThrow(damaged);
  await expect(core.commit(() => undefined)).rejects.toThrow(damaged);
  expect(found).toEqual([damaged]);
  await core.close();
  await expect(CoreStore.open(path)).rejects.toThrow(damaged);
});

describe('the chain of block entries', () => {
  const idOf = (height: number, branch: string): string => `${branch}${height}`.padEnd(64, '0');
  /** A block of a branch, whose parent may be of another branch. */
  const entryOf = (height: number, branch: string, parent = branch): BlockEntry => ({
    file: 0,
    offset: 8,
    transactionCount: 1,
    totalFees: 0n,
    reward: 0n,
    id: idOf(height, branch),
    header: encodeBlockHeader({
      version: 1,
      height,
      previousBlockId: height === 0 ? '0'.repeat(64) : idOf(height - 1, parent),
      merkleRoot: '0'.repeat(64),
      miner: ADDRESS,
      timestamp: height,
      bits: 0x207fffff,
      nonce: 0,
    }),
  });
  const tipOf = (height: number, branch: string): Omit<TipEntry, 'format'> => ({
    height,
    id: idOf(height, branch),
    endFile: 0,
    endOffset: 0,
    work: 2n * BigInt(height + 1),
  });
  const connect = (height: number, branch: string, parent?: string) => (writer: CoreWriter) => {
    writer.putBlock(height, entryOf(height, branch, parent));
    writer.putTip(tipOf(height, branch));
  };
  const disconnect = (height: number, branch: string) => (writer: CoreWriter) => {
    writer.deleteBlock(height, idOf(height, branch));
    writer.putTip(tipOf(height - 1, branch));
  };
  /** Committed batches. */
  const COMMITS = [
    connect(0, 'a'),
    connect(1, 'a'),
    connect(2, 'a'),
    disconnect(2, 'a'),
    connect(2, 'b', 'a'),
    connect(3, 'b'),
  ];

  const findProblem = (): Promise<string | undefined> => core.findBrokenChain(core.tip()!);

  it('is complete after every commit', async () => {
    for (const commit of COMMITS) {
      await core.commit(commit);
      expect(await findProblem()).toBeUndefined();
    }
  });

  it.each([
    ['it lacks block 0', [0]],
    ['it lacks block 1', [1]],
    ['it names 5 blocks and holds 4', [3]],
    ['its block 3 does not continue block 2', [4, 3]],
    ['it lacks block 2', [2, 3, 4]],
  ])('%s when the batches %j of it are lost § fault core older', async (problem, lost) => {
    for (const [index, commit] of COMMITS.entries()) if (!lost.includes(index)) await core.commit(commit);
    expect(await findProblem()).toBe(problem);
  });

  it('has to end with the tip', async () => {
    for (const commit of COMMITS) await core.commit(commit);
    await core.commit((writer) => writer.putTip(tipOf(3, 'a')));
    expect(await findProblem()).toBe('its tip is not its block 3');
    await core.commit((writer) => writer.putTip(tipOf(4, 'b')));
    expect(await findProblem()).toBe('it lacks block 4');
    await core.commit((writer) => writer.putTip(tipOf(2, 'b')));
    expect(await findProblem()).toBe('its tip is not its block 2');
  });
});
