import type { Registry } from 'prom-client';
import { addGauge, addLabelledGauge } from './gauge.ts';

const STATES = ['disabled', 'building', 'ready', 'error'] as const;

/** What is read of the projection behind the indexed routes. */
export interface IndexReading {
  readonly state: (typeof STATES)[number];
  /** Height of the newest projected block; -1 before the first. */
  readonly indexedHeight: number;
}

/** State of the projection, and by how many blocks it is behind the chain. */
export function watchIndex(
  registry: Registry,
  status: () => IndexReading,
  tipHeight: () => number | undefined,
): void {
  const state = { name: 'cairn_index_state', help: '1 for the state that the projection is in.' };
  addLabelledGauge(registry, { ...state, label: 'state' }, () => {
    const current = status().state;
    const entries = STATES.map((state) => [state, Number(state === current)]);
    return Object.fromEntries(entries) as Record<(typeof STATES)[number], number>;
  });
  addGauge(
    registry,
    'cairn_index_height',
    'Height of the newest projected block; -1 before the first.',
    () => status().indexedHeight,
  );
  addGauge(
    registry,
    'cairn_index_lag_blocks',
    'Blocks of the chain that the projection does not hold yet; 0 where none is kept.',
    () => {
      const { state, indexedHeight } = status();
      return state === 'disabled' ? 0 : Math.max(0, (tipHeight() ?? -1) - indexedHeight);
    },
  );
}
