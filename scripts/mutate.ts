/**
 * `npm run mutate -- <room>…`, or without a room for all: changes the code of a room in about 200 places, one at a time
 * (Stryker), and runs the room's tests for each change. Prints the share of changes that fail a test, each change that none
 * notices, each that is undecided, and how many each test file notices. Texts are not changed, since no test should repeat
 * their wording.
 * `--part 0.3` tries that part of the changes; `--since yesterday` leaves out rooms without a commit since then (as `git log`).
 *
 * A change after which something waits for ever fails the first test that waits for two minutes, and one after which code repeats a
 * hundred times as often as without it is noticed too. A run that Stryker ends says nothing, because the machine may be busy: it is
 * undecided. Where the report counts many time-outs, the machine was too busy.
 * Changes the working tree while it runs and restores it, so it starts only if the room's files are committed.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createCommand } from '@cairn/suite/options';
import type { Sample } from './mutation-sample.ts';

const root = join(fileURLToPath(import.meta.url), '../..');
const REPORTS = 'reports/mutation';
const SEED = 'cairn';
const LOWEST_SCORE = 80;
/** Milliseconds: no test takes a tenth of it, unless the machine is very busy. */
const TEST_TIMEOUT = 120_000;

interface Room {
  /** Folders of the product files; screens (.tsx) and their hooks count to the browser tests. */
  product: string[];
  /** Test files outside of it. */
  outside?: string[];
  /** Test files that take too long for hundreds of runs. */
  without?: string[];
  /** Part of the mutants that runs, for about 200 of them. */
  share: number;
}

const ROOMS: Record<string, Room> = {
  // Without the test of the bundle's size, which instrumented code exceeds.
  protocol: {
    product: ['packages/protocol/src'],
    without: ['packages/protocol/src/browser.test.ts'],
    share: 0.1,
  },
  api: {
    product: ['packages/api/src'],
    outside: [
      'node/src/{explorer-api,local-rpc}/contract.test.ts',
      'node/src/local-rpc/submit.test.ts',
      'node/src/explorer-api/events/client.test.ts',
    ],
    share: 0.19,
  },
  http: {
    product: ['packages/http/src'],
    outside: [
      'node/src/explorer-api/frame.test.ts',
      'node/src/local-rpc/{contract,submit}.test.ts',
      'node/src/devnet-control/control-server.test.ts',
      'node/test/{chain-fetch,metrics}.test.ts',
    ],
    share: 0.45,
  },
  'local-rpc': {
    product: ['node/src/local-rpc', 'packages/chain/src/rpc'],
    without: ['node/src/local-rpc/large-block.test.ts'],
    share: 1,
  },
  gateway: { product: ['gateway/src'], outside: ['gateway/test/*.test.ts'], share: 0.35 },
  wallet: { product: ['packages/wallet/src'], share: 0.08 },
  mempool: {
    product: ['packages/chain/src/mempool'],
    outside: [
      'node/src/local-rpc/submit.test.ts',
      'node/src/home/mempool-faults.test.ts',
      'node/src/devnet-control/devnet-control.test.ts',
    ],
    share: 0.4,
  },
  'explorer-api': { product: ['node/src/explorer-api', 'packages/chain/src/explorer'], share: 0.2 },
  chain: {
    product: ['packages/chain/src/chain'],
    outside: [
      'packages/chain/src/mempool/mempool.test.ts',
      'node/src/home/{recovery,transaction-threads,verify}.test.ts',
    ],
    share: 0.11,
  },
  storage: {
    product: ['packages/chain/src/storage'],
    outside: [
      'packages/chain/src/chain/{chain,chain-view,reorganization}.test.ts',
      'node/src/home/{block-files,recovery,side-blocks,mempool-faults}.test.ts',
      'node/src/explorer-api/address-proof.test.ts',
    ],
    share: 0.21,
  },
  projection: { product: ['packages/chain/src/projection', 'node/src/projection'], share: 0.12 },
  // With the chain in memory, which is a devnet.
  devnet: {
    product: [
      'packages/chain/src/devnet',
      'packages/chain/src/memory',
      'packages/chain/src/miner',
      'node/src/devnet-control',
      'node/src/miner',
    ],
    outside: ['node/src/local-rpc/contract.test.ts', 'node/src/home/devnet-clock-file.test.ts'],
    share: 0.1,
  },
  home: { product: ['node/src/home'], outside: ['node/test/{commands,devnet,start}.test.ts'], share: 0.3 },
  p2p: {
    product: ['node/src/p2p'],
    without: ['node/src/p2p/{large-block,slow-lines}.test.ts'],
    share: 0.1,
  },
  verify: {
    product: ['website/src/features/verify'],
    outside: ['website/test/{proof,lies}.test.ts'],
    share: 0.11,
  },
};

