import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { CoreStore } from './core-store.ts';

const ADDRESS = `d${'1'.repeat(33)}`;
const BALANCE = 0x1122_3344_5566_7788n;

let path: string;
let lines: string[];
let core: CoreStore;

/** An account in a table that nothing has read yet. */
beforeEach(async () => {
  path = mkdtempSync(join(tmpdir(), 'cairn-core-'));
  lines = [];
  const first = await CoreStore.open(path);
  await first.commit((writer) => writer.setAccount(ADDRESS, { balance: BALANCE, nonce: 7 }));
  await first.close();
  await (await CoreStore.open(path)).close(); // the log becomes a table
  core = await CoreStore.open(path);
});
afterEach(async () => {
  await core.close();
  rmSync(path, { recursive: true });
});

function harmBalance(): void {
  const table = join(
    path,
    readdirSync(path).find((name) => name.endsWith('.ldb'))!,
  );
  const bytes = readFileSync(table);
  const at = bytes.indexOf(Buffer.from('1122334455667788', 'hex'));
  bytes[at]! ^= 0x01;
  writeFileSync(table, bytes);
}

const logger = () => pino({ base: null }, { write: (line: string) => void lines.push(line) });

it('a table that is damaged while the store is open is found, said once, and read no more', async () => {
  core.watch(logger(), { interval: 20, pause: 1 });
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(lines).toEqual([]);
  expect(core.isRebuilding()).toBe(false);
  harmBalance();
  // What LevelDB serves from such a table, without a word: the reason for the watch.
  expect(core.account(ADDRESS)?.balance).toBe(BALANCE ^ (1n << 56n));
  await expect.poll(() => lines.length, { timeout: 10_000 }).toBe(1);
  expect(lines[0]).toContain('a block does not match its checksum. Nothing is read from it any more');
  const damaged = expect.objectContaining({ code: 'level_damaged' }) as Error;
  expect(() => core.account(ADDRESS)).toThrow(damaged);
  await expect(core.history(ADDRESS, { limit: 1 })).rejects.toThrow(damaged);
  await expect(core.commit(() => undefined)).rejects.toThrow(damaged);
  await core.close();
  await expect(CoreStore.open(path)).rejects.toMatchObject({ code: 'level_damaged' });
});

it('tables that come and go while it is watched are no damage', async () => {
  core.watch(logger(), { interval: 1, pause: 0 });
  const value = { balance: 1n, nonce: 1 };
  for (let round = 0; round < 60; round += 1) {
    await core.commit((writer) => {
      for (let index = 0; index < 4_000; index += 1) {
        const name = `${round * 4_000 + index}`.padEnd(33, 'x');
        writer.setAccount(`d${name}`, value);
        writer.putUndo(
          index,
          Array.from({ length: 4 }, () => ({ address: ADDRESS, state: value })),
        );
      }
    });
  }
  expect(readdirSync(path).filter((name) => name.endsWith('.ldb')).length).toBeGreaterThan(2);
  expect(lines).toEqual([]);
});

it('no value is empty: classic-level would never free its copy', async () => {
  await core.commit((writer) => {
    writer.putHistory(ADDRESS, 1, Uint32Array.of(0));
    writer.setRebuilding(true);
  });
  for await (const [, value] of core.entries()) expect(value.length).toBeGreaterThan(0);
});
