import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { Lock } from './lock.ts';

it('of two that find the holder dead one takes the lock, also after others had it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-lock-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const { pid: dead } = spawnSync(process.execPath, ['-e', '']);
  writeFileSync(join(folder, 'pages.lock.7'), `${dead}`);
  const lock = new Lock(folder, 'pages');
  const [found, foundToo] = [lock.nextHolding()!, lock.nextHolding()!];
  expect([found, foundToo]).toEqual([8, 8]);
  expect([lock.take(found), lock.take(foundToo), lock.nextHolding()]).toEqual([true, false, undefined]);
  lock.release(found);
  const next = lock.nextHolding()!;
  expect([next, lock.take(next), lock.take(foundToo)]).toEqual([9, true, false]);
  expect(lock.nextHolding()).toBeUndefined();
});
