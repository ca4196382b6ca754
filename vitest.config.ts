import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const POSTGRES_TESTS = 'node/postgres/test/**/*.test.ts';
/** Floods, kills and the largest blocks: a minute of load for what the other tests check in small. */
const LONG_TESTS = [
  'node/test/crash/crash.test.ts',
  'node/test/{peer,connection}-floods.test.ts',
  'node/src/p2p/large-block.test.ts',
];
const BENCH_TESTS = '{node,gateway}/bench/**/*.test.ts';
/** Tests that replace modules or the process's clock: each has a process of its own. All others share theirs. */
const ISOLATED_TESTS = [
  'node/src/local-rpc/bearer.test.ts',
  'node/test/simulation/simulation.test.ts',
  'packages/token-file/src/create-token-file.test.ts',
];

/** What mostly waits for other processes comes first, so that at the end no core waits for one long file. */
class WaitingFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isWaiting = ({ moduleId }: TestSpecification): boolean =>
      /\/node\/(postgres\/)?test\//.test(moduleId);
    return [...sorted.filter(isWaiting), ...sorted.filter((file) => !isWaiting(file))];
  }
}

/** One cluster serves all of its files; it starts only where one of them runs. */
const postgresProject = (name: string, allContractTests: boolean) => ({
  extends: true as const,
  test: {
    name,
    include: [POSTGRES_TESTS],
    exclude: ['**/node_modules/**'],
    globalSetup: 'node/postgres/test/cluster-setup.ts',
    provide: { allContractTests },
  },
});

/**
 * One run over every workspace's unit and integration tests. Browser tests are Playwright's (`e2e/`).
 * Four workers: the smallest machine this project promises to be tested on has two cores, and half of the time of a
 * worker is spent waiting for other processes.
 */
export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 4,
    // Threads and programs that tests start find their modules compiled, where the node's own starts keep them.
    env: { NODE_COMPILE_CACHE: fileURLToPath(new URL('node_modules/.cache/cairn', import.meta.url)) },
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // What is waited for may take its time on a machine that is busy.
    expect: { poll: { timeout: 15_000 } },
    sequence: { sequencer: WaitingFirst },
    reporters: ['default', ['json', { outputFile: 'reports/vitest.json' }]],
    // What a project has of a list is added to what stands here: neither has one in common.
    projects: [
      {
        extends: true,
        // A process loads each module once, and not once a file.
        test: {
          name: 'shared',
          include: ['{packages,node,gateway,website,scripts,test}/**/*.test.{ts,tsx}'],
          exclude: [
            '**/node_modules/**',
            '**/dist/**',
            POSTGRES_TESTS,
            BENCH_TESTS,
            ...LONG_TESTS,
            ...ISOLATED_TESTS,
          ],
          isolate: false,
          setupFiles: 'gateway/wallet/test/speak-english.ts',
        },
      },
      {
        extends: true,
        test: { name: 'isolated', include: ISOLATED_TESTS, exclude: ['**/node_modules/**'] },
      },
      {
        extends: true,
        // A command of its own, `npm run test:long`; one file at a time, since they measure memory and answer times.
        test: {
          name: 'long',
          include: LONG_TESTS,
          exclude: ['**/node_modules/**'],
          fileParallelism: false,
        },
      },
      postgresProject('postgres', false),
      // The whole contract against a primary too: a command of its own, `npm run test:postgres`.
      postgresProject('postgres-whole', true),
      {
        extends: true,
        // The benches' short forms take minutes and load both cores: a command of their own, `npm run test:bench`.
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
