import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { describeEnd, type Program, ProgramGroup, waitUntilWritten } from './process.ts';

/** Prints that it runs, and ignores SIGTERM. */
const STUBBORN = `process.on('SIGTERM', () => {}); setInterval(() => {}, 1_000); console.log('up');`;

it('kills programs that ignore SIGTERM, and then starts no others', async () => {
  const group = new ProgramGroup();
  const up = Promise.withResolvers<string>();
  const options = { name: 'stubborn', argv: ['--eval', STUBBORN], onLine: up.resolve };
  const program = group.start(options);
  expect(await up.promise).toBe('up');
  program.child.kill('SIGTERM');
  group.kill();
  expect(await program.exited).toBe(128);
  expect(() => group.start(options)).toThrow('the suite is stopping');
});

it('tells of the first program that ends by itself, with its last line, and not of those that it stops', async () => {
  const group = new ProgramGroup();
  const start = (name: string, code: string): Program =>
    group.start({ name, argv: ['--eval', code], onLine: () => undefined });
  await start('stopped', STUBBORN.replace("process.on('SIGTERM', () => {});", '')).stop();
  const full = start('full', `console.log('up'); console.error('cairn: no space'); process.exitCode = 1;`);
  const ended = await group.ended;
  expect([ended, describeEnd(ended)]).toEqual([full, 'full ended: cairn: no space']);
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

describe('waitUntilWritten', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'cairn-process-'))));
  afterEach(() => rmSync(folder, { recursive: true }));
  const writing = (code: string): { path: string; program: Program } => {
    const path = join(folder, 'ready');
    const argv = ['--eval', `const write = () => require('fs').writeFileSync('${path}', 'x'); ${code}`];
    return { path, program: new ProgramGroup().start({ name: 'writer', argv, onLine: () => undefined }) };
  };

  it('returns once the program has written the file', async () => {
    const { path, program } = writing('setTimeout(write, 200); setInterval(() => {}, 1_000)');
    await waitUntilWritten(program, path);
    expect(existsSync(path)).toBe(true);
    await program.stop();
  });

  it('fails with the last line of a program that ends before it writes the file', async () => {
    const { path, program } = writing("console.log('no space')");
    await expect(waitUntilWritten(program, path)).rejects.toThrow(
      'writer ended before it was ready: no space',
    );
  });
});
