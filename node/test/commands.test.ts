import { once } from 'node:events';
import {
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { genesisBlockId, getNetwork, subsidyAt } from '@cairn/protocol';
import { DEVELOPMENT_MNEMONIC, developmentAccounts } from '@cairn/protocol/development-accounts';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ACCOUNTS, DEVNET } from '@cairn/chain/test-support';
import { signedTransfer } from '@cairn/chain/mempool/test-support';
import { Mempool } from '@cairn/chain/mempool';
import { openNodeChain } from '../src/home/node-chain.ts';
import { withOtherGenesis } from '../src/home/test-support.ts';
import { createLogger } from '@cairn/http/log';
import { runCommand, temporaryFolder } from './cairn-process.ts';
import { runtime } from '../src/home/runtime.ts';
import { levelFolder } from '../src/home/level-folder.ts';

const logger = createLogger({ format: 'json', level: 'error' });

const newPath = (): string => join(temporaryFolder(), 'node');
/** Runs a command on a data directory. */
const run = (path: string, ...argv: string[]) => runCommand([...argv, '--data-dir', path]);

it('cairn init creates a private directory with the genesis block, and changes nothing the second time', async () => {
  const path = join(temporaryFolder(), 'deep', 'node');
  const created = `Initialized devnet in ${path}: genesis block ${genesisBlockId(DEVNET)}`;
  expect(await run(path, 'init')).toEqual({ code: 0, err: [], out: [created] });
  expect(statSync(path).mode & 0o777).toBe(0o700);
  const again = [expect.stringContaining(`is initialized already: devnet at height 0`)];
  expect(await run(path, 'init')).toMatchObject({ code: 0, out: again });
});

it('cairn init rejects mainnet and leaves nothing behind', async () => {
  const path = newPath();
  const err = [expect.stringMatching(/^cairn: mainnet is reserved and cannot be initialized/)];
  expect(await run(path, 'init', '--network', 'mainnet')).toEqual({ code: 2, out: [], err });
  expect(existsSync(path)).toBe(false);
});