/** From 1 on. */
interface Position {
  line: number;
  column: number;
}

/** The parts that we read of Stryker's report (schema: mutation-testing-report-schema). */
interface Report {
  files: Record<
    string,
    {
      source: string;
      mutants: {
        status: 'Killed' | 'Survived' | 'NoCoverage' | 'Timeout' | 'CompileError' | 'RuntimeError';
        location: { start: Position; end: Position };
        replacement: string;
        statusReason?: string;
        killedBy?: string[];
      }[];
    }
  >;
  testFiles: Record<string, { tests: { id: string }[] }>;
}

function runStryker(
  name: string,
  { product, outside = [], without = [], share }: Room,
  part: number,
): Report {
  const reportPath = `${REPORTS}/${name}.json`;
  const configPath = `${REPORTS}/${name}.config.json`;
  const testsPath = `${REPORTS}/${name}.tests.mjs`;
  const sample: Sample = { seed: SEED, share: share * part };
  const config = {
    mutate: [
      ...product.map((folder) => `${folder}/**/*.ts`),
      '!**/*.test.ts',
      '!**/*test-support*.ts',
      '!**/use-*.ts',
    ],
    mutator: { excludedMutations: ['StringLiteral'] },
    testRunner: 'vitest',
    vitest: { configFile: testsPath, pool: 'forks', related: false },
    appendPlugins: [join(root, 'scripts/mutation-sample.ts')],
    checkers: ['sample'],
    sample,
    // In place, because packages find each other through links in node_modules, which lead out of a copy.
    inPlace: true,
    disableTypeChecks: false,
    // So that the report names every test that notices a change.
    disableBail: true,
    concurrency: 2,
    dryRunTimeoutMinutes: 15,
    // Longer than a test waits, and a busy machine needs for the others.
    timeoutMS: TEST_TIMEOUT + 60_000,
    timeoutFactor: 3,
    tempDirName: 'reports/stryker',
    reporters: ['json', 'html', 'progress'],
    jsonReporter: { fileName: reportPath },
    htmlReporter: { fileName: `${REPORTS}/${name}.html` },
    warnings: false,
  };
  mkdirSync(REPORTS, { recursive: true });
  // Not by Stryker's `testFiles`: with it, changes of what runs while a module loads would never be active.
  const tests = {
    root,
    test: {
      include: [...product.map((folder) => `${folder}/**/*.test.ts`), ...outside],
      exclude: ['**/node_modules/**', ...without],
      isolate: false,
      setupFiles: ['scripts/mutation-setup.ts'],
      testTimeout: TEST_TIMEOUT,
      hookTimeout: TEST_TIMEOUT,
      expect: { poll: { timeout: TEST_TIMEOUT / 2 } },
    },
  };
  writeFileSync(testsPath, `export default ${JSON.stringify(tests, null, 2)};\n`);
  writeFileSync(configPath, JSON.stringify(config, null, 2));
  const { status } = spawnSync('stryker', ['run', configPath], { stdio: 'inherit' });
  for (const left of globSync('stryker-setup-*.js')) rmSync(left); // of runs that Stryker ended
  if (status !== 0) throw new Error(`stryker ended with ${status}`);
  return JSON.parse(readFileSync(reportPath, 'utf8')) as Report;
}

