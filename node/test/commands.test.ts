import { existsSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { genesisBlockId, getNetwork, subsidyAt } from '@cairn/protocol';
import { DEVELOPMENT_MNEMONIC, developmentAccounts } from '@cairn/protocol/development-accounts';
import { describe, expect, it } from 'vitest';
import { ACCOUNTS, DEVNET, signedTransfer } from '../src/mempool/test-support.ts';
import { Mempool } from '../src/mempool/mempool.ts';
import { openNodeChain } from '../src/chain/node-chain.ts';
import { createLogger } from '@cairn/http/log';
import { runCommand, temporaryFolder } from './cairn-process.ts';

const logger = createLogger({ format: 'json', level: 'error' });

describe('cairn init', () => {
  it('creates a private directory with the genesis block, and changes nothing the second time', async () => {
    const path = join(temporaryFolder(), 'deep', 'node');
    const first = await runCommand(['init', '--data-dir', path]);
    expect(first).toEqual({
      code: 0,
      err: [],
      out: [`Initialized devnet in ${path}: genesis block ${genesisBlockId(DEVNET)}`],
    });
    expect(statSync(path).mode & 0o777).toBe(0o700);
    const second = await runCommand(['init', '--data-dir', path]);
    expect(second.code).toBe(0);
    expect(second.out[0]).toContain(`is initialized already: devnet at height 0`);
  });

  it('rejects mainnet and leaves nothing behind', async () => {
    const path = join(temporaryFolder(), 'node');
    const { code, out, err } = await runCommand(['init', '--network', 'mainnet', '--data-dir', path]);
    expect({ code, out }).toEqual({ code: 2, out: [] });
    expect(err).toEqual([
      'cairn: mainnet is reserved and cannot be initialized in this version; choose testnet or devnet',
    ]);
    expect(existsSync(path)).toBe(false);
  });
});

describe('cairn mine', () => {
  it('includes pending transactions and prints each block', async () => {
    const path = join(temporaryFolder(), 'node');
    const opened = await openNodeChain({ network: DEVNET, dataDirectory: path }, { logger });
    const { chain, directory } = opened;
    const mempool = await Mempool.open({ chain, directory: directory.mempool, clock: Date.now, logger });
    await mempool.submit(signedTransfer(ACCOUNTS[1]!, { nonce: 1, fee: 700n, value: 5n }));
    await mempool.submit(signedTransfer(ACCOUNTS[1]!, { nonce: 2, fee: 800n, value: 6n }));
    await mempool.close();
    await opened.close();

    const to = ACCOUNTS[3]!.address;
    const { code, out, err } = await runCommand(['mine', '--blocks', '2', '--to', to, '--data-dir', path]);
    expect({ code, err }).toEqual({ code: 0, err: [] });
    expect(out).toEqual([
      expect.stringMatching(/^Mined block 1 [0-9a-f]{16}… with 2 transfers, fees 0.000015 CRN$/),
      expect.stringMatching(/^Mined block 2 [0-9a-f]{16}… with 0 transfers, fees 0 CRN$/),
    ]);
    const after = await openNodeChain({ network: DEVNET, dataDirectory: path }, { logger });
    const before = 1_000_000n * 100_000_000n;
    expect(after.chain.view.account(to)?.balance).toBe(before + 2n * subsidyAt(1) + 1_500n);
    expect(after.chain.view.account(ACCOUNTS[1]!.address)?.nonce).toBe(2);
    await after.close();
  });
});

describe('cairn export and import', () => {
  it('copy a chain to another directory, and change nothing when repeated', async () => {
    const folder = temporaryFolder();
    const [from, to, file] = [join(folder, 'a'), join(folder, 'b'), join(folder, 'blocks.dat')];
    await runCommand(['mine', '--blocks', '3', '--data-dir', from]);
    const exported = await runCommand(['export', file, '--data-dir', from]);
    expect(exported).toMatchObject({ code: 0, out: [`Exported 4 blocks to ${file}`] });
    const imported = await runCommand(['import', file, '--data-dir', to]);
    expect(imported).toMatchObject({
      code: 0,
      out: ['Imported 3 blocks; 1 already known; the tip is block 3'],
    });
    const again = await runCommand(['import', file, '--data-dir', to]);
    expect(again.out).toEqual(['Imported 0 blocks; 4 already known; the tip is block 3']);
    const first = await runCommand(['status', '--json', '--data-dir', from]);
    const second = await runCommand(['status', '--json', '--data-dir', to]);
    const tipOf = (lines: readonly string[]): string => (JSON.parse(lines[0]!) as { tip_id: string }).tip_id;
    expect(tipOf(first.out)).toBe(tipOf(second.out));
  });

  it('reject a foreign file, and create no chain for it', async () => {
    const folder = temporaryFolder();
    const [junk, empty, other] = [join(folder, 'junk'), join(folder, 'empty'), join(folder, 'testnet.dat')];
    writeFileSync(junk, 'no blocks at all');
    writeFileSync(empty, '');
    await runCommand(['init', '--network', 'testnet', '--data-dir', join(folder, 'testnet')]);
    await runCommand(['export', other, '--network', 'testnet', '--data-dir', join(folder, 'testnet')]);
    const before = readdirSync(folder);
    for (const file of [junk, empty, other]) {
      const { code, err } = await runCommand(['import', file, '--data-dir', join(folder, 'node')]);
      const line = `cairn: ${file} is not a file of devnet blocks: it does not start with a block record`;
      expect({ code, err }).toEqual({ code: 2, err: [line] });
    }
    expect(readdirSync(folder)).toEqual(before);
  });

  it('reject an import file that is missing, and an export file that exists', async () => {
    const folder = temporaryFolder();
    const path = join(folder, 'node');
    const missing = await runCommand(['import', join(folder, 'no'), '--data-dir', path]);
    expect(missing).toMatchObject({ code: 2, err: [expect.stringContaining('cannot be read: ENOENT')] });
    const folderAsFile = await runCommand(['import', folder, '--data-dir', path]);
    expect(folderAsFile.err).toEqual([`cairn: ${folder} cannot be read: it is not a file`]);
    expect(readdirSync(folder)).toEqual([]);
    await runCommand(['init', '--data-dir', path]);
    writeFileSync(join(folder, 'x'), 'precious');
    const existing = await runCommand(['export', join(folder, 'x'), '--data-dir', path]);
    expect(existing).toMatchObject({ code: 2 });
    expect(readFileSync(join(folder, 'x'), 'utf8')).toBe('precious');
    const nowhere = await runCommand(['export', join(folder, 'no/x'), '--data-dir', path]);
    expect(nowhere).toMatchObject({ code: 2, err: [expect.stringContaining('no/x cannot be written')] });
  });
});

describe('cairn status', () => {
  it('reads the directory of a stopped node and says that no node is running', async () => {
    const path = join(temporaryFolder(), 'node');
    await runCommand(['mine', '--data-dir', path]);
    const { code, out } = await runCommand(['status', '--data-dir', path]);
    expect(code).toBe(0);
    expect(out[0]).toContain('not running');
    expect(out).toContain('Height            1');
  });
});

describe('cairn accounts', () => {
  it('prints the ten accounts of a network, and says that they are public', async () => {
    const { code, out } = await runCommand(['accounts']);
    const text = out.join('\n');
    expect(code).toBe(0);
    expect(text).toContain('These accounts are public');
    expect(text).toContain(DEVELOPMENT_MNEMONIC);
    for (const [index, { address }] of ACCOUNTS.entries()) expect(text).toContain(`${index}  ${address}`);
    const testnet = await runCommand(['accounts', '--json', '--network', 'testnet']);
    expect(JSON.parse(testnet.out.join('\n'))).toMatchObject({
      public: true,
      accounts: developmentAccounts(getNetwork('testnet')).map(({ address }) => ({ address })),
    });
  });
});

it.each(['status', 'verify', 'reindex', 'export /tmp/none'])(
  'cairn %s fails with one line where there is no chain, and creates nothing',
  async (command) => {
    const path = join(temporaryFolder(), 'node');
    const { code, err } = await runCommand([...command.split(' '), '--data-dir', path]);
    expect([code === 0, err]).toEqual([false, [expect.stringContaining('there is no devnet chain in')]]);
    expect(existsSync(path)).toBe(false);
  },
);

describe('cairn verify and cairn reindex', () => {
  it('validate everything again, name the first fault, and rebuild the index', async () => {
    const path = join(temporaryFolder(), 'node');
    const flags = ['--data-dir', path];
    await runCommand(['mine', '--blocks', '3', ...flags]);
    const good = await runCommand(['verify', ...flags]);
    expect(good).toMatchObject({ code: 0, err: [] });
    expect(good.out[0]).toMatch(/^Verified 4 blocks and their index; the tip is block 3, [0-9a-f]{64}$/);

    const { chain, close } = await openNodeChain({ network: DEVNET, dataDirectory: path }, { logger });
    const { id } = chain.tip();
    await close();
    const reindexed = await runCommand(['reindex', ...flags]);
    expect(reindexed).toMatchObject({
      code: 0,
      out: [`Rebuilt core/ of 4 blocks; the tip is block 3, ${id}`],
    });
    expect((await runCommand(['verify', ...flags])).out).toEqual(good.out);

    const file = join(path, 'blocks', 'blk00000.dat');
    const bytes = readFileSync(file);
    writeFileSync(file, bytes.with(200, bytes[200]! ^ 1));
    const bad = await runCommand(['verify', ...flags]);
    expect(bad.code).toBe(3);
    expect(bad.err).toEqual([expect.stringContaining(`${file} `)]);
  });
});

describe.skipIf(process.platform !== 'linux')('cairn wallet', () => {
  it('opens the newest launch file in the browser', async () => {
    const folder = temporaryFolder();
    for (const [port, age] of [
      [1, 20],
      [2, 10],
      [3, 30],
    ] as const) {
      const file = join(folder, `wallet-${port}.html`);
      writeFileSync(file, '');
      utimesSync(file, Date.now() / 1_000 - age, Date.now() / 1_000 - age);
    }
    const opened = join(folder, 'opened');
    writeFileSync(join(folder, 'xdg-open'), `#!/bin/sh\necho "$1" > ${opened}\n`, { mode: 0o700 });
    const newest = join(folder, 'wallet-2.html');
    const PATH = `${folder}:${process.env['PATH']}`;
    const { code, out } = await runCommand(['wallet', '--data-dir', folder], { PATH });
    expect({ code, out }).toEqual({ code: 0, out: [`Opened file://${newest}`] });
    await expect.poll(() => existsSync(opened) && readFileSync(opened, 'utf8')).toBe(`${newest}\n`);
  });

  it('says so if no gateway runs', async () => {
    const { code, err } = await runCommand(['wallet', '--data-dir', temporaryFolder()]);
    expect(code).toBe(1);
    expect(err).toEqual([expect.stringContaining('no gateway serves')]);
  });
});
