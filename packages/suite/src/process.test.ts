import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { findFreePort, isPortTaken } from './ports.ts';
import { describeEnd, type Program, ProgramGroup, waitUntilListening, waitUntilWritten } from './process.ts';

/** Prints that it runs, and ignores SIGTERM. */
const STUBBORN = `process.on('SIGTERM', () => {}); setInterval(() => {}, 1_000); console.log('up');`;

const start = (group: ProgramGroup, name: string, code: string): Program =>
  group.start({ name, argv: ['--eval', code] });

it('kills programs that ignore SIGTERM, and then starts no others', async () => {
  const group = new ProgramGroup();
  const program = start(group, 'stubborn', STUBBORN);
  await program.line(/^up$/);
  program.kill('SIGTERM');
  group.kill();
  expect(await program.exited).toBe(128);
  expect(() => start(group, 'late', '')).toThrow('the suite is stopping');
});

it('tells of the first program that ends by itself, with its last line without a second prefix, and not of those that it stops', async () => {
  const group = new ProgramGroup();
  await start(group, 'stopped', 'setInterval(() => {}, 1_000)').stop();
  const full = start(
    group,
    'full',
    `console.log('up'); console.error('cairn: no space'); process.exitCode = 1;`,
  );
  const ended = await group.ended;
  expect([ended, describeEnd(ended)]).toEqual([full, 'full ended: no space']);
  await expect(full.line(/ready/)).rejects.toThrow('full ended before it was ready: no space');
});

it('says why the system did not start a program', async () => {
  const group = new ProgramGroup();
  const program = start(group, 'large', 'x'.repeat(2_000_000));
  expect(await group.ended).toBe(program);
  expect(describeEnd(program)).toMatch(/^large ended: spawn .*E2BIG$/);
});

it('waits for a program as long as it says how far it is, and for a silent one a minute', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'suite-'));
  const file = join(folder, 'file');
  const group = new ProgramGroup();
  onTestFinished(() => {
    vi.useRealTimers();
    group.kill();
    rmSync(folder, { recursive: true });
  });
  const counting = start(group, 'counting', `let at = 0; setInterval(() => console.log(++at), 100);`);
  const silent = start(group, 'silent', `console.log('hm'); setInterval(() => {}, 1_000);`);
  await silent.line(/hm/);
  vi.useFakeTimers({ toFake: ['Date'] });
  const written = waitUntilWritten(counting, file);
  const refused = waitUntilWritten(silent, file).catch((error: Error) => error.message);
  for (let minute = 0; minute < 3; minute += 1) {
    const before = Number(counting.lastLine());
    await expect.poll(() => Number(counting.lastLine())).toBeGreaterThan(before + 1);
    vi.setSystemTime(Date.now() + 45_000);
  }
  expect(await refused).toBe(`silent did not write ${file}: hm`);
  writeFileSync(file, '');
  await written;
});

it('programs end when the process that started them is killed', async () => {
  const program = `setInterval(() => {}, 1_000); console.log(process.pid);`;
  const starter = `
    import { ProgramGroup } from ${JSON.stringify(import.meta.resolve('./process.ts'))};
    const argv = ['--eval', ${JSON.stringify(program)}];
    new ProgramGroup().start({ name: 'orphan', argv, onLine: (pid) => console.log(pid) });
  `;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', starter]);
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const isRunning = (): boolean => existsSync(`/proc/${line.toString().trim()}/exe`);
  expect(isRunning()).toBe(true);
  child.kill('SIGKILL');
  await expect.poll(isRunning).toBe(false);
});

it('a socket is found in a folder whose whole path is longer than a system takes', async () => {
  const root = mkdtempSync(join(tmpdir(), 'suite-'));
  const deep = join(root, 'x'.repeat(150));
  mkdirSync(deep);
  const before = process.cwd();
  process.chdir(deep);
  const listening = `require('node:net').createServer().listen('control.sock')`;
  try {
    const program = start(new ProgramGroup(), 'node', listening);
    await waitUntilListening(program, join(deep, 'control.sock'));
    expect(await program.stop()).toBe(0);
  } finally {
    process.chdir(before);
    rmSync(root, { recursive: true });
  }
});

it('a taken port is told from a free one', async () => {
  const port = await findFreePort();
  expect(await isPortTaken(port)).toBe(false);
  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  expect(await isPortTaken(port)).toBe(true);
  server.close();
});

it.skipIf(process.platform !== 'linux')(
  'no port is chosen twice, although nothing listens on it',
  async () => {
    const ports = new Set<number>();
    for (let count = 0; count < 400; count += 1) ports.add(await findFreePort());
    expect(ports.size).toBe(400);
  },
);
