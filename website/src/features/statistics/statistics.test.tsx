import type { ExplorerStats, ExplorerStatus } from '@cairn/api/explorer';
import { renderToString } from 'preact-render-to-string';
import { describe, expect, it } from 'vitest';
import { WholeChain } from './statistics.tsx';

const stats = {
  indexed_height: 120,
  blocks: 121,
  transactions: 130,
  addresses: 10,
  total_transferred: '0',
  total_rewards: '0',
  total_fees: '0',
} as ExplorerStats;

describe('the whole chain', () => {
  const shown = (state: 'ready' | 'building', height: number, indexed: number) => {
    const status = { height, index: { state, indexed_height: indexed } } as ExplorerStatus;
    return renderToString(<WholeChain stats={stats} status={status} />).replaceAll(/<[^>]+>/g, '');
  };

  it.each([
    ['the status of a new block has arrived, but not its statistics', 121, 121],
    ['a ready index is one block behind the tip', 121, 120],
  ])('does not say that the index is behind if %s', (_, height, indexed) => {
    expect(shown('ready', height, indexed)).toContain('As of block 120');
    expect(shown('ready', height, indexed)).not.toContain('behind');
  });

  it('shows how far behind the tip an index is while it is being built', () => {
    expect(shown('building', 160, 120)).toContain('As of block 120 · The index is 40 blocks behind the tip.');
    expect(shown('building', 160, 160)).not.toContain('behind');
  });
});
