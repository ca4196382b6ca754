/** What the documents and docstrings say about the SDK compiles, and an editor shows it briefly. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { explorerAdditions, explorerRoutes } from '@cairn/api/explorer';
import ts from 'typescript';
import { expect, it } from 'vitest';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const read = (path: string): string => readFileSync(at(path), 'utf8');

/** Programs of documents: they import what they use. */
const programs = ['../README.md'].flatMap((path) =>
  [...read(path).matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code]) => code!),
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

const OPTIONS: ts.CompilerOptions = {
  ...ts.parseJsonConfigFileContent(
    ts.readConfigFile(at('../tsconfig.json'), (path) => ts.sys.readFile(path)).config,
    ts.sys,
    at('..'),
  ).options,
  noUnusedLocals: false,
  incremental: false,
};

/** A language service that knows these files, as if they were in this folder. */
function serviceFor(files: ReadonlyMap<string, string>): ts.LanguageService {
  const readFile = (path: string): string | undefined => files.get(path) ?? ts.sys.readFile(path);
  return ts.createLanguageService({
    readFile,
    readDirectory: (...args) => ts.sys.readDirectory(...args),
    directoryExists: (...args) => ts.sys.directoryExists(...args),
    getDirectories: (...args) => ts.sys.getDirectories(...args),
    fileExists: (path) => files.has(path) || ts.sys.fileExists(path),
    getCompilationSettings: () => OPTIONS,
    getScriptFileNames: () => [...files.keys()],
    getScriptVersion: () => '1',
    getScriptSnapshot: (path) => {
      const text = readFile(path);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    getCurrentDirectory: () => at('..'),
    getDefaultLibFileName: ts.getDefaultLibFilePath,
  });
}

const hovers = Object.values({ ...explorerRoutes, ...explorerAdditions }).filter(({ id }) => id !== 'events');
const hoverPage = `import type { Cairn } from '@cairn/sdk';\ndeclare const cairn: Cairn;\n${hovers.map(({ id }) => `cairn.api.${id};`).join('\n')}\n`;
const files = new Map([
  [at('hovers.ts'), hoverPage],
  ...[...programs, ...examples].map((code, index) => [at(`example-${index}.ts`), code] as const),
]);
const service = serviceFor(files);

it('every example compiles', () => {
  expect(programs.length).toBeGreaterThan(1);
  expect(examples.length).toBeGreaterThan(5);
  for (const [path, code] of files) {
    const problems = [...service.getSyntacticDiagnostics(path), ...service.getSemanticDiagnostics(path)];
    const texts = problems.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
    expect({ code, texts }).toEqual({ code, texts: [] });
  }
});

it.each(hovers)('an editor shows $id in one line, with its summary', ({ id, summary }) => {
  const { displayParts, documentation } = service.getQuickInfoAtPosition(
    at('hovers.ts'),
    hoverPage.indexOf(`.${id};`) + 1,
  )!;
  expect(ts.displayPartsToString(documentation)).toContain(summary);
  const text = ts.displayPartsToString(displayParts);
  expect(text).toMatch(/^\(method\) ExplorerApi\.\w+\((.|\n)*\): Promise<\w+>$/);
});
