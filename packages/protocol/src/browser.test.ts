import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createContext, runInContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as native from './index.ts';

/** The package bundled for browsers, as one script that sets `protocol`. */
let bundle: string;
const folder = mkdtempSync(join(tmpdir(), 'cairn-bundle-'));

beforeAll(async () => {
  await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      outDir: folder,
      minify: true,
      lib: {
        entry: fileURLToPath(new URL('index.ts', import.meta.url)),
        formats: ['iife'],
        name: 'protocol',
        fileName: () => 'protocol.js',
      },
    },
  });
  bundle = readFileSync(join(folder, 'protocol.js'), 'utf8');
});
afterAll(() => rmSync(folder, { recursive: true }));

it('what verifies headers, accounts and payments is at most 8 KB, without the cryptography', async () => {
  const entry = fileURLToPath(new URL('index.ts', import.meta.url));
  const program = `export { HeaderChain, verifyAccount, verifyPayment } from ${JSON.stringify(entry)};`;
  const { output } = (await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [
      {
        name: 'program',
        resolveId: (id) => (id === 'program' ? id : undefined),
        load: (id) => (id === 'program' ? program : undefined),
      },
    ],
    build: {
      write: false,
      minify: true,
      target: 'es2024',
      rolldownOptions: { input: 'program', external: /^@(noble|scure)\//, preserveEntrySignatures: 'strict' },
    },
  })) as Rolldown.RolldownOutput;
  expect(output).toHaveLength(1);
  const size = gzipSync(output[0].code, { level: 9 }).length;
  expect(size).toBeGreaterThan(2_000);
  expect(size).toBeLessThan(8_000);
});

it('the bundle needs neither Node modules nor the word list', () => {
  expect(bundle).not.toMatch(/['"`]node:|require\(|\bBuffer\b/);
  expect(bundle).not.toContain('abandon');
});

it('the bundle computes the same in a browser as in Node', () => {
  const context = createContext({ TextEncoder, Uint8Array, crypto });
  const browser = runInContext(`${bundle}; protocol`, context) as typeof native;
  for (const name of ['testnet', 'devnet'] as const) {
    const raw = browser.genesisBlock(browser.getNetwork(name));
    expect(browser.bytesToHex(raw)).toBe(native.bytesToHex(native.genesisBlock(native.getNetwork(name))));
    expect(browser.genesisBlockId(browser.getNetwork(name))).toBe(native.blockId(raw));
  }
  const [, transfer] = browser.splitBlock(
    browser.genesisBlock(browser.getNetwork('devnet')),
  ).transactionBytes;
  expect(browser.verifyTransactionSignature(transfer!, browser.getNetwork('devnet'))).toBe(true);
  expect(browser.verifyTransactionSignature(transfer!, browser.getNetwork('testnet'))).toBe(false);
});
