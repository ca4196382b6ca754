import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';
import { expect, it } from 'vitest';

const PROGRAM = `
import { createCairn } from ${JSON.stringify(fileURLToPath(new URL('index.ts', import.meta.url)))};
createCairn({ api: location.origin }).getBalance(location.hash).then(alert);
`;

it('a page that looks up a balance loads at most 6 KB, and no cryptography', async () => {
  const { output } = (await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [
      {
        name: 'program',
        resolveId: (id) => (id === 'program' ? '\0program' : undefined),
        load: (id) => (id === '\0program' ? PROGRAM : undefined),
      },
    ],
    build: { write: false, minify: true, target: 'es2024', rolldownOptions: { input: 'program' } },
  })) as Rolldown.RolldownOutput;
  expect(output).toHaveLength(1);
  expect(gzipSync(output[0].code, { level: 9 }).length).toBeLessThan(6_000);
});
