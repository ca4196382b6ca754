import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
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
import type { DevnetDump } from '@cairn/api/devnet';
import { expect, it, onTestFinished } from 'vitest';
import { PROGRAMS } from '#programs';
import { saveDump } from '../dump-file.ts';
import { isPortTaken } from '../ports.ts';
import { findSuitePorts } from '../suite.ts';

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

it('cairn dev ends with the exit code of a node that cannot use its folder', async () => {
  const { ended } = await startDev((path) => {
    writeFileSync(path, '');
    return [];
  });
  expect(await ended).toEqual({
    code: 2,
    stderr: expect.stringMatching(/^cairn: .* it is not a directory\n$/),
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
  const { path, ended } = await startDev(() => ['--rpc-port', `${port}`]);
  expect(await ended).toEqual({
    code: 2,
    stderr: expect.stringMatching(`^cairn: Ports in use: ${port} .*\n$`),
  });
  expect(existsSync(path)).toBe(false);
});

/** Runs `cairn show` with a folder of its own for what is temporary. @returns what it left there */
async function runShow(blocks: string[], whenStarted: (child: ChildProcess) => void = () => undefined) {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-dev-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [file, temporary] = [join(folder, 'chain.json'), join(folder, 'tmp')];
  mkdirSync(temporary);
  saveDump(file, { ...DUMP, blocks });
  const env = { ...process.env, TMPDIR: temporary };
  const child = spawn(process.execPath, [PROGRAMS.node, 'show', file], { env });
  let stderr = '';
  child.stderr.on('data', (text) => (stderr += text));
  whenStarted(child);
  child.stdout.resume();
  const [code] = await once(child, 'close');
  return { file, code, stderr, left: readdirSync(temporary) };
}

it('cairn show ends with the reader of its output, and leaves nothing', async () => {
  const shown = await runShow([], ({ stdout }) => stdout!.once('data', () => stdout!.destroy()));
  expect(shown).toMatchObject({ code: 0, stderr: '', left: [] });
});

it('cairn show names its file when a block of it is not valid, and leaves nothing', async () => {
  const { file, ...shown } = await runShow(['00']);
  expect(shown).toEqual({
    code: 2,
    stderr: expect.stringMatching(`^cairn: ${file}: block 1 is not valid: .*\n$`),
    left: [],
  });
});
