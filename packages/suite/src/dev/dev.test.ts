import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { createDevnetClient, type DevnetDump } from '@cairn/api/devnet';
import { MemoryChain, seededRuntime } from '@cairn/chain/memory';
import { Command } from 'commander';
import { expect, it, onTestFinished } from 'vitest';
import { PROGRAMS } from '#programs';
import { saveDump } from '../dump-file.ts';
import { isPortTaken } from '../ports.ts';
import { controlSocket, findSuitePorts } from '../suite.ts';
import { runDevnet } from './dev.ts';
import { addDevOptions, readDevOptions } from './options.ts';
import { showChain } from './show.ts';

const DUMP_MINER = 'dM2LaZbBQ85woftkZB4KB6AvuHGcrQExWw';
const DUMP: DevnetDump = {
  format: 'cairn-devnet-1',
  blocks: [],
  pending: [],
  clock: { time_milliseconds: 1_767_225_600_000, next_timestamp: null },
  mining: { mode: 'manual', interval_seconds: null, to: DUMP_MINER },
};

/** Starts `cairn dev` on free ports. @param prepare gets the data directory's path @returns further flags */
async function startDev(prepare: (path: string) => readonly string[] = () => []) {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-dev-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'node');
  const more = prepare(path);
  const ports = await findSuitePorts();
  const flags = Object.entries(ports).map(([name, port]) => `--${name}-port=${port}`);
  const { promise: ended, resolve } = Promise.withResolvers<{ code: unknown; stderr: string }>();
  const argv = [PROGRAMS.node, 'dev', '--data-dir', path, ...flags, ...more];
  const child = execFile(process.execPath, argv, (error, _stdout, stderr) =>
    resolve({ code: error?.code, stderr }),
  );
  return { path, child, ended, ports: Object.values(ports) as number[] };
}

it.skipIf(process.platform !== 'linux')(
  'cairn dev stops, and repeats the last line of a node that ends',
  async () => {
    const { child, ended, ports } = await startDev();
    let output = '';
    child.stdout!.on('data', (text) => (output += text));
    await expect.poll(() => output).toContain('The node is up');
    const [node] = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').split(' ');
    process.kill(Number(node), 'SIGKILL');
    expect(await ended).toEqual({ code: 1, stderr: expect.stringMatching(/^cairn: node ended: .*\n$/) });
    for (const port of ports) expect(await isPortTaken(port)).toBe(false);
  },
);

it('cairn dev ends with the line and the code of a node that cannot use its folder', async () => {
  const { ended } = await startDev((path) => (writeFileSync(path, ''), []));
  expect(await ended).toEqual({
    code: 2,
    stderr: expect.stringMatching(/^cairn: cannot use .*: ENOTDIR: not a directory, .*\n$/),
  });
});

it('cairn dev --fresh keeps the old chain for a payment that nobody can make', async () => {
  const { path, ended } = await startDev((folder) => {
    mkdirSync(join(folder, 'blocks', 'old'), { recursive: true });
    return ['--fresh', '--fund', `${DUMP_MINER}:99999999`];
  });
  expect(await ended).toEqual({
    code: 2,
    stderr: expect.stringMatching(/^cairn: --fund: no development account has enough coins\n$/),
  });
  expect(readdirSync(join(path, 'blocks'))).toEqual(['old']);
});

it('a port that is taken is a wrong flag, and nothing begins', async () => {
  await using server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const dataDirectory = join(tmpdir(), 'cairn-dev-that-never-begins');
  const ports = { ...(await findSuitePorts()), rpc: port };
  const options = readDevOptions(addDevOptions(new Command()).parse([], { from: 'user' }));
  await expect(runDevnet({ ...options, dataDirectory, ports })).rejects.toThrow(
    new RegExp(`^Ports in use, or not allowed: ${port} `),
  );
  expect(existsSync(dataDirectory)).toBe(false);
});

/** A file in a folder of its own. */
function fileOf(dump: DevnetDump): string {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-dev-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'chain.json');
  saveDump(file, dump);
  return file;
}

/**
 * Runs `cairn show` with a folder of its own for what is temporary.
 * @param whenUp called once the node is up, with the path of its data directory
 * @returns what it left there
 */
async function runShow(
  file: string,
  flags: readonly string[] = [],
  whenUp: (child: ChildProcess, dataDirectory: string) => Promise<void> = () => Promise.resolve(),
) {
  const temporary = join(file, '../tmp');
  mkdirSync(temporary);
  const env = { ...process.env, TMPDIR: temporary };
  const child = spawn(process.execPath, [PROGRAMS.node, 'show', file, ...flags], { env });
  let stderr = '';
  child.stderr.on('data', (text) => (stderr += text));
  const closed = once(child, 'close');
  for await (const line of createInterface(child.stdout)) {
    if (!line.includes('The node is up')) continue;
    await whenUp(child, join(temporary, globSync('cairn-show-*', { cwd: temporary })[0]!, 'node'));
    break;
  }
  const [code] = await closed;
  return { code, stderr, left: readdirSync(temporary) };
}

it('cairn show opens a chain as it was at a height, ends with the reader of its output, and leaves nothing', async () => {
  const runtime = seededRuntime(0, DUMP.clock.time_milliseconds, {
    sleep: (milliseconds, signal) =>
      setTimeout(milliseconds, undefined, signal && { signal }).catch(() => undefined),
    turn: () => setImmediate(),
  });
  await using chain = await MemoryChain.open({ runtime, version: '', contract: '' });
  await chain.control.mine({ blocks: 2 });
  const file = fileOf(await chain.control.dump());
  let height = 0;
  const shown = await runShow(file, ['--at', '1'], async ({ stdout }, dataDirectory) => {
    const devnet = createDevnetClient({ socketPath: controlSocket(dataDirectory) });
    ({ height } = await devnet.state());
    stdout!.destroy();
  });
  expect({ ...shown, height }).toEqual({ code: 0, stderr: '', left: [], height: 1 });
  const above = showChain(file, { at: 3, json: true });
  await expect(above).rejects.toThrow('--at takes a height from 1 to 2');
});

it('cairn show names its file when a block of it is not valid, and leaves nothing', async () => {
  const file = fileOf({ ...DUMP, blocks: ['00'] });
  expect(await runShow(file)).toEqual({
    code: 2,
    stderr: expect.stringMatching(`^cairn: ${file}: block 1 is not valid: .*\n$`),
    left: [],
  });
});