/** Prints what the report says and returns the score, in per cent. */
function summarize(name: string, { files, testFiles }: Report): number {
  const fileOfTest = new Map(
    Object.entries(testFiles).flatMap(([file, { tests }]) => tests.map(({ id }) => [id, file] as const)),
  );
  const noticedBy = new Map(Object.keys(testFiles).map((file) => [file, { all: 0, alone: 0 }]));
  const missed: string[] = [];
  const undecided: string[] = [];
  let [noticed, timedOut] = [0, 0];
  for (const [path, { source, mutants }] of Object.entries(files)) {
    const lines = source.split('\n');
    for (const { status, statusReason = '', location, replacement, killedBy = [] } of mutants) {
      // An error outside of a test: while a module loads, in a hook of a file, or one that nothing caught.
      const isNoticed =
        status === 'Killed' || status === 'RuntimeError' || statusReason.startsWith('Hit limit reached');
      if (isNoticed) {
        noticed++;
        if (/timed out in \d+ms/.test(statusReason)) timedOut++;
        const by = new Set(killedBy.map((id) => fileOfTest.get(id)!));
        for (const file of by) {
          const counts = noticedBy.get(file)!;
          counts.all++;
          if (by.size === 1) counts.alone++;
        }
        continue;
      }
      const { start, end } = location;
      const line = lines[start.line - 1]!;
      const isWithinLine = start.line === end.line;
      const changed = line.slice(start.column - 1, isWithinLine ? end.column - 1 : undefined);
      const reached = status === 'NoCoverage' ? ' (no test gets here)' : '';
      const change = `  ${path}:${start.line}${reached}\n    ${line.trim()}\n    ${changed}${isWithinLine ? '' : ' …'} → ${replacement.replaceAll(/\s+/g, ' ')}`;
      if (status === 'Survived' || status === 'NoCoverage') missed.push(change);
      else if (status === 'Timeout') undecided.push(change);
    }
  }
  const score = (100 * noticed) / (noticed + missed.length);
  const rows = [...noticedBy].sort(([, a], [, b]) => a.all - b.all);
  const text = [
    `${name}: ${score.toFixed(1)} % of ${noticed + missed.length} changes noticed, ${timedOut} by a time-out, ${undecided.length} undecided (seed ${SEED})`,
    '',
    'noticed  by it alone  test file',
    ...rows.map(
      ([file, { all, alone }]) => `${String(all).padStart(7)}  ${String(alone).padStart(11)}  ${file}`,
    ),
    '',
    `not noticed: ${missed.length}`,
    ...missed,
    '',
    `undecided: ${undecided.length}`,
    ...undecided,
    '',
  ].join('\n');
  writeFileSync(`${REPORTS}/${name}.txt`, text);
  process.stdout.write(`\n${text}\n`);
  return score;
}

/** True if a commit since a time, in git's words, touches the room. */
const hasChangedSince = ({ product }: Room, time: string): boolean =>
  execFileSync('git', ['log', '-1', '--format=%h', `--since=${time}`, '--', ...product]).length > 0;

process.chdir(root);
const command = createCommand(
  'npm run mutate --',
  'Changes the code of rooms and runs their tests for each change.',
)
  .argument('[rooms...]', `all without one: ${Object.keys(ROOMS).join(', ')}`)
  .option('--part <share>', 'part of the changes, up to 1', Number, 1)
  .option('--since <time>', 'only rooms with a commit since then, as git log takes it: yesterday')
  .parse();
const { part, since } = command.opts<{ part: number; since?: string }>();
const named = command.args.length > 0 ? command.args : Object.keys(ROOMS);
const unknown = named.filter((name) => !(name in ROOMS));
if (unknown.length > 0) command.error(`error: no room ${unknown.join(', ')}`);
if (!(part > 0 && part <= 1)) command.error('error: --part takes a number above 0, at most 1');
const names = named.filter((name) => since === undefined || hasChangedSince(ROOMS[name]!, since));
if (names.length === 0) process.stdout.write(`No room has changed since ${since}.\n`);
const scores = new Map<string, number>();
for (const name of names) {
  const room = ROOMS[name]!;
  const changed = execFileSync('git', ['status', '--porcelain', '--', ...room.product], { encoding: 'utf8' });
  if (changed !== '') {
    process.stderr.write(`Commit these files first:\n${changed}`);
    process.exit(1);
  }
  scores.set(name, summarize(name, runStryker(name, room, part)));
}
for (const [name, score] of scores) {
  process.stdout.write(`${name.padEnd(14)} ${score.toFixed(1)} %${score < LOWEST_SCORE ? '  low' : ''}\n`);
}
