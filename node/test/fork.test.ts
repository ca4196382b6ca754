/** Forks: devnets that continue a copy of a public chain. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { getNetwork } from '@cairn/protocol';
import { developmentAccounts } from '@cairn/protocol/development-accounts';
import { beforeAll, expect, it } from 'vitest';
import { ALONE, runCommand, startNodeHere, temporaryFolder } from './cairn-process.ts';
import { whenAllAreOver } from '../src/home/folder-test-support.ts';

const [, , , , , , , alice, bob] = developmentAccounts(getNetwork('testnet'));
/** A node that would have peers. */
const FLAGS = [...ALONE.filter((flag) => flag !== '--no-p2p'), '--p2p-port', '0', '--index'];

let folder: string;
/** Of a testnet with a block, mined with its own work. */
let file: string;
const whenOver = whenAllAreOver();
beforeAll(async () => {
  folder = temporaryFolder(whenOver);
  file = join(folder, 'testnet.dat');
  const testnet = ['--network', 'testnet', '--data-dir', join(folder, 'testnet')];
  await runCommand(['mine', '--to', alice!.address, ...testnet]);
  await runCommand(['export', file, ...testnet]);
});

it('a fork has the history of a testnet, and mines, pays and reorganizes above it as a devnet does', async () => {
  const node = await startNodeHere([...FLAGS, '--fork', file]);
  const { devnet, explorer, rpc } = node;
  expect(node.running.peerAddresses).toEqual([]);
  expect(await explorer.status()).toMatchObject({
    network: 'testnet',
    height: 1,
    devnet: { fork_height: 1 },
  });
  expect(await rpc.status()).toMatchObject({ network: 'testnet', fork_height: 1 });
  const { address } = alice!;
  expect(await rpc.getAccount({ address })).toMatchObject({ balance: '5000000000' });

  const before = await devnet.dump();
  expect(before).toMatchObject({ blocks: [], fork: { network: 'testnet', height: 1 } });
  await devnet.mine({ blocks: 3, interval_seconds: 600 });
  await devnet.fund({ address: bob!.address, amount: '700' });
  expect((await explorer.getAddress({ address: bob!.address })).balance).toBe('700');
  await expect(devnet.reorganize({ depth: 5 })).rejects.toMatchObject({
    code: 'invalid_depth',
    body: { message: 'The chain has 4 blocks above the fork, fewer than 5.' },
  });
  expect((await devnet.reorganize({ depth: 4 })).state).toMatchObject({ height: 6 });
  await devnet.weather({ weather: 'storm', seed: 7, block_seconds: 2 });
  await devnet.time({ advance_seconds: 60 });
  await devnet.weather({ weather: 'none' });

  const dump = join(folder, 'fork.json');
  writeFileSync(dump, JSON.stringify(await devnet.dump()));
  const { tip_id: tip } = await devnet.state();
  await node.stop();
  expect(await runCommand(['verify', '--data-dir', node.path])).toMatchObject({ code: 0 });
  // It goes on by itself, and is nobody else's.
  const again = await startNodeHere(FLAGS, node.path);
  expect([again.running.peerAddresses, (await again.devnet.mine()).blocks.length]).toEqual([[], 1]);
  await again.stop();
  const joined = await runCommand(['start', '--network', 'testnet', ...ALONE, '--data-dir', node.path]);
  expect(joined).toMatchObject({
    code: 3,
    err: [expect.stringMatching(/belongs to testnet fork 1, not to testnet$/)],
  });
  const other = await startNodeHere([...FLAGS, '--fork', file, '--load', dump]);
  expect(await other.devnet.state()).toMatchObject({ tip_id: tip });
});

it('a file that is no export, is damaged, or is of another chain makes no fork', async () => {
  const start = async (path: string, ...flags: string[]) =>
    runCommand(['start', ...ALONE, '--data-dir', path, ...flags]);
  const bytes = readFileSync(file);
  const [junk, damaged, shorter] = ['junk', 'damaged', 'shorter'].map((name) => join(folder, name));
  writeFileSync(junk!, 'junk');
  writeFileSync(damaged!, bytes.with(bytes.length - 1, bytes.at(-1)! ^ 1));
  const size = 8 + bytes.readUInt32BE(4);
  writeFileSync(shorter!, bytes.subarray(0, size));
  const path = join(folder, 'no-fork');
  expect(await start(path, '--fork', junk!)).toMatchObject({
    code: 2,
    err: [expect.stringContaining('is no file of cairn export')],
  });
  expect(await start(path, '--fork', file, '--network', 'testnet')).toMatchObject({ code: 2 });
  expect(await start(path, '--fork', file, '--balance', '5')).toMatchObject({ code: 2 });
  expect(await start(path, '--fork', damaged!)).toMatchObject({
    code: 2,
    err: [expect.stringMatching(/record 1 at byte \d+ cannot be imported/)],
  });
  expect(existsSync(path)).toBe(false);
  const node = await startNodeHere([...FLAGS, '--fork', file], path);
  await node.stop();
  expect(await start(path, '--fork', shorter!)).toMatchObject({
    code: 3,
    err: [expect.stringContaining('belongs to testnet fork 1, not to testnet fork 0')],
  });
});
