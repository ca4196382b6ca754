import type { CommitStep, StepListener } from '../../src/chain/chain-types.ts';
import { DIVISIBLE, watchDiskOperations, type DiskOperation } from './disk-operations.ts';
import type { Operation } from './operations.ts';

/** While the stores open and recover, during an operation of this kind, or while the stores close. */
export type Period = 'opening' | Operation['kind'] | 'closing';

/** Right before a disk operation, or with half of it done. */
interface DiskPlace {
  readonly at: 'disk-operation';
  readonly name: DiskOperation;
  readonly during: Period;
  readonly half: boolean;
}

/** Inside the listener of `ChainOptions.onCommitStep`. */
interface StepPlace {
  readonly at: 'commit-step';
  readonly step: CommitStep;
}

/** Where a process gets SIGKILL: it kills itself at a place, or its parent sends the signal at any moment. */
export type Place = DiskPlace | StepPlace | { readonly at: 'any-moment' };

/** A place, and how often the process passes it before it kills itself there. */
export type Injection = Place & { readonly skip: number };

/** The name of a place in the report. */
export function describePlace(place: Place): string {
  if (place.at === 'any-moment') return 'any moment';
  if (place.at === 'commit-step') return `commit step ${place.step}`;
  return `${place.half ? 'half-way through' : 'before'} ${place.name} (${place.during})`;
}

/** Through these calls the process reports its progress to the injection. */
interface ArmedInjection {
  readonly onCommitStep: StepListener;
  /** Called when a period begins. */
  readonly enter: (period: Period) => void;
}

/**
 * Makes this process kill itself at the place of an injection.
 * @param say sends a line to the parent synchronously, so that it arrives before the kill
 */
export function armInjection(injection: Injection, say: (line: string) => void): ArmedInjection {
  let period: Period | undefined;
  let passed = 0;
  const isDue = (): boolean => injection.at !== 'any-moment' && passed++ === injection.skip;
  const die = (): void => {
    if (injection.at === 'any-moment') return;
    say(`dying ${describePlace(injection)}`);
    process.kill(process.pid, 'SIGKILL');
  };
  if (injection.at === 'disk-operation') {
    watchDiskOperations({
      begins: (name) => {
        if (name !== injection.name || period !== injection.during || !isDue()) return false;
        if (injection.half && DIVISIBLE.includes(name)) return true;
        die();
        return false;
      },
      halfDone: die,
    });
  }
  return {
    enter: (next) => (period = next),
    onCommitStep: (step) => {
      say(`step ${step}`);
      if (injection.at === 'commit-step' && injection.step === step && isDue()) die();
    },
  };
}
