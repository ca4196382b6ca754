import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const POSTGRES_TESTS = 'node/postgres/test/**/*.test.ts';
/** Floods, kills, the largest blocks, a long chain: a minute of load. Other tests check the same behaviour on a small scale. */
const LONG_TESTS = [
  'node/test/crash/crash.test.ts',
  'node/test/simulation/simulation.test.ts',
  'node/test/peer-floods.test.ts',
  'node/src/p2p/{large-block,slow-lines}.test.ts',
];
/** The published package, installed by each package manager: minutes. */
const INSTALLED_TESTS = 'packages/cairn/test/**/*.test.ts';
const BENCH_TESTS = 'bench/*.test.ts';
/** Tests that replace modules or the process's clock: each runs in a separate process. All others share processes. */
const ISOLATED_TESTS = ['packages/token-file/src/token-file.test.ts'];

/** What a file says at its beginning of the environment that its tests need; Node without. */
const ENVIRONMENT = /^\/\/ @vitest-environment (\S+)/m;

/**
 * A worker goes on with the next file, and the modules that it has loaded, only if that is of the same project and environment, so
 * these stay together. Tests that mostly wait for other processes come early, so that the run does not end with one long file.
 */
class SameModulesTogether extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const groupOf = ({ moduleId, project }: TestSpecification): string => {
      const environment = ENVIRONMENT.exec(readFileSync(moduleId, 'utf8'))?.[1] ?? '';
      const isWaiting = /\/node\/(postgres\/)?test\//.test(moduleId);
      return [environment ? 0 : isWaiting ? 1 : 2, project.name, environment].join();
    };
    const sorted = await super.sort(files);
    const groups = Map.groupBy(sorted, groupOf);
    return [...groups.keys()].toSorted().flatMap((group) => groups.get(group)!);
  }
}

/**
 * Unit and integration tests of all workspaces. Browser tests run with Playwright (`e2e/`). Three workers, because the
 * smallest supported machine has two cores, workers wait for other processes, and the checks run beside them.
 */
export default defineConfig({
  test: {
    pool: 'forks',
    // What Vite makes of the sources stays for the next run, in node_modules/.vitest-cache.
    fsModuleCache: true,
    maxWorkers: 3,
    // Threads and programs that tests start use the same compile cache as `cairn`, so they load faster.
    env: { NODE_COMPILE_CACHE: fileURLToPath(new URL('node_modules/.cache/cairn', import.meta.url)) },
    // Enough time for a busy machine.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 60_000 } },
    sequence: { sequencer: SameModulesTogether },
    reporters: [
      // In `npm test` without the list of running files: redrawing it would erase what a check that has failed says meanwhile.
      ['default', { summary: process.env['CAIRN_PROGRAMS'] === undefined }],
      ['json', { outputFile: 'reports/vitest.json' }],
    ],
    // A project's `include` and `exclude` would be added to common ones, so there are none here.
    projects: [
      {
        extends: true,
        // With `isolate: false` a process loads each module once, not once per file.
        test: {
          name: 'shared',
          include: ['{packages,node,gateway,website,scripts,test}/**/*.test.{ts,tsx}'],
          exclude: [
            '**/node_modules/**',
            '**/dist/**',
            POSTGRES_TESTS,
            INSTALLED_TESTS,
            ...LONG_TESTS,
            ...ISOLATED_TESTS,
          ],
          isolate: false,
        },
      },
      {
        extends: true,
        test: { name: 'isolated', include: ISOLATED_TESTS, exclude: ['**/node_modules/**'] },
      },
      {
        extends: true,
        // Run by `npm test -- --only long`; one file at a time, since they measure memory.
        test: {
          name: 'long',
          include: LONG_TESTS,
          exclude: ['**/node_modules/**'],
          fileParallelism: false,
        },
      },
      {
        extends: true,
        // Run by `npm test -- --only installed`.
        test: { name: 'installed', include: [INSTALLED_TESTS], exclude: ['**/node_modules/**'] },
      },
      {
        extends: true,
        // They share one cluster, which starts only if one of them runs.
        test: {
          name: 'postgres',
          include: [POSTGRES_TESTS],
          exclude: ['**/node_modules/**'],
          globalSetup: 'node/postgres/test/cluster-setup.ts',
          isolate: false,
        },
      },
      {
        extends: true,
        // Run by `npm test -- --only bench`: short forms of the benchmarks, which take minutes and use all cores.
        test: {
          name: 'bench',
          include: [BENCH_TESTS],
          exclude: ['**/node_modules/**'],
          fileParallelism: false,
        },
      },
    ],
  },
});
