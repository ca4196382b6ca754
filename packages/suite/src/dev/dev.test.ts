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
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DevnetDump } from '@cairn/api/devnet';
import { getNetwork } from '@cairn/protocol';
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

it.each([
  ['a file with a block that is not valid', ['--load'], /chain\.json: block 1 is not valid: /],
  ['a balance that no chain has', ['--balance', '2000000'], /--balance: the chain has too few coins /],
  ['a phrase that is none', ['--mnemonic', 'test junk'], /--mnemonic: not a valid English BIP-39 mnemonic/],
])('cairn dev --fresh keeps the old chain for %s', async (_, flags, line) => {
  const { path, ended } = await startDev((folder) => {
    mkdirSync(join(folder, 'blocks'), { recursive: true });
    const file = `${folder}-chain.json`;
    saveDump(file, { ...DUMP, blocks: ['00'] });
    return ['--fresh', ...flags, ...(flags.length === 1 ? [file] : [])];
  });
  expect(await ended).toEqual({ code: 2, stderr: expect.stringMatching(line) });
  expect(readdirSync(path)).toEqual(['blocks']);
});

it('cairn dev --fresh keeps the old chain for a fork whose file ends in its first block', async () => {
  const { path, ended } = await startDev((folder) => {
    mkdirSync(join(folder, 'blocks'), { recursive: true });
    const file = `${folder}.dat`;
    writeFileSync(file, Buffer.from(getNetwork('testnet').magic, 'hex'));
    return ['--fresh', '--fork', file];
  });
  expect(await ended).toEqual({
    code: 2,
    stderr: expect.stringMatching(/is no file of cairn export: .*\n$/),
  });
  expect(readdirSync(path)).toEqual(['blocks']);
});

it.each([
  [
    'a payment that nobody can make',
    ['--fund', `${DUMP_MINER}:99999999`],
    /^cairn: --fund: no development account has enough coins\n$/,
  ],
  ['a file with other accounts', ['--balance', '5', '--load'], /chain\.json has other accounts\n$/],
])('cairn dev makes no folder for %s', async (_, flags, line) => {
  const { path, ended } = await startDev((folder) => {
    const file = `${folder}-chain.json`;
    saveDump(file, DUMP);
    return [...flags, ...(flags.at(-1) === '--load' ? [file] : [])];
  });
  expect(await ended).toEqual({ code: 2, stderr: expect.stringMatching(line) });
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
    stderr: expect.stringMatching(`^cairn: node ended[^:]*: ${file}: block 1 is not valid: .*\n$`),
    left: [],
  });
});
