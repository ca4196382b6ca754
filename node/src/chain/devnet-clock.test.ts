import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DevnetClock } from './devnet-clock.ts';

describe('the clock of a devnet', () => {
  let folder: string;
  let path: string;
  let machine = 1_000_000;
  const open = (): DevnetClock => DevnetClock.open(path, () => machine);
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'cairn-clock-'));
    path = join(folder, 'devnet-clock');
    machine = 1_000_000;
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('follows the machine’s until it is moved, and keeps its offset after a restart', () => {
    expect(open().now()).toBe(1_000_000);
    open().advance(3_600);
    machine += 500;
    expect(open().now()).toBe(1_000_500 + 3_600_000);
    expect(open().offsetSeconds()).toBe(3_600);
  });

  it('stays at the second at which it is held, also after a restart, and continues from there', () => {
    open().hold(9_000);
    machine += 70_000;
    const clock = open();
    expect(clock.now()).toBe(9_000_000);
    clock.advance(5);
    expect(clock.now()).toBe(9_005_000);
    clock.release();
    machine += 1_000;
    expect([clock.now(), open().now()]).toEqual([9_006_000, 9_006_000]);
  });

  it('advances only to later seconds', () => {
    const clock = open();
    clock.advanceTo(5_000);
    clock.advanceTo(10);
    expect(clock.seconds()).toBe(5_000);
  });

  it.each(['', '{}', '{"offset_milliseconds":1}\n', 'null'])(
    'is not read from %j, and leaves the file unchanged',
    (text) => {
      writeFileSync(path, text);
      expect(open).toThrow(/is not a devnet clock/);
      expect(readFileSync(path, 'utf8')).toBe(text);
    },
  );
});
