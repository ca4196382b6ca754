import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { COMMIT_STEPS, type ChangeLimits } from '@cairn/chain';
import type { Random } from '../random.ts';
import type { DiskOperation } from './disk-operations.ts';
import type { Period, Place } from './injection.ts';
import type { Workload } from './script.ts';
import type { Outcome } from './victim.ts';

/** A kind of end: what the process does, and where it ends. */
export interface KillKind {
  readonly name: string;
  readonly workload: Workload;
  /** Whether the projection follows; it does not by default. */
  readonly projected?: boolean;
  /** What one write holds. */
  readonly changeLimits?: ChangeLimits;
  /** True if the processes end while their stores open; by default, while they work. */
  readonly opens?: boolean;
  /** `undefined` for any moment. The short form takes one of them. */
  readonly places: readonly (Place | undefined)[];
  /** How often the process may pass a place before it ends there; 1 by default. */
  readonly passes?: number;
  /** Number of operations without a fault before the first kill. */
  readonly grow?: number;
  /** True to begin a new directory for each kill. */
  readonly isAlone?: boolean;
  /** Place of a kill before this one, which leaves something to recover. */
  readonly before?: Place;
  /** Damages the directory before each process. @param last what the process before it left */
  readonly damage?: (path: string, random: Random, last: Outcome | undefined) => void;
}

/** So that almost every switch takes several writes. */
const SEVERAL_WRITES: ChangeLimits = { blocks: 2, bytes: 4 * 1024 * 1024 };

function kills(during: Period, ...points: readonly Place['point'][]): Place[] {
  return points.flatMap((point) => {
    const place = { point, during, when: 'before', ending: 'killed' } as const;
    const isDivisible = point === 'write block file' || point === 'remove index';
    return isDivisible ? [place, { ...place, when: 'half-way through' } as const] : [place];
  });
}

/** Writes that fail: without their bytes, with half of them, and with all of them on disk. */
function failures(during: Period, ...points: readonly DiskOperation[]): Place[] {
  return points.flatMap((point) =>
    (['before', 'half-way through', 'after'] as const)
      .filter((when) => when !== 'half-way through' || point === 'write block file')
      .map((when) => ({ point, during, when, ending: 'failed' }) as const),
  );
}

/** Of every write of the chain. */
function placesOf(during: Period): Place[] {
  return [
    ...kills(during, ...COMMIT_STEPS, 'write block file', 'sync block file', 'write index'),
    ...failures(during, 'write block file', 'sync block file', 'write index'),
  ];
}

/** The bytes of side blocks are lost before every second process. */
function loseSideBlocks(path: string, random: Random): void {
  if (random.chance(0.5)) rmSync(join(path, 'side'), { recursive: true, force: true });
}

/** Removes an index, but not while it is being rebuilt, so that the rebuild goes on. */
function removeIndex(path: string, _: Random, last: Outcome | undefined): void {
  if (last?.recovery.resumed !== true) rmSync(join(path, 'core'), { recursive: true, force: true });
}

/** Makes LevelDB's file CURRENT unreadable, which damages the store. */
function damageIndex(path: string): void {
  if (existsSync(join(path, 'core'))) writeFileSync(join(path, 'core', 'CURRENT'), 'nonsense');
}

const SWITCH_PLACES: readonly Place[] = [
  ...(['offer', 'replace', 'forget'] as const).flatMap(placesOf),
  ...kills('offer', 'write side blocks', 'begin block file'),
  ...failures('offer', 'write side blocks'),
];

