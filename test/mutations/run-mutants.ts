/**
 * `npm run mutate -w gateway` and `-w packages/wallet`: takes one rule after the other out of a copy and runs its tests
 * there. A rule whose loss no test notices is listed, and the exit code is 1. Flags: `--only TEXT` (of group or effect);
 * `--near`: the near tests alone, and no run without a mutation first.
 */
import { parseArgs } from 'node:util';
import { GATEWAY } from './gateway-mutations.ts';
import type { Mutation, Subject } from './mutation.ts';
import { WALLET } from './wallet-mutations.ts';
import { Workbench } from './workbench.ts';

const SUBJECTS: Readonly<Record<string, Subject>> = { gateway: GATEWAY, wallet: WALLET };

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string', default: '' }, near: { type: 'boolean', default: false } },
});
const subject = SUBJECTS[positionals[0] ?? ''];
if (subject === undefined) throw new Error(`Which one? ${Object.keys(SUBJECTS).join(' or ')}`);
const wanted = subject.mutations.filter(({ group, effect }) => `${group} ${effect}`.includes(values.only));
const workbench = new Workbench(subject);
let survivors = 0;
try {
  for (const mutation of wanted) workbench.apply(mutation)();
  const broken = values.near ? undefined : workbench.runTests(subject.all);
  if (broken !== undefined) throw new Error(`the tests fail without any mutation: ${broken}`);
  for (const mutation of wanted) if (!isNoticed(mutation, subject)) survivors += 1;
} finally {
  workbench.remove();
}
process.stdout.write(`${wanted.length - survivors} of ${wanted.length} noticed\n`);
process.exitCode = survivors === 0 ? 0 : 1;

function isNoticed(mutation: Mutation, { near, all }: Subject): boolean {
  const undo = workbench.apply(mutation);
  const tests = near[mutation.group] ?? all;
  const [home] = mutation.file.split('/');
  const isHome = (path: string): boolean => path.startsWith(`${home}/`);
  const rounds = [tests.filter(isHome), tests.filter((path) => !isHome(path)), ...(values.near ? [] : [all])];
  let noticed: string | undefined;
  for (const round of rounds) if (round.length > 0) noticed ??= workbench.runTests(round);
  undo();
  const verdict = noticed === undefined ? 'SURVIVED' : 'noticed ';
  const name = `${mutation.group}: ${mutation.effect}`;
  process.stdout.write(`${verdict} ${name.padEnd(64)} ${noticed ?? ''}\n`);
  return noticed !== undefined;
}
