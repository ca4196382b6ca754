import { readFileSync } from 'node:fs';
import type { RanTest } from './tally.ts';

/** A heading of `test/rules.txt` and the rules below it. */
export interface RuleGroup {
  readonly title: string;
  readonly rules: readonly string[];
}

/** Result of the comparison of the rules with the tests of a run. */
export interface RuleReport {
  /** Markdown with each rule and its tests. */
  readonly page: string;
  /** Rules without a test, and unknown rules in test names: the run fails. */
  readonly problems: readonly string[];
  /** Rules whose tests were all skipped, for example because PostgreSQL is not installed. */
  readonly skipped: readonly string[];
}

/** Separates a test's name from its rules. */
const SEPARATOR = ' § ';
/** Maximum number of tests that the page names for each rule and file: a table of inputs has one test per row. */
const MAX_NAMES = 3;

/** Reads the list of rules: `# title` begins a group, and every other line is a rule. */
export function readRules(path: string): RuleGroup[] {
  const groups: { title: string; rules: string[] }[] = [];
  for (const line of readFileSync(path, 'utf8').split('\n').filter(Boolean)) {
    if (line.startsWith('# ')) groups.push({ title: line.slice(2), rules: [] });
    else groups.at(-1)!.rules.push(line);
  }
  return groups;
}

/**
 * Compares the list of rules with the tests that ran. A rule in the name of a `describe` applies to each test inside.
 */
export function compareRules(groups: readonly RuleGroup[], tests: readonly RanTest[]): RuleReport {
  const testsOf = new Map<string, RanTest[]>();
  for (const test of tests) {
    const rules = new Set(test.titles.flatMap((title) => title.split(SEPARATOR).slice(1)));
    for (const rule of rules) testsOf.set(rule, [...(testsOf.get(rule) ?? []), test]);
  }
  const listed = groups.flatMap(({ rules }) => rules);
  const untested = listed.filter((rule) => !testsOf.has(rule));
  const unknown = [...testsOf.keys()].filter((rule) => !listed.includes(rule));
  return {
    page: ['# Rules and their tests\n', ...groups.map((group) => groupText(group, testsOf)), ''].join('\n'),
    problems: [
      ...untested.map((rule) => `no test has the rule “${rule}”`),
      ...unknown.map(
        (rule) => `${testsOf.get(rule)![0]!.file} names “${rule}”, which test/rules.txt does not have`,
      ),
    ],
    skipped: listed.filter((rule) => testsOf.get(rule)?.every(({ status }) => status === 'skipped')),
  };
}

function groupText({ title, rules }: RuleGroup, testsOf: ReadonlyMap<string, RanTest[]>): string {
  const entries = rules.map((rule) => `- **${rule}**\n${testsText(testsOf.get(rule) ?? [])}`);
  return `## ${title}\n\n${entries.join('\n')}\n`;
}

function testsText(tests: readonly RanTest[]): string {
  const lines = Object.entries(Object.groupBy(tests, ({ file }) => file)).map(([file, inFile]) => {
    const names = inFile!.map(({ titles, status }) => {
      const name = titles.map((title) => title.split(SEPARATOR)[0]).join(' › ');
      return status === 'passed' ? name : `${name} (${status})`;
    });
    const more = names.length > MAX_NAMES ? ` and ${names.length - MAX_NAMES} more` : '';
    return `  - [${file}](../${file}): ${names.slice(0, MAX_NAMES).join('; ')}${more}`;
  });
  return lines.length > 0 ? lines.join('\n') : '  - no test';
}
