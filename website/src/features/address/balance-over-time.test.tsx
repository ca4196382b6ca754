import type { ExplorerTransaction } from '@cairn/api/explorer';
import type { Address } from '@cairn/protocol';
import { renderToString } from 'preact-render-to-string';
import { expect, it } from 'vitest';
import { readFilter } from '../lists/index.ts';
import { BalanceOverTime } from './balance-over-time.tsx';

const [ME, FEBRUARY] = ['me' as Address, 1_769_904_000];
const paid = { from_address: 'anna', to_address: ME, value: '7', fee: '1', block_timestamp: FEBRUARY };
/** One of two transactions is at hand. */
const ROWS = { items: [paid as ExplorerTransaction], balance: 9n, total: 2, isProven: false };

const shown = (query: string, rows?: typeof ROWS) => {
  const selection = readFilter('direction', new URLSearchParams(query));
  const props = { address: ME, rows, now: FEBRUARY, selection, proof: 'checking' } as const;
  return renderToString(<BalanceOverTime {...props} />);
};

it('what it says of a chosen time without a line is marked as long as it is not proven', () => {
  const words = 'The transactions at hand draw no line';
  expect(shown('to=2025-02-01', ROWS)).toMatch(
    new RegExp(`^<div class="region.*data-proof="none".*${words}`),
  );
  expect(shown('to=2025-02-01')).toMatch(/^<div class="needs-script">/);
  expect(shown('to=2025-02-01')).not.toContain(words);
  expect(shown('', ROWS)).toBe('');
});
