/**
 * `npm run mutate -w gateway` and `-w packages/wallet`: takes one rule after the other out of a copy and runs its tests
 * there. A rule whose loss no test notices is listed, and the exit code is 1. Flags: `--only TEXT` (part of
 * `group: effect`, may be given several times); `--near`: the near tests alone, and no run without a mutation first.
 */
import { parseArgs } from 'node:util';
import { GATEWAY } from './gateway-mutations.ts';
import type { Mutation, Subject } from './mutation.ts';
import { WALLET } from './wallet-mutations.ts';
import { Workbench } from './workbench.ts';

const SUBJECTS: Readonly<Record<string, Subject>> = { gateway: GATEWAY, wallet: WALLET };

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string', multiple: true, default: [''] },
    near: { type: 'boolean', default: false },
  },
});
const subject = SUBJECTS[positionals[0] ?? ''];
if (subject === undefined) throw new Error(`Which one? ${Object.keys(SUBJECTS).join(' or ')}`);
const nameOf = ({ group, effect }: Mutation): string => `${group}: ${effect}`;
const wanted = subject.mutations.filter((mutation) =>
  values.only.some((text) => nameOf(mutation).includes(text)),
);
const workbench = new Workbench(subject);
let survivors = 0;
try {
  for (const mutation of wanted) workbench.apply(mutation)();
  const broken = values.near ? undefined : await workbench.runTests(subject.all);
  if (broken !== undefined) throw new Error(`the tests fail without any mutation: ${broken}`);
  for (const mutation of wanted) if (!(await isNoticed(mutation, subject))) survivors += 1;
} finally {
  workbench.remove();
}
process.stdout.write(`${wanted.length - survivors} of ${wanted.length} noticed\n`);
process.exitCode = survivors === 0 ? 0 : 1;

async function isNoticed(mutation: Mutation, { near, all }: Subject): Promise<boolean> {
  const undo = workbench.apply(mutation);
  const tests = near[mutation.group] ?? all;
  const [home] = mutation.file.split('/');
  const isHome = (path: string): boolean => path.startsWith(`${home}/`);
  const rounds = [tests.filter(isHome), tests.filter((path) => !isHome(path)), ...(values.near ? [] : [all])];
  let noticed: string | undefined;
  for (const round of rounds) if (round.length > 0) noticed ??= await workbench.runTests(round);
  undo();
  const verdict = noticed === undefined ? 'SURVIVED' : 'noticed ';
  process.stdout.write(`${verdict} ${nameOf(mutation).padEnd(64)} ${(noticed ?? '').slice(0, 160)}\n`);
  return noticed !== undefined;
}
