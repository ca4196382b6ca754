/**
 * `npm run mutate -w gateway`: takes one rule after the other out of a copy of the gateway and runs its tests there. A rule
 * whose loss no test notices is listed, and the exit code is 1. Flags: `--only TEXT` (of pass or effect).
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { MUTATIONS, type Mutation } from './mutation-list.ts';

const ROOT = join(import.meta.dirname, '../../..');
const VITEST = join(ROOT, 'node_modules/vitest/vitest.mjs');
/** Long enough for the slowest run of all the tests; a mutant that hangs counts as noticed. */
const PATIENCE_MILLISECONDS = 90_000;

/** A checkout of the gateway alone, with the packages of this one. */
function copyGateway(): string {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-mutants-'));
  for (const path of ['gateway/src', 'gateway/test', 'gateway/bin', 'gateway/package.json', 'package.json']) {
    cpSync(join(ROOT, path), join(folder, path), { recursive: true });
  }
  for (const path of ['vitest.config.ts', 'packages', 'tsconfig.base.json']) {
    symlinkSync(join(ROOT, path), join(folder, path));
  }
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  symlinkSync(join(ROOT, 'gateway/node_modules'), join(folder, 'gateway/node_modules'));
  return folder;
}

/** Tests that are likely to notice, and quick. */
const NEAR: Readonly<Record<string, readonly string[]>> = {
  '1 listener': ['src/passes/listener', 'src/connections', 'test/attacks/slow', 'test/attacks/injection'],
  '2 target': ['src/passes/target'],
  '3 host': ['src/passes/host'],
  '4 method': ['src/passes/method'],
  '5 same origin': ['src/passes/same-origin'],
  '6 cookie': ['src/passes/cookie'],
  '7 allowlist': ['src/passes/allowlist', 'src/routes'],
  '8 body': ['src/passes/body'],
  '9 forward': ['src/passes/forward'],
  '10 answer': ['src/passes/answer'],
  'way in': ['src/launch', 'src/settings'],
};
const ALL = ['src', 'test'];

/**
 * @returns the first test that failed; `undefined` when all passed
 * @throws Error when the run fails otherwise: such a mutant shows nothing
 */
function runTests(folder: string, tests: readonly string[]): string | undefined {
  const paths = tests.map((path) => `gateway/${path}`);
  const argv = [VITEST, 'run', ...paths, '--bail=1', '--reporter=default'];
  const { status, stdout, stderr } = spawnSync(process.execPath, argv, {
    cwd: folder,
    env: { ...process.env, NO_COLOR: '1' },
    encoding: 'utf8',
    timeout: PATIENCE_MILLISECONDS,
  });
  if (status === 0) return undefined;
  const named = /FAIL +(\S+ > .+)/.exec(stdout + stderr)?.[1];
  if (named === undefined && status !== null)
    throw new Error(`no test failed, the run did: ${stdout}${stderr}`);
  return named ?? 'the tests hang';
}

function apply(folder: string, { file, from, to }: Mutation): () => void {
  const path = join(folder, 'gateway/src', file);
  const source = readFileSync(path, 'utf8');
  if (source.split(from).length !== 2) throw new Error(`${file} holds this not once: ${from}`);
  writeFileSync(
    path,
    source.replace(from, () => to),
  );
  return () => writeFileSync(path, source);
}

const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } });
const wanted = MUTATIONS.filter(({ pass, effect }) => `${pass} ${effect}`.includes(values.only));
const folder = copyGateway();
const survivors: string[] = [];
try {
  for (const mutation of wanted) apply(folder, mutation)();
  const broken = runTests(folder, ALL);
  if (broken !== undefined) throw new Error(`the tests fail without any mutation: ${broken}`);
  for (const mutation of wanted) {
    const name = `${mutation.pass}: ${mutation.effect}`;
    const undo = apply(folder, mutation);
    const noticed = runTests(folder, NEAR[mutation.pass] ?? ALL) ?? runTests(folder, ALL);
    undo();
    const verdict = noticed === undefined ? 'SURVIVED' : 'noticed ';
    process.stdout.write(`${verdict} ${name.padEnd(52)} ${noticed ?? ''}\n`);
    if (noticed === undefined) survivors.push(name);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.stdout.write(`${wanted.length - survivors.length} of ${wanted.length} noticed\n`);
process.exitCode = survivors.length === 0 ? 0 : 1;