export const KILL_KINDS: readonly KillKind[] = [
  { name: 'appending blocks', workload: 'append', places: [undefined] },
  {
    name: 'appending blocks, at each step',
    workload: 'append',
    places: [
      ...kills('offer', ...COMMIT_STEPS, 'begin block file', 'sync block folder', 'write block file'),
      ...kills('offer', 'sync block file', 'write index'),
      ...failures('offer', 'begin block file', 'sync block folder', 'write block file'),
      ...failures('offer', 'sync block file', 'write index'),
    ],
    passes: 4,
  },
  {
    name: 'beginning a chain',
    workload: 'append',
    opens: true,
    places: [
      ...kills('opening', 'write index', 'begin block file', 'write block file'),
      ...failures('opening', 'write index', 'write block file'),
    ],
    isAlone: true,
  },
  {
    name: 'forgetting blocks',
    workload: 'forget',
    places: [...placesOf('forget'), undefined],
    grow: 12,
  },
  {
    name: 'forgetting blocks in several writes',
    workload: 'forget',
    changeLimits: SEVERAL_WRITES,
    places: [...placesOf('forget'), undefined],
    passes: 4,
    grow: 12,
  },
  {
    name: 'switching in one write',
    workload: 'switch',
    places: [...SWITCH_PLACES, undefined],
    passes: 3,
    grow: 12,
    damage: loseSideBlocks,
  },
  {
    name: 'switching in several writes',
    workload: 'switch',
    changeLimits: SEVERAL_WRITES,
    places: [...SWITCH_PLACES, undefined],
    passes: 6,
    grow: 12,
    damage: loseSideBlocks,
  },
  {
    name: 'taking and mining transactions',
    workload: 'pending',
    places: [
      undefined,
      ...kills('submit', 'write pending store'),
      ...kills('offer', 'write index', 'write pending store'),
    ],
  },
  {
    name: 'projecting blocks and switches',
    workload: 'switch',
    projected: true,
    places: [...kills('offer', 'indexed', 'write index'), ...kills('forget', 'indexed'), undefined],
    passes: 3,
    grow: 12,
  },
  {
    name: 'recovering from a torn write',
    workload: 'append',
    opens: true,
    places: [
      ...kills('opening', 'cut block file', 'open index', 'open side blocks', 'sync block file'),
      ...failures('opening', 'cut block file', 'sync block file'),
      undefined,
    ],
    passes: 0,
    grow: 5,
    before: { point: 'write block file', during: 'offer', when: 'half-way through', ending: 'killed' },
  },
  {
    name: 'recovering from an empty block file',
    workload: 'append',
    opens: true,
    places: [...kills('opening', 'remove block file'), ...failures('opening', 'remove block file')],
    passes: 0,
    grow: 5,
    before: { point: 'sync block folder', during: 'offer', when: 'before', ending: 'killed' },
  },
  {
    name: 'recovering from a write without index',
    workload: 'switch',
    opens: true,
    places: [
      ...kills('opening', 'write block file', 'sync block file', 'write index'),
      ...failures('opening', 'write block file', 'write index'),
      undefined,
    ],
    grow: 12,
    before: { point: 'appended', during: 'offer', when: 'before', ending: 'killed' },
    damage: loseSideBlocks,
  },
  {
    name: 'completing a switch',
    workload: 'switch',
    changeLimits: SEVERAL_WRITES,
    opens: true,
    places: [
      ...placesOf('opening'),
      ...kills('opening', 'write side blocks'),
      ...failures('opening', 'write side blocks'),
    ],
    passes: 2,
    grow: 12,
    before: { point: 'indexed', during: 'offer', when: 'before', ending: 'killed' },
  },
  {
    name: 'opening the pending store',
    workload: 'pending',
    opens: true,
    places: kills('opening', 'open pending store', 'write pending store'),
    passes: 0,
    grow: 5,
    before: { point: 'indexed', during: 'offer', when: 'before', ending: 'killed' },
  },
  {
    name: 'rebuilding a deleted index',
    workload: 'switch',
    changeLimits: SEVERAL_WRITES,
    opens: true,
    places: [
      ...kills('opening', 'write index', 'open index'),
      ...failures('opening', 'write index'),
      undefined,
    ],
    passes: 8,
    grow: 40,
    damage: removeIndex,
  },
  {
    name: 'replacing a damaged index',
    workload: 'append',
    opens: true,
    places: [...kills('opening', 'remove index', 'write index'), undefined],
    passes: 0,
    grow: 20,
    damage: damageIndex,
  },
];
