import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'tsdown';
import { expect, it, onTestFinished } from 'vitest';
import { threadScripts } from './thread-scripts.ts';

/** Bundles `main.ts` of some files. @returns what it exports as `text` */
async function bundle(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'cairn-threads-')));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  await build({
    config: false,
    cwd: folder,
    entry: ['main.ts'],
    outDir: 'dist',
    format: 'esm',
    platform: 'node',
    dts: false,
    fixedExtension: false,
    logLevel: 'silent',
    plugins: [threadScripts(folder)],
  });
  const { text } = (await import(pathToFileURL(join(folder, 'dist/main.js')).href)) as { text: string };
  return text;
}

const start = (path: string): string => `(await import(new URL('${path}', import.meta.url).href)).default`;

it('two scripts of one name stay apart, and share what both import', async () => {
  const text = await bundle({
    'main.ts': `import { first } from './first/start.ts'; export const text = first + ${start('second/thread.ts')};`,
    'first/start.ts': `export const first: string = ${start('./thread.ts')};`,
    'first/thread.ts': `import { end } from '../end.ts'; export default 'first' + end;`,
    'second/thread.ts': `import { end } from '../end.ts'; export default 'second' + end;`,
    'end.ts': "export const end: string = '; ';",
  });
  expect(text).toBe('first; second; ');
});

it('a script that does not exist fails the build', async () => {
  const missing = bundle({ 'main.ts': `export const text = ${start('thread.ts')};` });
  await expect(missing).rejects.toThrow(/thread\.ts/);
});
