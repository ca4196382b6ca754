import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const ROW = /^\|[^|]*\| \[[^\]]+\]\(\.\.\/([^)]+)\)\s*\| (.+?)\s*\|$/;

/** A test that a page of the documentation names. */
export interface NamedTest {
  /** Path from the checkout's root. */
  readonly file: string;
  /** As it stands in the file, placeholders included. */
  readonly name: string;
}

/** The tests that a page's tables name, a row each: what is shown, the file, the test. @param page path from the root */
export function testsNamedIn(page: string): NamedTest[] {
  return readFileSync(join(ROOT, page), 'utf8')
    .split('\n')
    .map((line) => ROW.exec(line))
    .filter((match) => match !== null)
    .map(([, file, name]) => ({ file: file!, name: name! }));
}

/** Whether a file has a test of this name. @throws the system's error where there is no such file */
export function hasTest({ file, name }: NamedTest): boolean {
  const text = readFileSync(join(ROOT, file), 'utf8');
  return text.includes(`'${name}'`) || text.includes(`\`${name}\``);
}

const PLAIN = /\bit\(\s*'([^']+)'/g;
const FOR_EACH = /\bit\.each\b.*?\)\(\s*'([^']+)'/gs;

/** Every test of a folder's files. @param folder path from the root */
export function testsIn(folder: string): NamedTest[] {
  const files = readdirSync(join(ROOT, folder)).filter((name) => name.endsWith('.test.ts'));
  return files.flatMap((name) => {
    const file = `${folder}/${name}`;
    const text = readFileSync(join(ROOT, file), 'utf8');
    return [PLAIN, FOR_EACH].flatMap((pattern) =>
      [...text.matchAll(pattern)].map(([, found]) => ({ file, name: found! })),
    );
  });
}
