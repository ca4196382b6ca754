import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { COMMIT_STEPS } from '../../src/chain/chain-types.ts';
import { DIVISIBLE, type DiskOperation } from './disk-operations.ts';
import type { Period, Place } from './injection.ts';
import type { Workload } from './operations.ts';
import type { Random } from '../random.ts';
import type { RawState } from './raw-state.ts';

/** A kind of kill: what the process does, and where it gets SIGKILL. */
export interface KillKind {
  readonly name: string;
  readonly workload: Workload;
  /** Whether the projection follows; it does not by default. */
  readonly projected?: boolean;
  /** Period in which a kill has to happen to count. */
  readonly period: 'opening' | 'working';
  /** Places of the kill. The short form uses only the first one, and all commit steps. */
  readonly places: readonly Place[];
  /** How often the process passes a place before it kills itself there; 0 by default. */
  readonly skip?: (place: Place, random: Random) => number;
  /** Number of operations without a fault before the first kill. */
  readonly grow?: number;
  /** Kills on one directory before a new one begins; 25 by default. */
  readonly killsPerVictim?: number;
  /** Place of a kill before this one, which leaves something to recover. */
  readonly before?: (place: Place) => Place;
  /** Damages the directory before each kill. */
  readonly damage?: (path: string, left: RawState | undefined) => void;
}

const ANY_MOMENT: Place = { at: 'any-moment' };

/** A random number of passes, up to a maximum. */
function upTo(most: number): NonNullable<KillKind['skip']> {
  return (_, random) => random.integer(0, most + 1);
}

/** A rebuild writes the index three times: the mark that it has begun, its blocks, and that it has ended. */
function whileRebuilding(least: number, most: number): NonNullable<KillKind['skip']> {
  return (place, random) =>
    place.at === 'disk-operation' && place.name === 'write index' ? random.integer(least, most + 1) : 0;
}

/** Places before each of these operations, and half-way through the divisible ones. */
function disk(during: Period, ...names: readonly DiskOperation[]): Place[] {
  return names.flatMap((name) => {
    const place = { at: 'disk-operation', name, during } as const;
    return [false, ...(DIVISIBLE.includes(name) ? [true] : [])].map((half) => ({ ...place, half }));
  });
}

/** A place that leaves something to drop: a part of a block's record, or a new block file without a block. */
function leaveTail(place: Place): Place {
  if (place.at === 'disk-operation' && place.name === 'remove block file') {
    return { at: 'disk-operation', name: 'sync block folder', during: 'append', half: false };
  }
  return { at: 'disk-operation', name: 'write block file', during: 'append', half: true };
}

/** Removes a complete index; keeps one that is being rebuilt, so that the rebuild resumes. */
function removeIndex(path: string, left: RawState | undefined): void {
  if (left === undefined || left.index === 'whole') rmSync(join(path, 'core'), { recursive: true });
}

/** Makes LevelDB's file CURRENT unreadable, which damages the store. */
function damageIndex(path: string): void {
  if (existsSync(join(path, 'core'))) writeFileSync(join(path, 'core', 'CURRENT'), 'nonsense');
}

export const KILL_KINDS: readonly KillKind[] = [
  {
    name: 'appending blocks, any moment',
    workload: 'append',
    period: 'working',
    places: [ANY_MOMENT],
  },
  {
    name: 'appending blocks, each commit step',
    workload: 'append',
    period: 'working',
    places: COMMIT_STEPS.map((step) => ({ at: 'commit-step', step })),
    skip: upTo(6),
  },
  {
    name: 'appending blocks, each disk operation',
    workload: 'append',
    period: 'working',
    places: [
      ...disk('append', 'write index', 'begin block file', 'sync block folder', 'write block file'),
      ...disk('append', 'sync block file'),
    ],
    skip: upTo(3),
  },
  {
    name: 'beginning a chain',
    workload: 'append',
    period: 'opening',
    places: disk('opening', 'write index', 'begin block file', 'write block file'),
    killsPerVictim: 1,
  },
  {
    name: 'stepping back',
    workload: 'step-back',
    period: 'working',
    places: [
      ...disk('step-back', 'cut block file', 'write index', 'sync block file'),
      ...disk('step-back', 'remove block file'),
      ANY_MOMENT,
    ],
    skip: upTo(3),
  },
  {
    name: 'taking and mining transactions',
    workload: 'pending',
    period: 'working',
    places: [
      ANY_MOMENT,
      ...disk('submit', 'write pending store'),
      ...disk('append', 'write index', 'write pending store'),
    ],
    skip: upTo(6),
  },
  {
    name: 'projecting blocks',
    workload: 'append',
    projected: true,
    period: 'working',
    places: [{ at: 'commit-step', step: 'indexed' }, ANY_MOMENT],
    skip: upTo(6),
  },
  {
    name: 'projecting blocks that are stepped back',
    workload: 'step-back',
    projected: true,
    period: 'working',
    places: [ANY_MOMENT, ...disk('step-back', 'write index', 'cut block file')],
    skip: upTo(3),
  },
  {
    name: 'recovering from a kill',
    workload: 'append',
    period: 'opening',
    places: [
      ...disk('opening', 'cut block file', 'open index', 'sync block file', 'remove block file'),
      ANY_MOMENT,
    ],
    grow: 5,
    before: leaveTail,
  },
  {
    name: 'opening the pending store',
    workload: 'pending',
    period: 'opening',
    places: disk('opening', 'open pending store', 'write pending store'),
    grow: 5,
    before: () => ({ at: 'commit-step', step: 'indexed' }),
  },
  {
    name: 'rebuilding a deleted index',
    workload: 'append',
    period: 'opening',
    places: [...disk('opening', 'write index', 'open index'), ANY_MOMENT],
    skip: whileRebuilding(2, 2),
    grow: 80,
    damage: removeIndex,
  },
  {
    name: 'replacing a damaged index',
    workload: 'append',
    period: 'opening',
    places: [...disk('opening', 'remove index', 'write index'), ANY_MOMENT],
    skip: whileRebuilding(0, 2),
    grow: 20,
    damage: damageIndex,
  },
];
