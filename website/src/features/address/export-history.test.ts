import type { ExplorerTransaction } from '@cairn/api/explorer';
import { expect, it } from 'vitest';
import fc from 'fast-check';
import { exportHistory, HistoryMoved, provenCsv } from './export-history.ts';

const transaction = (number: number): ExplorerTransaction => ({
  id: number.toString(16).padStart(64, '0'),
  chain: 3,
  nonce: number,
  fee: '1',
  value: '2',
  from_address: 'dQJ2gPGbwWfHRDPXXDhrPgZ8YUSLwCo123',
  to_address: 'dQJ2gPGbwWfHRDPXXDhrPgZ8YUSLwCo123',
  unlock_sig: null,
  block_height: number,
  block_id: 'cd'.repeat(32),
  block_timestamp: 1_767_225_600,
  transaction_index: 1,
  confirmations: 3,
});

/** A history that grows by `change` rows before each answer after the first; a negative change shortens it. */
function start(total: number, change: (asked: number) => number = () => 0) {
  let asked = 0;
  let now = total;
  return {
    asked: () => asked,
    ask: async (limit: number, offset: number) => {
      if (asked > 0) now += change(asked);
      asked += 1;
      const items = Array.from({ length: Math.max(0, Math.min(limit, now - offset)) }, (_, index) =>
        transaction(now - offset - index),
      );
      return { items, pagination: { offset, total: now } };
    },
    onProgress: () => undefined,
    signal: new AbortController().signal,
    limit: 100_000,
  };
}

const numbers = (parts: readonly string[]) =>
  parts
    .join('')
    .trimEnd()
    .split('\r\n')
    .slice(2)
    .map((line) => Number(line.split(',').at(-1)));

it('reads every row once, newest first, although new rows arrive', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 900 }),
      fc.array(fc.nat(120), { maxLength: 40 }),
      async (total, growth) => {
        const history = start(total, (asked) => growth[asked] ?? 0);
        const { parts, ...done } = await exportHistory(history);
        expect(done).toEqual({ rows: total, total });
        expect(numbers(parts)).toEqual(Array.from({ length: total }, (_, index) => total - index));
      },
    ),
  );
});

it('stops at its limit, and returns the total', async () => {
  const history = start(1_000);
  const { parts, ...done } = await exportHistory({ ...history, limit: 250 });
  expect(done).toEqual({ rows: 250, total: 1_000 });
  expect(numbers(parts)).toHaveLength(250);
  expect(history.asked()).toBe(3);
});

it('rejects if it is cancelled, the chain is reorganized, or the API fails', async () => {
  const cancelled = start(1_000);
  const abort = new AbortController();
  const onProgress = () => abort.abort(new Error('cancelled'));
  await expect(exportHistory({ ...cancelled, onProgress, signal: abort.signal })).rejects.toThrow(
    'cancelled',
  );
  const moved = start(1_000, () => -1);
  await expect(exportHistory(moved)).rejects.toBeInstanceOf(HistoryMoved);
  const broken = start(1_000);
  await expect(exportHistory({ ...broken, ask: () => Promise.reject(new Error('down')) })).rejects.toThrow(
    'down',
  );
});

it('writes exact amounts in both units and times in UTC, and leaves the sender of new coins empty', async () => {
  const history = start(1);
  const coinbase = { ...transaction(4), from_address: '0'.repeat(34), value: '18446744073709551615' };
  const ask = async () => ({ items: [coinbase], pagination: { offset: 0, total: 1 } });
  const { parts } = await exportHistory({ ...history, ask });
  const [word, head, row] = parts.join('').trimEnd().split('\r\n');
  expect(word).toBe("\uFEFF# The server's word: not checked in the browser");
  expect(head).toMatch(/^id,time_utc,block_height,/);
  expect(row).toContain(',2026-01-01T00:00:00Z,4,');
  expect(row).toContain(
    ',yes,,,dQJ2gPGbwWfHRDPXXDhrPgZ8YUSLwCo123,184467440737.09551615,18446744073709551615,',
  );
});

it('a file of proven rows says nothing of the server, and has no ID of a coinbase', () => {
  const coinbase = { ...transaction(4), from_address: '0'.repeat(34) };
  const [head, first, second] = provenCsv([transaction(5), coinbase])
    .join('')
    .trimEnd()
    .split('\r\n');
  expect(head).toMatch(/^\uFEFFid,time_utc,/);
  expect(first).toMatch(/^0{63}5,/);
  expect(second).toMatch(/^,2026-01-01/);
});
