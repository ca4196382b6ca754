import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { DevnetClock } from '@cairn/chain/devnet';
import { openDevnetClock } from './devnet-clock-file.ts';
import { temporaryFolder } from './folder-test-support.ts';

describe('the clock of a devnet', () => {
  let path: string;
  let machine = 1_000_000;
  const open = (): DevnetClock => openDevnetClock(path, () => machine);
  beforeEach(() => {
    path = join(temporaryFolder(), 'devnet-clock');
  });

  it('follows the machine’s, can be held and moved forward, and keeps that after a restart', () => {
    expect(open().now()).toBe(1_000_000);
    open().advance(3_600);
    machine += 500;
    expect([open().now(), open().offsetSeconds()]).toEqual([1_000_500 + 3_600_000, 3_600]);
    open().hold(9_000);
    machine += 70_000;
    const clock = open();
    clock.advance(5);
    clock.advanceTo(10); // only to later seconds
    expect([clock.now(), open().seconds()]).toEqual([9_005_000, 9_005]);
    clock.release();
    machine += 1_000;
    expect([clock.now(), open().now()]).toEqual([9_006_000, 9_006_000]);
  });

  it('is not read from another file, which stays unchanged', () => {
    for (const text of ['', '{}', '{"offset_milliseconds":1}\n', 'null']) {
      writeFileSync(path, text);
      expect(open).toThrow(/is not a devnet clock/);
      expect(readFileSync(path, 'utf8')).toBe(text);
    }
  });
});
