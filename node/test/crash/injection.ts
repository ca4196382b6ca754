import type { CommitStep } from '../../src/chain/chain-interface.ts';
import type { Operation } from './operations.ts';

/** Disk operations of a process, by their meaning for recovery. */
export const DISK_OPERATIONS = [
  'begin block file',
  'sync block folder',
  'write block file',
  'sync block file',
  'cut block file',
  'remove block file',
  'write commit mark',
  'open index',
  'write index',
  'set index aside',
  'remove old index',
  'open pending store',
  'write pending store',
] as const;

export type DiskOperation = (typeof DISK_OPERATIONS)[number];

/** Those that can end in the middle and leave something of their own. */
export const DIVISIBLE: readonly DiskOperation[] = [
  'write block file',
  'write commit mark',
  'remove old index',
];

/** While the stores open and recover, during an operation of this kind, or while the stores close. */
export type Period = 'opening' | Operation['kind'] | 'closing';

/** Right before a disk operation, or with half of it done. */
export interface DiskPlace {
  readonly at: 'disk-operation';
  readonly name: DiskOperation;
  readonly during: Period;
  readonly half: boolean;
}

/** Inside the listener of `ChainOptions.onCommitStep`. */
export interface StepPlace {
  readonly at: 'commit-step';
  readonly step: CommitStep;
}

/** Where a process dies of SIGKILL: at a place by its own hand, or whenever its parent sends the signal. */
export type Place = DiskPlace | StepPlace | { readonly at: 'any-moment' };

/** A place, and how often it is passed before the process dies there. */
export type Injection = Place & { readonly skip: number };

/** How the report names a place. */
export function describePlace(place: Place): string {
  if (place.at === 'any-moment') return 'any moment';
  if (place.at === 'commit-step') return `commit step ${place.step}`;
  return `${place.half ? 'half-way through' : 'before'} ${place.name} (${place.during})`;
}
