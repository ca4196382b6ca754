import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { inRoot } from './paths.ts';
import { compareRules, readRules } from './rules.ts';
import type { RanTest } from './tally.ts';

const GROUPS = [{ title: '4.2: routes', rules: ['4.2 token', '4.2 size'] }];

function test(status: RanTest['status'], ...titles: string[]): RanTest {
  return { file: 'node/a.test.ts', titles, status };
}

describe('the comparison of rules and tests', () => {
  it('finds a rule without a test', () => {
    const { problems, page } = compareRules(GROUPS, [
      test('passed', 'a call', 'needs the token § 4.2 token'),
    ]);
    expect(problems).toEqual(['no test has the rule “4.2 size”']);
    expect(page).toContain(
      '- **4.2 token**\n  - [node/a.test.ts](../node/a.test.ts): a call › needs the token\n',
    );
    expect(page).toContain('- **4.2 size**\n  - no test\n');
  });

  it('finds unknown rules in test names', () => {
    const { problems } = compareRules(GROUPS, [
      test('passed', 'is small § 4.2 size § 4.2 tokens § 4.2 token'),
    ]);
    expect(problems).toEqual(['node/a.test.ts names “4.2 tokens”, which test/rules.txt does not have']);
  });

  it('counts a rule in the title of a describe block, and only once if the test names it too', () => {
    const tests = [test('passed', 'a call § 4.2 token', 'needs it § 4.2 token § 4.2 size')];
    const { problems, page } = compareRules(GROUPS, tests);
    expect(problems).toEqual([]);
    expect(page.match(/a call › needs it/g)).toHaveLength(2);
  });

  it('lists a rule whose tests were all skipped', () => {
    const tests = [
      test('skipped', 'needs the token § 4.2 token'),
      test('passed', 'is small § 4.2 size'),
      test('skipped', 'is small without nginx § 4.2 size'),
    ];
    expect(compareRules(GROUPS, tests)).toMatchObject({ problems: [], skipped: ['4.2 token'] });
  });

  it('shows three of many tests, and their number', () => {
    const tests = ['a', 'b', 'c', 'd', 'e'].map((name) => test('passed', `${name} § 4.2 token`));
    expect(compareRules(GROUPS, tests).page).toContain(': a; b; c and 2 more\n');
  });
});

describe('the list of rules', () => {
  it('is grouped by its headings', () => {
    const folder = mkdtempSync(join(tmpdir(), 'cairn-rules-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const path = join(folder, 'rules.txt');
    writeFileSync(path, '# 4.2: routes\n4.2 token\n4.2 size\n\n# Faults\nfault torn tail\n');
    expect(readRules(path)).toEqual([...GROUPS, { title: 'Faults', rules: ['fault torn tail'] }]);
  });

  it('has each rule once', () => {
    const rules = readRules(inRoot('test/rules.txt')).flatMap((group) => group.rules);
    expect(rules.length).toBeGreaterThan(300);
    expect(new Set(rules).size).toBe(rules.length);
  });
});
