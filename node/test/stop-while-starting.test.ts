import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { runCommand, startCairn, temporaryFolder, type Running } from './cairn-process.ts';

const FLAGS = ['--explorer-port', '0', '--rpc-port', '0', '--p2p-port', '0', '--no-mdns'];
const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;
/** Bit of SIGHUP (signal 1) in the mask of caught signals. */
const SIGHUP_BIT = 1n;

/**
 * Resolves once the program handles signals, about 40 ms after its start. SIGHUP shows that: Node itself catches the
 * other two to restore the terminal.
 */
async function untilSignalsAreHandled({ child }: Running): Promise<void> {
  for (;;) {
    const caught = /SigCgt:\s+(\w+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? '0';
    if ((BigInt(`0x${caught}`) & SIGHUP_BIT) !== 0n) return;
    await sleep(1);
  }
}

describe.skipIf(process.platform !== 'linux')('a signal while the program starts', () => {
  const path = () => join(temporaryFolder(), 'node');
  // The delays are milliseconds from the moment when the program handles signals to the signal.
  const database = 'postgres://127.0.0.1:1/none'; // no server
  it.each<[string, readonly number[], (path: string) => string[]]>([
    ['start', [0, 150, 600], (path) => ['start', '--data-dir', path, '--index', ...FLAGS]],
    ['explorer', [100], () => ['explorer', '--database', database, '--explorer-port', '0']],
  ])('ends cairn %s with exit code 0, at any moment of the start', async (name, delays, argvOf) => {
    const directory = path();
    const ends: unknown[] = [];
    const expected: unknown[] = [];
    for (const [index, delay] of delays.entries()) {
      const signal = SIGNALS[index % SIGNALS.length]!;
      const running = startCairn(argvOf(directory));
      await untilSignalsAreHandled(running);
      await sleep(delay);
      const { code, err } = await running.stop(signal);
      ends.push({ delay, signal, code, err });
      expected.push({ delay, signal, code: 0, err: [] });
    }
    expect(ends).toEqual(expected);
    if (name !== 'start') return;
    const node = startCairn(argvOf(directory));
    await node.line(/RPC token in/);
    expect(await node.stop()).toMatchObject({ code: 0, err: [] });
  });

  it('ends a command that has not finished', async () => {
    const running = startCairn(['mine', '--blocks', '1000000', '--data-dir', path()]);
    expect((await running.stop()).code).not.toBe(0);
  });
});

it('a stop during an index rebuild ends the start, and the next start resumes the rebuild', async () => {
  const path = join(temporaryFolder(), 'node');
  await runCommand(['mine', '--blocks', '100', '--data-dir', path]);
  rmSync(join(path, 'core'), { recursive: true });
  const first = startCairn(['start', '--data-dir', path, ...FLAGS]);
  await first.line(/building .*core/);
  expect(await first.stop()).toMatchObject({ code: 0, err: [] });
  const next = startCairn(['start', '--data-dir', path, ...FLAGS]);
  await next.line(/height 100, tip/);
  expect((await next.stop()).code).toBe(0);
});
