import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';
import { expect, it } from 'vitest';

const ENTRY = JSON.stringify(fileURLToPath(new URL('index.ts', import.meta.url)));

/** Bundles a program for browsers. @param external modules that are left out */
async function bundle(program: string, external: RegExp[] = []): Promise<string> {
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
      rolldownOptions: { input: 'program', external, preserveEntrySignatures: 'strict' },
    },
  })) as Rolldown.RolldownOutput;
  expect(output).toHaveLength(1);
  return output[0].code;
}

it('what verifies headers, accounts and payments is at most 8 KB, without the cryptography', async () => {
  const program = `export { HeaderChain, verifyAccount, verifyPayment } from ${ENTRY};`;
  const size = gzipSync(await bundle(program, [/^@(noble|scure)\//]), { level: 9 }).length;
  expect(size).toBeGreaterThan(2_000);
  expect(size).toBeLessThan(8_000);
});

it('in a browser the package needs neither Node modules nor the word list', async () => {
  const code = await bundle(`export * from ${ENTRY};`);
  expect(code.length).toBeGreaterThan(10_000);
  expect(code).not.toMatch(/['"`]node:|require\(|\bBuffer\b/);
  expect(code).not.toContain('abandon');
});
