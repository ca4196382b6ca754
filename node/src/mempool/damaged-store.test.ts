import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { Level } from 'level';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTestChain, type TestChain } from '../chain/test-support.ts';
import { MempoolUnavailableError, type OpenMempool } from './mempool-types.ts';
import { openMempool } from './mempool.ts';
import { ACCOUNTS, signedTransfer, type TestAccount } from './test-support.ts';

const [, alice, bob] = ACCOUNTS as [TestAccount, TestAccount, TestAccount];
const logged: string[] = [];
const logger = pino({ level: 'info' }, { write: (line: string) => void logged.push(line) });
let test: TestChain;
let mempool: OpenMempool;

const open = () =>
  openMempool({ chain: test.chain, directory: test.dataDirectory.mempool, clock: Date.now, logger });

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
    () => mempool.selectForBlock(1),
  ];

  async function expectUnavailable(): Promise<void> {
    expect(mempool.isAvailable()).toBe(false);
    for (const read of everyRead()) expect(read).toThrow(MempoolUnavailableError);
    await expect(mempool.submit(signedTransfer(bob))).rejects.toThrow(MempoolUnavailableError);
    // The chain is not affected.
    expect(test.chain.account(alice.address)?.nonce).toBe(0);
  }

  it('in use by another process makes the mempool unavailable until it is free § fault pending store', async () => {
    const second = await open();
    const holder = mempool;
    mempool = second;
    await expectUnavailable();
    await holder.close();
    await mempool.maintain();
    expect(mempool.isAvailable()).toBe(true);
  });

  it('of an older format is moved aside, and an empty one accepts submissions', async () => {
    await mempool.close();
    rmSync(test.dataDirectory.mempool, { recursive: true });
    const old = new Level<Buffer, Buffer>(test.dataDirectory.mempool, {
      keyEncoding: 'buffer',
      valueEncoding: 'buffer',
    });
    await old.put(Buffer.of(0), Buffer.of(2, 0, 0, 0, 0, 0, 0, 0, 1));
    await old.close();
    logged.length = 0;
    mempool = await open();
    expect(await submit(signedTransfer(alice))).toBe('accepted');
    const warnings = logged.filter((line) => (JSON.parse(line) as { level: number }).level > 30);
    expect(warnings).toEqual([expect.stringContaining('mempool.format-2, and an empty store was created')]);
  });

  it('whose files vanish loses nothing that was acknowledged § fault pending store', async () => {
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

  const damages: [string, (folder: string) => void][] = [
    ['whose CURRENT is lost', (folder) => rmSync(join(folder, 'CURRENT'))],
    [
      'whose manifest is overwritten',
      (folder) => {
        const manifest = readdirSync(folder).find((name) => name.startsWith('MANIFEST'))!;
        writeFileSync(join(folder, manifest), 'nonsense');
      },
    ],
    [
      'with a flipped byte in its log, which LevelDB silently skips',
      (folder) => {
        const log = readdirSync(folder).find((name) => name.endsWith('.log'));
        const bytes = readFileSync(join(folder, log!));
        bytes[Math.floor(bytes.length / 2)]! ^= 0xff;
        writeFileSync(join(folder, log!), bytes);
      },
    ],
    [
      'with a changed length in the last record of its log, which LevelDB takes for a torn end',
      (folder) => {
        const log = join(
          folder,
          readdirSync(folder).find((name) => name.endsWith('.log'))!,
        );
        const bytes = readFileSync(log);
        let last = 0;
        for (let next = 0; next < bytes.length; next += 7 + bytes.readUInt16LE(next + 4)) last = next;
        bytes[last + 5]! ^= 0x20;
        writeFileSync(log, bytes);
      },
    ],
    [
      'whose log is cut off after an earlier batch',
      (folder) => {
        const log = join(
          folder,
          readdirSync(folder).find((name) => name.endsWith('.log'))!,
        );
        truncateSync(log, 7 + readFileSync(log).readUInt16LE(4));
      },
    ],
    [
      'that is a file',
      (folder) => {
        rmSync(folder, { recursive: true });
        writeFileSync(folder, '');
      },
    ],
  ];

  it('with a changed byte in a table is never accepted as intact § fault pending store', async () => {
    for (const nonce of [1, 2, 3, 4]) await submit(signedTransfer(alice, { nonce }));
    await reopen(); // the log becomes a table
    await mempool.close();
    const folder = test.dataDirectory.mempool;
    const table = join(
      folder,
      readdirSync(folder).find((name) => name.endsWith('.ldb'))!,
    );
    const bytes = readFileSync(table);
    bytes[100]! ^= 0x01;
    writeFileSync(table, bytes);
    mempool = await open();
    await expectUnavailable();
    expect(logged.at(-1)).toContain('.ldb has changed since the store was closed');
  });

  it('damaged while the node runs does not affect its pending transactions, and is reported at the next start', async () => {
    for (const nonce of [1, 2]) await submit(signedTransfer(alice, { nonce }));
    const folder = test.dataDirectory.mempool;
    const log = join(
      folder,
      readdirSync(folder).find((name) => name.endsWith('.log'))!,
    );
    const bytes = readFileSync(log);
    bytes[50]! ^= 0x01;
    writeFileSync(log, bytes);
    expect(noncesOf(alice)).toEqual([1, 2]);
    expect(await submit(signedTransfer(alice, { nonce: 3 }))).toBe('accepted');
    await reopen();
    await expectUnavailable();
  });

  it.each(damages)('%s is never accepted as intact § fault pending store', async (_, damage) => {
    for (const nonce of [1, 2, 3, 4]) await submit(signedTransfer(alice, { nonce }));
    await mempool.close();
    const folder = test.dataDirectory.mempool;
    damage(folder);
    mempool = await open();
    await expectUnavailable();
    expect(logged.at(-1)).toContain('The mempool is unavailable');
    const lines = logged.length;
    await mempool.maintain();
    expect(logged).toHaveLength(lines);
    rmSync(folder, { recursive: true });
    mkdirSync(folder);
    await mempool.maintain();
    expect(await submit(signedTransfer(alice))).toBe('accepted');
  });
});
