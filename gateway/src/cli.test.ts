import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { nodeWithoutPort80 } from '@cairn/http/test-support';
import { Harness } from '../test/harness.ts';

const COMMAND = join(import.meta.dirname, '../bin/cairn-gateway.mjs');
const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

let harness: Harness;
const children: ChildProcess[] = [];
beforeEach(async () => {
  harness = await Harness.start();
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await harness.stop();
});

interface Run {
  readonly child: ChildProcess;
  readonly output: () => string;
  /** Resolves with the exit code and the output of both streams. */
  readonly ended: Promise<{ code: number | null; stdout: string; stderr: string }>;
}

function run(argv: readonly string[], [program, ...before]: [string, ...string[]] = [process.execPath]): Run {
  const child = spawn(program, [...before, COMMAND, ...argv], { stdio: ['ignore', 'pipe', 'pipe'] });
  children.push(child);
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk) => (stdout += chunk));
  child.stderr.on('data', (chunk) => (stderr += chunk));
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, stdout, stderr }));
  return { child, output: () => stdout, ended };
}

function flags(port: number): string[] {
  const node = ['--node-rpc', `http://127.0.0.1:${harness.node.port}`, '--token-file', harness.tokenFile];
  return [...node, '--wallet-dir', join(harness.directory, 'wallet'), '--port', `${port}`];
}

/** True if a process has a handler for a signal, by the bit mask `SigCgt` of its status. Linux only. */
function listensTo({ pid }: ChildProcess, signal: NodeJS.Signals): boolean {
  const mask = /^SigCgt:\s*([\da-f]+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1] ?? '0';
  return (BigInt(`0x${mask}`) >> BigInt(constants.signals[signal] - 1)) % 2n === 1n;
}

describe('cairn-gateway', () => {
  // The delays begin when the command handles signals. All signals share one handler, so each delay is tried with one
  // signal.
  it('ends cleanly on a signal at any moment of its start', async () => {
    for (const [index, delay] of [0, 60, 300].entries()) {
      const signal = SIGNALS[index % SIGNALS.length]!;
      const { child, ended } = run(flags(0));
      await expect.poll(() => listensTo(child, 'SIGHUP'), { interval: 1 }).toBe(true);
      await new Promise((resolve) => setTimeout(resolve, delay));
      child.kill(signal);
      const { code, stderr } = await ended;
      expect([delay, signal, code, stderr]).toEqual([delay, signal, 0, '']);
    }
    const left = readdirSync(harness.directory).filter((name) => name.startsWith('wallet-'));
    expect(left, 'launch files').toEqual([]);
  });

  it('writes the launch address to a file beside the token, and does not print it', async () => {
    const { child, output, ended } = run([...flags(0), '--log-level', 'debug']);
    await expect.poll(output).toMatch(/wallet at http:\/\/127\.0\.0\.1:\d+\//);
    const { origin, port } = new URL(/http:\/\/127\.0\.0\.1:\d+/.exec(output())![0]);
    const path = join(harness.directory, `wallet-${port}.html`);
    expect(output()).toContain(`file://${path}`);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const secrets: string[] = [];
    for (let count = 0; count < 2; count += 1) {
      const [, secret] = /#launch=([\w-]{43})"/.exec(readFileSync(path, 'utf8'))!;
      secrets.push(secret!);
      const headers = { Origin: origin, 'Sec-Fetch-Site': 'same-origin', 'Content-Type': 'application/json' };
      const body = JSON.stringify({ secret });
      const entered = await fetch(`${origin}/gateway/session`, { method: 'POST', headers, body });
      expect(entered.headers.get('set-cookie')).toContain('HttpOnly');
    }
    expect(new Set(secrets).size).toBe(2);
    child.kill('SIGTERM');
    const { stdout, stderr } = await ended;
    expect(stdout).toContain('stopping on SIGTERM');
    for (const secret of [harness.tokens[0]!, ...secrets]) expect(stdout + stderr).not.toContain(secret);
    expect(existsSync(path)).toBe(false);
  });

  it('logs JSON on request, and with --no-launch-secret announces no file', async () => {
    const { output } = run([...flags(0), '--no-launch-secret', '--log-format', 'json']);
    await expect.poll(output).toMatch(/wallet at http:\/\/127\.0\.0\.1:\d+\/.*\n/);
    for (const line of output().trim().split('\n')) expect(JSON.parse(line)).toHaveProperty('msg');
    expect(output()).not.toContain('file://');
  });

  it.each<[flags: () => string[], line: RegExp]>([
    [() => ['--port', 'many'], /--port/],
    // A folder, which stays.
    [() => [...flags(0), '--launch-file', harness.directory], /cannot be written to [^\n]+ --launch-file/],
    [() => [...flags(0), '--development-accounts', harness.tokenFile], /no development accounts in/],
    [() => [...flags(0), '--token-file', harness.directory], /token file .*: it is not a regular file/],
    [() => [...flags(0), '--token-file', join(harness.tokenFile, 'x')], /token file .*\(ENOTDIR\)/],
  ])('refuses invalid flags with one line and exit code 2', async (given, line) => {
    const { code, stdout, stderr } = await run(given()).ended;
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^cairn-gateway: [^\n]+\n$/);
    expect(stderr).toMatch(line);
    expect(existsSync(harness.tokenFile)).toBe(true);
    expect(existsSync(`${harness.directory}.new`)).toBe(false);
  });

  it('fails on a port that is taken with one line and exit code 1', async () => {
    const { code, stdout, stderr } = await run(flags(harness.port)).ended;
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^cairn-gateway: [^\n]+ is taken[^\n]+\n$/);
  });

  it('fails on a port that this user may not use with one line and exit code 2', async ({ skip }) => {
    const node = nodeWithoutPort80() ?? skip('needs user namespaces, and a port that not every user may use');
    const { code, stdout, stderr } = await run(flags(80), node).ended;
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^cairn-gateway: Port 80 of 127\.0\.0\.1 cannot be used \(EACCES\)[^\n]+\n$/);
  });
});
