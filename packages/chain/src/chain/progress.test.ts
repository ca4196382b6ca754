import { expect, it } from 'vitest';
import { reportProgress } from './progress.ts';

it('says every five seconds how far something is, and at its end what was done', () => {
  const lines: unknown[] = [];
  const ignore = () => undefined;
  let time = 0;
  const { onProgress, end } = reportProgress(
    { debug: ignore, info: (line) => lines.push(line), warn: ignore, error: ignore },
    { now: () => time },
    { doing: 'importing file', done: 'imported file' },
  );
  for (let blocks = 1; blocks <= 12; blocks += 1) {
    time += 1_000;
    const bytes = blocks * (blocks <= 5 ? 100 : 2_000);
    onProgress({ blocks, transactions: blocks * 10, bytes, totalBytes: 24_000 });
  }
  end();
  expect(lines).toEqual([
    'importing file: 2.1 %: 5 blocks, 50 transactions, 10/s, 4 min left',
    'importing file: 83.3 %: 10 blocks, 100 transactions, 10/s, 2 s left',
    'imported file: 12 blocks, 120 transactions, 10/s',
  ]);
});
