import { spawn, type ChildProcess } from 'node:child_process';
import {
  chmodSync,
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
import { expect, it, onTestFinished } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const NODE = join(ROOT, 'node/bin/cairn.mjs');
const GATEWAY = join(ROOT, 'gateway/bin/cairn-gateway.mjs');
const HAS_PROC = existsSync('/proc/self/environ');
if (!HAS_PROC) process.stderr.write('token-secrecy: skipped, because this system has no /proc\n');

interface Program {
  readonly child: ChildProcess;
  /** Output of both streams so far. */
  readonly output: () => string;
  readonly ended: Promise<number | null>;
}

function run(argv: readonly string[], environment: Readonly<Record<string, string>> = {}): Program {
  const env = { PATH: process.env['PATH'], HOME: tmpdir(), ...environment };
  const child = spawn(process.execPath, argv, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += String(text)));
  const ended = new Promise<number | null>((resolve) => void child.on('close', resolve));
  return { child, output: () => output, ended };
}

/** Waits for a match in the output. @returns its first group */
async function lineOf(program: Program, pattern: RegExp): Promise<string> {
  await expect.poll(() => program.output()).toMatch(pattern);
  return pattern.exec(program.output())![1]!;
}

/** IDs of a process and all its descendants. */
function processTreeOf(pid: number): number[] {
  const children = readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, 'latin1').split(' ').filter(Boolean).map(Number),
  );
  return [pid, ...children.flatMap(processTreeOf)];
}

/** The parts of a process that other programs can read: title, arguments, environment, thread names. */
function visibleParts(pid: number): Map<string, string> {
  const names = readdirSync(`/proc/${pid}/task`).map((thread) => `task/${thread}/comm`);
  const files = ['cmdline', 'environ', 'comm', ...names];
  return new Map(files.map((file) => [`${pid}/${file}`, readFileSync(`/proc/${pid}/${file}`, 'latin1')]));
}

/** Names of the visible parts that contain the token, such as `environ`. */
function placesWith(token: string, pids: readonly number[]): string[] {
  const parts = pids.flatMap((pid) => [...visibleParts(pid)]);
  expect(parts.every(([name, text]) => text.length > 0 || name.endsWith('comm'))).toBe(true);
  return parts.filter(([, text]) => text.includes(token)).map(([name]) => name.replace(/^\d+\//, ''));
}

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-secrecy-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

it.skipIf(!HAS_PROC)(
  'the search finds a token in a title, in an argument and in the environment of a child',
  async () => {
    const token = 'f'.repeat(64);
    const script = `require('child_process').spawn('sleep', ['20'], { env: { T: '${'f'.repeat(32)}' + '${'f'.repeat(32)}' } }); process.title = 'x' + '${'f'.repeat(60)}' + 'ffff'; setInterval(() => {}, 1000); console.log('up');`;
    const { child, output } = run(['-e', script]);
    await expect.poll(output).toContain('up');
    await expect.poll(() => processTreeOf(child.pid!).length).toBe(2);
    await expect.poll(() => placesWith(token, processTreeOf(child.pid!))).toEqual(['cmdline', 'environ']);
    for (const pid of processTreeOf(child.pid!).slice(1)) process.kill(pid);
  },
);

it.skipIf(!HAS_PROC)(
  'the token is in no title, argument, environment or output of node and gateway',
  async () => {
    const directory = temporaryFolder();
    const dataDirectory = join(directory, 'node');
    const quiet = ['--no-p2p', '--explorer-port', '0', '--log-level', 'debug'];
    const start = [NODE, 'start', '--data-dir', dataDirectory, '--rpc-port', '0', ...quiet];
    const node = run([...start, '--index', '--mine', '--mine-interval', '0.2', '--demo-traffic', '40']);
    const rpcUrl = await lineOf(node, /Private RPC at (http:[^\s"]+)/);
    const tokenFile = join(dataDirectory, 'rpc.token');
    const token = readFileSync(tokenFile, 'latin1').trim();
    expect(token).toMatch(/^[0-9a-f]{64}$/);
    const wallet = join(directory, 'wallet');
    mkdirSync(wallet);
    writeFileSync(join(wallet, 'index.html'), '<!doctype html>');
    const serve = [
      GATEWAY,
      '--node-rpc',
      rpcUrl,
      '--token-file',
      tokenFile,
      '--port',
      '0',
      '--wallet-dir',
      wallet,
    ];
    const gateway = run([...serve, '--log-level', 'debug']);
    const gatewayUrl = await lineOf(gateway, /(http:\/\/127\.0\.0\.1:\d+)/);
    await lineOf(node, /(Mined block 3) /);

    await fetch(`${rpcUrl}/v1/status`, { headers: { authorization: `Bearer ${token}` } });
    await fetch(`${rpcUrl}/v1/${token}`, { headers: { authorization: `Bearer ${token}x` } });
    await fetch(`${gatewayUrl}/v1/status?token=${token}`, { headers: { authorization: `Bearer ${token}` } });
    const status = run([NODE, 'status', '--data-dir', dataDirectory, '--rpc-port', new URL(rpcUrl).port]);
    expect(await status.ended).toBe(0);
    const processes = [node, gateway].flatMap(({ child }) => processTreeOf(child.pid!));
    expect(placesWith(token, processes)).toEqual([]);

    // Both refuse a token file that others can read, and print none of its content.
    node.child.kill('SIGTERM');
    gateway.child.kill('SIGTERM');
    expect([await node.ended, await gateway.ended]).toEqual([0, 0]);
    chmodSync(tokenFile, 0o640);
    const refused = [run(start), run(serve)];
    for (const { ended, output } of refused) {
      expect(await ended).not.toBe(0);
      expect(output()).toContain('its mode 0640 gives access to group or others');
    }
    for (const { output } of [node, gateway, status, ...refused]) expect(output()).not.toContain(token);
  },
);
