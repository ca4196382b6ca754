/**
 * Stryker's checker for `npm run mutate`: lets a fixed sample of the mutants run and rejects the rest. Whether a mutant is in
 * the sample depends only on the seed and the mutant itself, so two runs over the same code try the same mutants.
 */
import { createHash } from 'node:crypto';

interface Mutant {
  id: string;
  /** Absolute. */
  fileName: string;
  location: { start: { line: number; column: number }; end: { line: number; column: number } };
  replacement: string;
}

export interface Sample {
  seed: string;
  /** Part of all mutants that runs, 0 to 1. */
  share: number;
}

function isInSample({ seed, share }: Sample, { fileName, location, replacement }: Mutant): boolean {
  const { start, end } = location;
  const file = fileName.slice(process.cwd().length);
  const key = [seed, file, start.line, start.column, end.line, end.column, replacement].join('\n');
  return createHash('sha256').update(key).digest().readUInt32BE() / 2 ** 32 < share;
}

function createChecker({ sample }: { sample: Sample }) {
  return {
    init: () => Promise.resolve(),
    group: (mutants: Mutant[]) => Promise.resolve([mutants.map(({ id }) => id)]),
    check: (mutants: Mutant[]) =>
      Promise.resolve(
        Object.fromEntries(
          mutants.map((mutant) => [
            mutant.id,
            isInSample(sample, mutant)
              ? { status: 'passed' }
              : { status: 'compileError', reason: 'not in the sample' },
          ]),
        ),
      ),
  };
}
createChecker.inject = ['options'];

export const strykerPlugins = [{ kind: 'Checker', name: 'sample', factory: createChecker }];
