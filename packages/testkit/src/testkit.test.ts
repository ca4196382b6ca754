import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { copyWebsite } from '../../../scripts/lib/website.ts';

const BUILT_IN = 'http://explorer-api.invalid';
const BUILT_IN_WALLET = 'http://wallet.invalid';
const URLS = { api: 'http://127.0.0.1:4242', wallet: 'http://127.0.0.1:4243' };

const folder = mkdtempSync(join(tmpdir(), 'cairn-testkit-'));
const [build, copy] = [join(folder, 'build'), join(folder, 'copy')];
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(build, name, '..'), { recursive: true });
    writeFileSync(join(build, name), text);
  }
}

it('copyWebsite copies a build with the addresses of another API and wallet, and does not change the build', () => {
  const files = {
    'script-policy.txt': `connect-src ${BUILT_IN}`,
    'server/entry.mjs': `const policy = "connect-src ${BUILT_IN}", base = "${BUILT_IN}";`,
    'client/_astro/shared.js': `export const base = "${BUILT_IN}";`,
    'static/_headers': `/* ${BUILT_IN}`,
    'client/_astro/address.js': `open("${BUILT_IN_WALLET}/#cairn:");`,
    'static/index.html': `<meta content="connect-src 'self' ${BUILT_IN};">`,
    'static/styles.css': 'main { color: red }',
  };
  write(files);
  copyWebsite(build, URLS, copy);
  for (const [name, text] of Object.entries(files)) {
    expect(readFileSync(join(copy, name), 'utf8')).toBe(
      text.replaceAll(BUILT_IN, URLS.api).replaceAll(BUILT_IN_WALLET, URLS.wallet),
    );
    expect(readFileSync(join(build, name), 'utf8')).toBe(text);
  }
});

it('copyWebsite rejects a build for another API', () => {
  write({ 'server/entry.mjs': 'const base = "http://127.0.0.1:28000";' });
  expect(() => copyWebsite(build, URLS, copy)).toThrow(`was not built for ${BUILT_IN}`);
});

it('the README shows a test that runs', () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  const run = readFileSync(new URL('../../../e2e/testkit.spec.ts', import.meta.url), 'utf8');
  expect(readme).toContain(`\`\`\`ts\n${run}\`\`\``);
});
