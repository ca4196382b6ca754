import type { ExplorerStatus } from '@cairn/api/explorer';
import { renderToString } from 'preact-render-to-string';
import { expect, it } from 'vitest';
import { NodeState } from './node-state.tsx';

const shown = (state: 'ready' | 'building', indexed: number) => {
  const index = { state, indexed_height: indexed, target_height: 160, progress: 75 };
  const status = { network: 'devnet', height: 160, initialized: true, ready: true, index } as ExplorerStatus;
  return renderToString(<NodeState status={status} newest={undefined} />).replaceAll(/<[^>]+>/g, '');
};

it('shows how far behind an index is only while it is being built', () => {
  expect(shown('building', 120)).toContain('Indexed to block 120 · 40 blocks behind');
  expect(shown('ready', 159)).toContain('Indexed to block 159');
  expect(shown('ready', 159)).not.toContain('behind');
});

it('reports a moved clock and a rewound chain of a devnet, and nothing about an unchanged one', () => {
  const status = { network: 'devnet', height: 1, initialized: true, ready: true } as ExplorerStatus;
  const index = { state: 'ready', indexed_height: 1 } as ExplorerStatus['index'];
  const render = (devnet: ExplorerStatus['devnet']) =>
    renderToString(<NodeState status={{ ...status, index, devnet }} newest={undefined} />);
  expect(render({ clock_offset_seconds: 90_000, rewinds: 2 })).toContain('offset by 25 h');
  expect(render({ clock_offset_seconds: 3_600, rewinds: 2 })).toContain('rewound 2 times');
  expect(render({ clock_offset_seconds: 0, rewinds: 1 })).not.toContain('offset by');
  expect(render(undefined)).not.toContain('changed by hand');
});
