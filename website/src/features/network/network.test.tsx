import type { ExplorerStatus } from '@cairn/api/explorer';
import { renderToString } from 'preact-render-to-string';
import { expect, it } from 'vitest';
import { NodeState, Rules } from './network.tsx';

const shown = (state: 'ready' | 'building', indexed: number) => {
  const index = { state, indexed_height: indexed, target_height: 160, progress: 75 };
  const status = { network: 'devnet', height: 160, initialized: true, ready: true, index } as ExplorerStatus;
  return renderToString(<NodeState status={status} newest={undefined} />).replaceAll(/<[^>]+>/g, '');
};

it('calls no rule constant before the network is known', () => {
  const rules = (status: ExplorerStatus | undefined) =>
    renderToString(<Rules status={status} newest={undefined} />);
  expect(rules({ network: 'devnet' } as ExplorerStatus)).toContain('Constant');
  expect(rules(undefined)).not.toContain('Constant');
});

it('shows how far behind an index is only while it is being built', () => {
  expect(shown('building', 120)).toContain('Indexed to block 120 · 40 blocks behind');
  expect(shown('ready', 159)).toContain('Indexed to block 159');
  expect(shown('ready', 159)).not.toContain('behind');
});
