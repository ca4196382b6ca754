/**
 * A runner of tests that stays warm: started once a workbench, in its folder, it runs the tests that its parent names and
 * says what came of them. Only what its parent says has changed is read anew.
 */
import { createVitest, type Reporter } from 'vitest/node';

/** What the parent asks for. */
export interface TestOrder {
  /** Test files, each by the beginning of its path from the folder. */
  readonly paths: readonly string[];
  /** Absolute paths of the sources that have changed since the last order. */
  readonly changed: readonly string[];
}

/** What came of it: `failed` is the first test that failed, `broken` why the run says nothing. */
export interface TestOutcome {
  readonly failed?: string;
  readonly broken?: string;
}

let outcome: TestOutcome = {};

/** The first failure ends the run: one test that notices is enough. */
const firstFailure: Reporter = {
  onTestCaseResult(test) {
    if (test.result().state === 'failed')
      end({ failed: `${test.module.relativeModuleId} > ${test.fullName}` });
  },
  onTestModuleEnd(module) {
    const [error] = module.errors();
    if (error !== undefined) end({ broken: `${module.relativeModuleId}: ${error.message}` });
  },
};

const vitest = await createVitest({
  run: true,
  watch: false,
  project: ['parts', 'sharing'],
  reporters: [firstFailure],
});

process.on('message', (order: TestOrder) => void answer(order));
process.on('disconnect', () => process.exit());

async function answer({ paths, changed }: TestOrder): Promise<void> {
  outcome = {};
  for (const path of changed) vitest.invalidateFile(path);
  const specifications = await vitest.globTestSpecifications([...paths]);
  if (specifications.length === 0) outcome = { broken: `no test stands at ${paths.join(', ')}` };
  else await run(specifications);
  process.send?.(outcome);
}

async function run(specifications: Parameters<typeof vitest.runTestSpecifications>[0]): Promise<void> {
  const { unhandledErrors } = await vitest.runTestSpecifications(specifications);
  const [error] = unhandledErrors;
  if (error !== undefined) end({ failed: `an error that nobody handled: ${describe(error)}` });
}

function end(found: TestOutcome): void {
  if (outcome.failed !== undefined || outcome.broken !== undefined) return;
  outcome = found;
  void vitest.cancelCurrentRun('test-failure');
}

function describe(error: unknown): string {
  const { message } = error as { message?: unknown };
  return String(message ?? error);
}
