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
import { ProgramGroup, PROGRAMS } from '@cairn/suite';
import { expect, it, onTestFinished } from 'vitest';

const HAS_PROC = existsSync('/proc/self/environ');
if (!HAS_PROC) process.stderr.write('token-secrecy: skipped, because this system has no /proc\n');

/** Starts a program; all that it prints is in `output`. */
function run(...argv: readonly string[]) {
  const group = new ProgramGroup();
  let output = '';
  const program = group.start({ name: argv[0]!, argv, onLine: (line) => (output += `${line}\n`) });
  onTestFinished(() => group.kill());
  return { ...program, output: () => output };
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
    const { pid, ...program } = run('-e', script);
    await program.line(/^up$/);
    await expect.poll(() => processTreeOf(pid!).length).toBe(2);
    await expect.poll(() => placesWith(token, processTreeOf(pid!))).toEqual(['cmdline', 'environ']);
    for (const child of processTreeOf(pid!).slice(1)) process.kill(child);
  },
);

it.skipIf(!HAS_PROC)(
  'the token is in no title, argument, environment or output of node and gateway',
  async () => {
    const directory = temporaryFolder();
    const dataDirectory = join(directory, 'node');
    const quiet = ['--no-p2p', '--explorer-port', '0', '--log-level', 'debug'];
    const start = [PROGRAMS.node, 'start', '--data-dir', dataDirectory, '--rpc-port', '0', ...quiet];
    const node = run(...start, '--index', '--mine', '--mine-interval', '0.2', '--demo-traffic', '40');
    const rpcUrl = (await node.line(/Private RPC at (http:[^\s"]+)/))[1]!;
    const tokenFile = join(dataDirectory, 'rpc.token');
    const token = readFileSync(tokenFile, 'latin1').trim();
    expect(token).toMatch(/^[0-9a-f]{64}$/);
    const wallet = join(directory, 'wallet');
    mkdirSync(wallet);
    writeFileSync(join(wallet, 'index.html'), '<!doctype html>');
    const serve = [PROGRAMS.gateway, '--node-rpc', rpcUrl, '--token-file', tokenFile, '--port', '0'];
    serve.push('--wallet-dir', wallet);
    const gateway = run(...serve, '--log-level', 'debug');
    const [gatewayUrl] = await gateway.line(/http:\/\/127\.0\.0\.1:\d+/);
    await node.line(/Mined block 3 /);

    await fetch(`${rpcUrl}/v1/status`, { headers: { authorization: `Bearer ${token}` } });
    await fetch(`${rpcUrl}/v1/${token}`, { headers: { authorization: `Bearer ${token}x` } });
    await fetch(`${gatewayUrl}/v1/status?token=${token}`, { headers: { authorization: `Bearer ${token}` } });
    const status = run(
      PROGRAMS.node,
      'status',
      '--data-dir',
      dataDirectory,
      '--rpc-port',
      new URL(rpcUrl).port,
    );
    expect(await status.exited).toBe(0);
    const processes = [node, gateway].flatMap(({ pid }) => processTreeOf(pid!));
    expect(placesWith(token, processes)).toEqual([]);

    // Both refuse a token file that others can read, and print none of its content.
    expect([await node.stop(), await gateway.stop()]).toEqual([0, 0]);
    chmodSync(tokenFile, 0o640);
    const refused = [run(...start), run(...serve)];
    for (const { exited, output } of refused) {
      expect(await exited).not.toBe(0);
      expect(output()).toContain('its mode 0640 gives access to group or others');
    }
    for (const { output } of [node, gateway, status, ...refused]) expect(output()).not.toContain(token);
  },
);
