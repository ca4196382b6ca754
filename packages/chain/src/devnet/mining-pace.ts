/** The mining modes of devnet control, and the paces of the mining loop. */
import type { MiningMode } from '@cairn/api/contract';
import type { MiningPace } from '../miner/miner.ts';

export function modeOf(pace: MiningPace | undefined): MiningMode {
  if (pace === undefined) return 'manual';
  return pace.kind === 'interval' ? 'interval' : 'on_demand';
}

/** The pace of a mining mode. @param seconds between two blocks, for `interval` */
export function paceOf(mode: MiningMode, seconds: number): MiningPace | undefined {
  if (mode === 'manual') return undefined;
  return mode === 'interval' ? { kind: 'interval', milliseconds: seconds * 1_000 } : { kind: 'on-demand' };
}
