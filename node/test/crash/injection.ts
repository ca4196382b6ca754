import type { CommitStep, StepListener } from '@cairn/chain';
import { changesChain, interceptDiskOperations, type DiskOperation } from './disk-operations.ts';
import type { Operation } from './script.ts';

/** While the stores open and recover, or during an operation of this kind. */
export type Period = 'opening' | Operation['kind'];

/** Where a process ends: at a disk operation or a step of a write. */
export interface Place {
  readonly point: DiskOperation | CommitStep;
  readonly during: Period;
  /** Before the operation, with half of it done, or with all of it done. */
  readonly when: 'before' | 'half-way through' | 'after';
  /** It gets SIGKILL; or the operation fails, and the process has to end by itself. */
  readonly ending: 'killed' | 'failed';
}

/** A place, and how often the process passes it before it ends there. */
export type Injection = Place & { readonly skip: number };

/** The name of a place in the report; `undefined` for any moment. */
export function describePlace(place: Place | undefined): string {
  if (place === undefined) return 'killed at any moment';
  return `${place.ending} ${place.when} ${place.point} (${place.during})`;
}

/** Through these calls a process tells an injection how far it is. */
interface ArmedInjection {
  readonly onCommitStep: StepListener;
  /** Called when a period begins. */
  readonly enter: (period: Period) => void;
}

/**
 * Makes this process end at the place of an injection. A process that changes the chain on disk after a failed write exits with 70.
 * @param say sends a line to the parent synchronously, so that it arrives before the end
 */
export function armInjection(injection: Injection | undefined, say: (line: string) => void): ArmedInjection {
  let period: Period | undefined;
  let passed = 0;
  let hasFailed = false;
  const isDue = (point: Place['point']): boolean =>
    point === injection?.point && period === injection.during && passed++ === injection.skip;
  const end = (): Promise<never> => {
    say(`ends ${describePlace(injection)}`);
    if (injection?.ending === 'killed') {
      process.kill(process.pid, 'SIGKILL');
      return new Promise(() => undefined);
    }
    hasFailed = true;
    throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
  };
  if (injection !== undefined)
    interceptDiskOperations(async ({ name, run, half }) => {
      if (hasFailed && changesChain(name)) {
        process.stderr.write(`it performed "${name}" after a failed write\n`);
        process.exit(70);
      }
      if (!isDue(name)) return run();
      if (injection.when === 'half-way through') await half!();
      if (injection.when === 'after') await run();
      return end();
    });
  return {
    enter: (next) => (period = next),
    onCommitStep: (step) => {
      say(`step ${step}`);
      if (isDue(step)) void end();
    },
  };
}
