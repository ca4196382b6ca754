/** What the documents and docstrings say about the SDK compiles, and an editor shows it briefly. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { explorerAdditions, explorerRoutes } from '@cairn/api/explorer';
import { expect, it, onTestFinished } from 'vitest';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const read = (path: string): string => readFileSync(at(path), 'utf8');

/** Programs of documents: they import what they use. */
const PAGES = [
  '../README.md',
  '../../protocol/README.md',
  '../../api/README.md',
  '../../../docs/FIRST-APP.md',
];
const programs = PAGES.flatMap((path) =>
  [...read(path).matchAll(/^ *```ts\n(.*?)^ *```$/gms)].map(([, code]) => code!),
);
/** Examples of docstrings: they use the SDK's exports and the variables that this declares. */
const PRELUDE = `import { accountFromPhrase, createCairn, formatCoins, generateMnemonic, parseCoins } from '@cairn/sdk';
declare const cairn: import('@cairn/sdk').Cairn, account: import('@cairn/sdk').Account;
declare const transfer: import('@cairn/sdk').Transfer, address: string;\n`;
const examples = readdirSync(at('.'))
  .filter((name) => !name.includes('.test'))
  .flatMap((name) => [...read(name).matchAll(/@example\n(.*?)\*\//gs)])
  .map(([, lines]) => lines!.replaceAll(/^ *\* ?/gm, ''))
  .map((code) => (code.includes('import ') ? code : `${PRELUDE}export async function example() {\n${code}}`));

it('every example compiles', () => {
  expect(programs.length).toBeGreaterThan(12);
  expect(examples.length).toBeGreaterThan(5);
  // In the package's folder, so that its imports are found.
  const folder = mkdtempSync(at('../.examples-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const files = [...programs, ...examples].map((code, index) => {
    const name = `example-${index}.ts`;
    writeFileSync(join(folder, name), code);
    return name;
  });
  const compilerOptions = { noUnusedLocals: false, incremental: false };
  const config = { extends: '../tsconfig.json', compilerOptions, include: [], files };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
  const compiler = at('../../../node_modules/typescript7/bin/tsc');
  const { status, stdout } = spawnSync(process.execPath, [compiler, '-p', folder], { encoding: 'utf8' });
  expect({ status, stdout }).toEqual({ status: 0, stdout: '' });
});

it('an editor shows for each route its summary, and the type of its answer by name', () => {
  const shown = [
    ...read('explorer-api.ts').matchAll(/\/\*\* (.*?)\.(?: .*?)? \*\/\n {2}(\w+)\([^]*?\): Promise<\w+>;/g),
  ].map(([, summary, id]) => ({ id, summary }));
  const routes = Object.values({ ...explorerRoutes, ...explorerAdditions }).filter(
    ({ id }) => id !== 'events',
  );
  expect(shown).toEqual(routes.map(({ id, summary }) => ({ id, summary })));
});
