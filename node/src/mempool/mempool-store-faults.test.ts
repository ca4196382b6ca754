import { readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Level } from 'level';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTestChain, type TestChain } from '../chain/test-support.ts';
import { Mempool, MempoolUnavailableError } from './mempool.ts';
import { ACCOUNTS, signedTransfer, type TestAccount } from './test-support.ts';

const [, alice, bob] = ACCOUNTS as [TestAccount, TestAccount, TestAccount];
const logged: string[] = [];
const logger = pino({ level: 'info' }, { write: (line: string) => void logged.push(line) });
let test: TestChain;
let mempool: Mempool;

const open = () =>
  Mempool.open({ chain: test.chain, directory: test.dataDirectory.mempool, clock: Date.now, logger });

async function reopen(): Promise<void> {
  await mempool.close();
  mempool = await open();
}

async function submit(raw: Uint8Array): Promise<string> {
  const admission = await mempool.submit(raw);
  return admission.status === 'rejected' ? admission.reason : admission.status;
}

const noncesOf = ({ address }: TestAccount): number[] =>
  mempool.pendingOutgoing(address).map(({ transaction }) => transaction.nonce);

beforeEach(async () => {
  logged.length = 0;
  test = await openTestChain();
  mempool = await open();
});

afterEach(async () => {
  await mempool.close();
  await test.remove();
});

describe('a store that fails', () => {
  const everyRead = (): (() => unknown)[] => [
    () => mempool.size(),
    () => mempool.get('00'.repeat(32)),
    () => mempool.pendingOutgoing(alice.address),
    () => mempool.inBlockOrder(),
  ];

  async function expectUnavailable(): Promise<void> {
    expect(mempool.isAvailable()).toBe(false);
    for (const read of everyRead()) expect(read).toThrow(MempoolUnavailableError);
    await expect(mempool.submit(signedTransfer(bob))).rejects.toThrow(MempoolUnavailableError);
    // The chain is not affected.
    expect(test.chain.view.account(alice.address)?.nonce).toBe(0);
  }

  it('in use by another process makes the mempool unavailable until it is free', async () => {
    const second = await open();
    const holder = mempool;
    mempool = second;
    await expectUnavailable();
    await holder.close();
    await mempool.maintain();
    expect(mempool.isAvailable()).toBe(true);
  });

  it('of another format is refused in one line', async () => {
    await mempool.close();
    const level = new Level<Buffer, Buffer>(test.dataDirectory.mempool, {
      keyEncoding: 'buffer',
      valueEncoding: 'buffer',
    });
    await level.put(Buffer.of(0), Buffer.of(3));
    await level.close();
    logged.length = 0;
    mempool = await open();
    await expectUnavailable();
    expect(logged).toEqual([expect.stringContaining('has format 3, not 4')]);
  });

  it('whose files vanish loses nothing that was acknowledged', async () => {
    await submit(signedTransfer(alice));
    const path = test.dataDirectory.mempool;
    renameSync(path, `${path}.away`);
    await expect(mempool.submit(signedTransfer(alice, { nonce: 2 }))).rejects.toThrow(
      MempoolUnavailableError,
    );
    await expectUnavailable();
    await mempool.maintain();
    expect(noncesOf(alice)).toEqual([1]);
    await reopen();
    expect(noncesOf(alice)).toEqual([1]);
  });

  it('whose files vanish is noticed without a submission', async () => {
    rmSync(test.dataDirectory.mempool, { recursive: true });
    await mempool.maintain();
    await expectUnavailable();
  });

  it('damaged while the node was down makes the mempool unavailable until its folder is removed', async () => {
    await submit(signedTransfer(alice));
    await mempool.close();
    const folder = test.dataDirectory.mempool;
    const manifest = readdirSync(folder).find((name) => name.startsWith('MANIFEST'))!;
    writeFileSync(join(folder, manifest), 'nonsense');
    logged.length = 0;
    mempool = await open();
    await expectUnavailable();
    expect(logged.filter((line) => line.includes('remove its folder'))).toHaveLength(1);
    await mempool.maintain();
    expect(logged.filter((line) => line.includes('remove its folder'))).toHaveLength(1);
    rmSync(folder, { recursive: true });
    await mempool.maintain();
    expect(await submit(signedTransfer(alice))).toBe('accepted');
  });

  it('with a transaction that does not hash to its ID is damaged', async () => {
    await submit(signedTransfer(alice));
    await mempool.close();
    const level = new Level<Buffer, Buffer>(test.dataDirectory.mempool, {
      keyEncoding: 'buffer',
      valueEncoding: 'buffer',
    });
    const [[key, value]] = (await level.iterator({ gt: Buffer.of(0) }).all()) as [[Buffer, Buffer]];
    value[20]! ^= 1;
    await level.put(key, value);
    await level.close();
    mempool = await open();
    await expectUnavailable();
  });
});
