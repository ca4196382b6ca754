import { execFileSync } from 'node:child_process';
import { readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { transactionId } from '@cairn/protocol';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LevelStore } from '@cairn/chain/storage';
import { type Mempool, MempoolUnavailableError } from '@cairn/chain/mempool';
import { ACCOUNTS } from '@cairn/chain/test-support';
import { signedTransfer, type TestAccount, TestMempool } from '@cairn/chain/mempool/test-support';
import { temporaryFolder } from './folder-test-support.ts';
import { levelFolder } from './level-folder.ts';

const [, alice, bob] = ACCOUNTS as readonly TestAccount[] as [TestAccount, TestAccount, TestAccount];
let test: TestMempool;
let folder: string;
beforeEach(async () => {
  folder = join(temporaryFolder(), 'mempool');
  test = await TestMempool.create({}, levelFolder(folder));
  await test.submit(signedTransfer(alice));
  test.lines.length = 0;
});
afterEach(() => test[Symbol.asyncDispose]());

async function expectUnavailable({ chain, mempool }: TestMempool): Promise<void> {
  expect(mempool.isAvailable()).toBe(false);
  for (const read of [
    () => mempool.size(),
    () => mempool.get('00'.repeat(32)),
    () => mempool.pendingOutgoing(alice.address),
    () => mempool.inBlockOrder(),
  ])
    expect(read).toThrow(MempoolUnavailableError);
  await expect(mempool.submit(signedTransfer(bob))).rejects.toThrow(MempoolUnavailableError);
  expect(chain.view.account(alice.address)?.nonce).toBe(0); // the chain is not affected
}

/** Changes the stored rows while the mempool is closed. */
const changeRow = (change: (key: Uint8Array, value: Uint8Array) => void) => async (): Promise<void> => {
  const level = await LevelStore.open(levelFolder(folder));
  const rows: [Uint8Array, Uint8Array][] = [];
  for await (const [key, value] of level.entries({}))
    rows.push([Uint8Array.from(key), Uint8Array.from(value)]);
  for (const [key, value] of rows) change(key, value);
  await level.write((batch) => rows.forEach(([key, value]) => batch.put(key, value)));
  await level.close();
};
const nameManifest = (): string =>
  join(
    folder,
    readdirSync(folder).find((name) => name.startsWith('MANIFEST'))!,
  );

describe('a store that cannot be used makes the mempool unavailable, which one line says', () => {
  it.each<[string, () => unknown, RegExp]>([
    ['is damaged', () => writeFileSync(nameManifest(), 'nonsense'), /remove its folder/],
    [
      'has another format',
      changeRow((key, value) => key.length === 1 && (value[0] = 3)),
      /has format 3, not 4/,
    ],
    [
      'has a transaction that does not hash to its ID',
      changeRow((key, value) => key.length > 1 && (value[20]! ^= 1)),
      /has another ID/,
    ],
  ])('if it %s, until its folder is removed', async (_, damage, line) => {
    await test.reopen(damage);
    await expectUnavailable(test);
    await test.mempool.maintain();
    expect(test.lines.filter((each) => /unavailable/.test(each))).toEqual([expect.stringMatching(line)]);
    rmSync(folder, { recursive: true });
    await test.mempool.maintain();
    expect(await test.submit(signedTransfer(alice))).toBe('accepted');
  });

  it('if another process uses it, until that is over', async () => {
    const holder: Mempool = test.mempool;
    test.mempool = await test.open();
    await expectUnavailable(test);
    await holder.close();
    await test.mempool.maintain();
    expect(test.nonces(alice)).toEqual([1]);
  });
});

describe('a store whose files vanish', () => {
  it('is noticed by a submission, and loses nothing that was acknowledged', async () => {
    renameSync(folder, `${folder}.away`);
    const refused = test.mempool.submit(signedTransfer(alice, { nonce: 2 }));
    await expect(refused).rejects.toThrow(MempoolUnavailableError);
    await expectUnavailable(test);
    await test.mempool.maintain();
    expect(test.nonces(alice)).toEqual([1]);
    await test.reopen();
    expect(test.nonces(alice)).toEqual([1]);
  });

  it('is noticed without a submission', async () => {
    rmSync(folder, { recursive: true });
    await test.mempool.maintain();
    await expectUnavailable(test);
  });
});

describe('a store on a full disk', () => {
  const limitFiles = (bytes: number | 'unlimited') =>
    execFileSync('prlimit', ['--pid', `${process.pid}`, `--fsize=${bytes}:`]);
  // Node ignores the signal of a write beyond the limit, until a library that watched signals stops doing so.
  const ignore = () => undefined;
  beforeEach(() => void process.on('SIGXFSZ', ignore));
  afterEach(() => {
    limitFiles('unlimited');
    process.off('SIGXFSZ', ignore);
  });

  it('refuses submissions, loses nothing that was acknowledged, and goes on once there is room', async () => {
    const raws = ACCOUNTS.slice(1, 7).flatMap((sender) =>
      Array.from({ length: 60 }, (_, step) => signedTransfer(sender, { nonce: step + 1 })),
    );
    const missing = (some: readonly Uint8Array[]) =>
      some.filter((raw) => test.mempool.get(transactionId(raw)) === undefined);
    let count = 0;
    limitFiles(32_768);
    for (; test.mempool.isAvailable(); count += 1)
      await test.submit(raws[count]!).catch((error: unknown) => {
        expect(error).toBeInstanceOf(MempoolUnavailableError);
        count -= 1;
      });
    expect(count).toBeGreaterThan(10);
    await expectUnavailable(test);
    limitFiles('unlimited');
    await test.mempool.maintain();
    expect(missing(raws.slice(0, count))).toEqual([]);
    for (const raw of raws.slice(count)) expect(await test.submit(raw)).toBe('accepted');
    await test.reopen();
    expect(missing(raws)).toEqual([]);
  });
});