it('cairn mine includes pending transactions and prints each block', async () => {
  const path = join(temporaryFolder(), 'node');
  const opened = await openNodeChain({ network: DEVNET, dataDirectory: path }, { logger });
  const { chain, directory } = opened;
  const mempool = await Mempool.open({
    chain,
    place: levelFolder(directory.mempool),
    clock: Date.now,
    runtime,
    logger,
  });
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

it('cairn export and import copy a chain to another directory, and change nothing when repeated', async () => {
  const folder = temporaryFolder();
  const [from, to, file] = [join(folder, 'a'), join(folder, 'b'), join(folder, 'blocks.dat')];
  await run(from, 'mine', '--blocks', '3');
  expect(await run(from, 'export', file)).toMatchObject({ code: 0, out: [`Exported 4 blocks to ${file}`] });
  for (const line of [
    'Imported 3 blocks; 1 already known; the tip is block 3',
    'Imported 0 blocks; 4 already known; the tip is block 3',
  ])
    expect(await run(to, 'import', file)).toMatchObject({ code: 0, out: [line] });
  const verified = await run(from, 'verify');
  expect(verified).toMatchObject({ code: 0, err: [] });
  expect((await run(to, 'verify')).out).toEqual(verified.out);
});

it('cairn import rejects a foreign file, and creates no chain for it', async () => {
  const folder = temporaryFolder();
  const [junk, empty, other, early] = ['junk', 'empty', 'testnet.dat', 'early.dat'].map((name) =>
    join(folder, name),
  ) as [string, string, string, string];
  writeFileSync(junk, 'no blocks at all');
  writeFileSync(empty, '');
  await run(join(folder, 'testnet'), 'init', '--network', 'testnet');
  await run(join(folder, 'testnet'), 'export', other, '--network', 'testnet');
  await run(join(folder, 'devnet'), 'mine');
  await run(join(folder, 'devnet'), 'export', early);
  writeFileSync(early, withOtherGenesis(readFileSync(early)));
  const before = readdirSync(folder);
  for (const [file, problem] of [
    [junk, 'is not a file of devnet blocks'],
    [empty, 'is not a file of devnet blocks'],
    [other, 'is not a file of devnet blocks'],
    [early, 'is not a file of devnet blocks: it is not the genesis block of devnet'],
    [join(folder, 'no'), 'cannot be read: ENOENT'],
    [folder, 'cannot be read: it is not a file'],
  ] as const) {
    const { code, err } = await run(join(folder, 'node'), 'import', file);
    expect({ code, err }).toEqual({ code: 2, err: [expect.stringContaining(`${file} ${problem}`)] });
  }
  expect(readdirSync(folder)).toEqual(before);
});

it('cairn export overwrites no file', async () => {
  const folder = temporaryFolder();
  const path = join(folder, 'node');
  await run(path, 'init');
  writeFileSync(join(folder, 'x'), 'precious');
  expect(await run(path, 'export', join(folder, 'x'))).toMatchObject({ code: 2 });
  expect(readFileSync(join(folder, 'x'), 'utf8')).toBe('precious');
  const err = [expect.stringContaining('no/x cannot be written')];
  expect(await run(path, 'export', join(folder, 'no/x'))).toMatchObject({ code: 2, err });
});

it('cairn status reads the directory of a stopped node and says that no node is running', async () => {
  const path = newPath();
  await run(path, 'mine');
  const { code, out } = await run(path, 'status');
  expect([code, out[0]]).toEqual([0, expect.stringContaining('not running')]);
  expect(out).toContain('Height            1');
});

it('cairn accounts prints the ten accounts of a network, and says that they are public', async () => {
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

it.each(['status', 'verify', 'reindex', 'export /dev/null/none'])(
  'cairn %s fails with one line where there is no chain, and creates nothing',
  async (command) => {
    const path = join(temporaryFolder(), 'node');
    const { code, err } = await runCommand([...command.split(' '), '--data-dir', path]);
    expect([code === 0, err]).toEqual([false, [expect.stringContaining('there is no devnet chain in')]]);
    expect(existsSync(path)).toBe(false);
  },
);

it.each(['init', 'status', 'verify', 'export /dev/null/none', 'wallet', 'devnet status'])(
  'cairn %s names a folder into which this user cannot look, and calls nothing missing there',
  async (command) => {
    const path = join(temporaryFolder(), 'node');
    for (const [problem, make] of [
      ['ELOOP', () => symlinkSync(path, path)],
      ['ENOTDIR', () => writeFileSync(path, '')],
    ] as const) {
      make();
      const { code, err } = await run(path, ...command.split(' '));
      expect([code, err]).toEqual([2, [expect.stringMatching(`^cairn: .*${path}.*${problem}`)]]);
      rmSync(path);
    }
  },
);

it('cairn verify validates everything again and names the first fault; cairn reindex makes the index anew', async () => {
  const path = newPath();
  await run(path, 'mine', '--blocks', '3');
  const good = await run(path, 'verify');
  expect(good).toMatchObject({ code: 0, err: [] });
  expect(good.out[0]).toMatch(/^Verified 4 blocks and their index; the tip is block 3, [0-9a-f]{64}$/);
  const rebuilt = [expect.stringMatching(/^Rebuilt core\/ of 4 blocks; the tip is block 3, [0-9a-f]{64}$/)];
  expect(await run(path, 'reindex')).toMatchObject({ code: 0, out: rebuilt });
  expect((await run(path, 'verify')).out).toEqual(good.out);

  const file = join(path, 'blocks', 'blk00000.dat');
  const bytes = readFileSync(file);
  writeFileSync(file, bytes.with(200, bytes[200]! ^ 1));
  const err = [expect.stringContaining(`${file} `)];
  expect(await run(path, 'verify')).toMatchObject({ code: 3, err });
});

describe.skipIf(process.platform !== 'linux')('cairn wallet', () => {
  /** Writes a launch file as a gateway does. @returns its path */
  const writeLaunchFile = (folder: string, port: number, age: number): string => {
    const file = join(folder, `wallet-${port}.html`);
    writeFileSync(file, `<a href="http://127.0.0.1:${port}/#launch=x">`);
    utimesSync(file, Date.now() / 1_000 - age, Date.now() / 1_000 - age);
    return file;
  };
  const startGateway = async (): Promise<number> => {
    const server = createServer(({ headers }, response) => {
      // As a gateway refuses what no browser opens in a tab.
      response.writeHead(headers['sec-fetch-mode'] === undefined ? 200 : 403).end();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    return (server.address() as AddressInfo).port;
  };
  /** Runs `cairn wallet` in a folder, with this script as the desktop's opener. */
  const openWallet = (folder: string, opener: string) => {
    writeFileSync(join(folder, 'xdg-open'), `#!/bin/sh\n${opener}\n`, { mode: 0o700 });
    return runCommand(['wallet', '--data-dir', folder], { PATH: `${folder}:${process.env['PATH']}` });
  };

  it('opens the newest file whose gateway runs', async () => {
    const folder = temporaryFolder();
    const [old, recent] = [await startGateway(), await startGateway()];
    writeLaunchFile(folder, 1, 0);
    writeLaunchFile(folder, old, 20);
    const newest = writeLaunchFile(folder, recent, 10);
    const opened = join(folder, 'opened');
    const { code, out } = await openWallet(folder, `echo "$1" > ${opened}`);
    expect({ code, out }).toEqual({ code: 0, out: [`Opened file://${newest}`] });
    expect(readFileSync(opened, 'utf8')).toBe(`${newest}\n`);
  });

  it.each(['exit 3', 'kill -9 $$'])(
    'does not say that it opened what an opener with “%s” did not',
    async (opener) => {
      const folder = temporaryFolder();
      const file = writeLaunchFile(folder, await startGateway(), 0);
      const { code, out } = await openWallet(folder, opener);
      expect({ code, out }).toEqual({
        code: 0,
        out: [`No browser opens here. The wallet is at file://${file}`],
      });
    },
  );

  it('says so if no gateway runs', async () => {
    const folder = temporaryFolder();
    writeLaunchFile(folder, 1, 0);
    const { code, err } = await openWallet(folder, '');
    expect([code, err]).toEqual([1, [expect.stringContaining(`no gateway serves ${folder}: `)]]);
  });
});
