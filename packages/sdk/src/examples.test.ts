/** What documents and docstrings say compiles. */
import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inRoot } from '@cairn/suite/checkout';
import { expect, it, onTestFinished } from 'vitest';

const read = (path: string): string => readFileSync(inRoot(path), 'utf8');

/** Programs of documents: they import what they use. */
const PAGES = [
  ...['FIRST-APP', 'TESTING'].map((name) => `docs/${name}.md`),
  ...['protocol', 'api', 'sdk'].map((name) => `packages/${name}/README.md`),
];

/** Examples of docstrings use the exports of their package and these variables: declare here what a new one uses. */
const VARIABLES: Readonly<Record<string, string>> = {
  protocol: `import type { AddressProof } from '@cairn/api/explorer';
    import type * as protocol from '@cairn/protocol';
    declare const network: protocol.Network, address: protocol.Address, newTipId: protocol.BlockId;
    declare const bytes: Uint8Array, checkedHeader: Uint8Array, headerBytes: Uint8Array, raw: Uint8Array;
    declare const count: number, now: number, answer: AddressProof, record: protocol.AccountRecord;
    declare const chain: protocol.HeaderChain, tree: protocol.HeaderTree, rows: protocol.ShownTransaction[];
    declare const receipt: protocol.PaymentEvidence;`,
  'api/devnet': `import type { readFileSync as read } from 'node:fs';
    import type { DevnetClient } from '@cairn/api/devnet';
    declare const devnet: DevnetClient, readFileSync: typeof read;`,
  sdk: `import type { Account, Cairn, Transfer } from '@cairn/sdk';
    declare const cairn: Cairn, account: Account, transfer: Transfer, address: string;`,
  testkit: `import type { after as runner } from 'node:test';
    import type { writeFileSync as write } from 'node:fs';
    import type * as sdk from '@cairn/sdk';
    import type { TestChain } from '@cairn/testkit';
    declare const chain: TestChain, address: string, raw: string, createCairn: typeof sdk.createCairn;
    declare const after: typeof runner, writeFileSync: typeof write;`,
};

/** The examples of a package's docstrings, as modules. */
async function examplesOf(entry: string, variables: string): Promise<string[]> {
  const exports = Object.keys((await import(`@cairn/${entry}`)) as object);
  const [name, part = ''] = entry.split('/');
  return globSync(join('packages', name!, 'src', part, '**/*.ts'), { cwd: inRoot() })
    .filter((path) => !path.endsWith('.test.ts'))
    .flatMap((path) => [...read(path).matchAll(/@example\s(.*?)\*\//gs)])
    .map(([, text]) => text!.replaceAll(/^ *\* ?/gm, ''))
    .map((code) => {
      if (code.includes('import ')) return code;
      const used = exports.filter((name) => new RegExp(`\\b${name}\\b`).test(code));
      return `import { ${used.join(', ')} } from '@cairn/${entry}';\n${variables}\nexport async function example() {\n${code}\n}`;
    });
}

it('every example compiles', async () => {
  const programs = PAGES.flatMap((path) =>
    [...read(path).matchAll(/^ *```ts\n(.*?)^ *```$/gms)].map(([, code]) => code!),
  );
  expect(programs.length).toBeGreaterThan(12);
  for (const [entry, variables] of Object.entries(VARIABLES)) {
    const examples = await examplesOf(entry, variables);
    expect(examples.length).toBeGreaterThan(0);
    programs.push(...examples);
  }
  // In the repository, so that imports are found, and where git sees nothing: the check of the format runs beside.
  mkdirSync(inRoot('reports'), { recursive: true });
  const folder = mkdtempSync(inRoot('reports/examples-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const files = programs.map((code, index) => {
    const name = `example-${index}.ts`;
    writeFileSync(join(folder, name), code);
    return name;
  });
  const compilerOptions = { lib: ['esnext', 'dom', 'dom.iterable'], noUnusedLocals: false };
  const config = { extends: inRoot('tsconfig.base.json'), compilerOptions, files };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
  const compiler = inRoot('node_modules/typescript7/bin/tsc');
  const { status, stdout } = spawnSync(process.execPath, [compiler, '-p', folder], { encoding: 'utf8' });
  expect({ status, stdout }).toEqual({ status: 0, stdout: '' });
});
