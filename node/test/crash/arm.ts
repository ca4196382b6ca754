import type { StepListener } from '../../src/chain/chain-interface.ts';
import { watchDiskOperations } from './disk-operations.ts';
import { DIVISIBLE, describePlace, type Injection, type Period } from './injection.ts';

/** An injection that waits for its moment in this process. */
export interface Armed {
  readonly onCommitStep: StepListener;
  /** Says what the process does from now on. */
  readonly enter: (period: Period) => void;
}

/**
 * Makes this process kill itself where the injection says.
 * @param say tells the parent something, synchronously: what is said before the end arrives
 */
export function arm(injection: Injection, say: (line: string) => void): Armed {
  let period: Period | undefined;
  let passed = 0;
  const isDue = (): boolean => injection.at !== 'any-moment' && passed++ === injection.skip;
  const die = (): void => {
    if (injection.at === 'any-moment') return;
    say(`struck ${describePlace(injection)}`);
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
