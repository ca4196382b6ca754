/** Commands, files and pages that the documents name must exist. */
import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

interface Package {
  readonly scripts?: Readonly<Record<string, string>>;
  readonly workspaces?: readonly string[];
}

const read = (path: string): string => readFileSync(path, 'utf8');
const readPackage = (folder: string): Package => JSON.parse(read(join(folder, 'package.json'))) as Package;
/** Every file of the repository, new ones too. */
const FILES = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => path !== '' && existsSync(path));
const DOCUMENTS = FILES.filter((path) => path.endsWith('.md')).map((path) => ({ path, text: read(path) }));
const README = read('README.md');

/** The command of every npm script, such as `npm run build -w website`. */
function commands(): string[] {
  const root = readPackage('.');
  const own = Object.keys(root.scripts!).map((name) =>
    ['start', 'test'].includes(name) ? `npm ${name}` : `npm run ${name}`,
  );
  const ofRooms = globSync([...root.workspaces!]).flatMap((folder) =>
    Object.keys(readPackage(folder).scripts ?? {}).map((name) => `npm run ${name} -w ${folder}`),
  );
  return [...own, ...ofRooms];
}

it('the README has a line for every npm command', () => {
  expect(commands().length).toBeGreaterThan(20);
  // A command ends at the end of its code span, or where its flags or a comment begin.
  const isNamed = (command: string): boolean => new RegExp(`${command}(?=\`| --| +#)`).test(README);
  expect(commands().filter((command) => !isNamed(command))).toEqual([]);
});

it('no document names an npm command that does not exist', () => {
  const named = DOCUMENTS.flatMap(({ text }) =>
    [...text.matchAll(/npm run [\w:]+(?: -w [\w/]+)?/g)].map(([command]) => command),
  );
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter((command) => !commands().includes(command))).toEqual([]);
});

it('no document names a source file that does not exist', () => {
  // Paths may be relative to any folder: `chain/chain.ts` is node/src/chain/chain.ts.
  const isEndOfPath = (name: string): boolean => FILES.some((path) => `/${path}`.endsWith(`/${name}`));
  const named = DOCUMENTS.flatMap(({ path, text }) =>
    [...text.matchAll(/`([\w./[\]-]+\.(?:tsx?|mjs|astro|css))(?:`| )/g)].map(([, name]) => ({
      path,
      name: name!,
    })),
  );
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter(({ name }) => !isEndOfPath(name))).toEqual([]);
});

it('every link of a document leads to a file or folder', () => {
  const links = DOCUMENTS.flatMap(({ path, text }) =>
    [...text.matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].map(([, target]) => ({ path, target: target! })),
  );
  expect(links.length).toBeGreaterThan(50);
  expect(links.filter(({ path, target }) => !existsSync(join(dirname(path), target)))).toEqual([]);
});
