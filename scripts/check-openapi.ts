/**
 * Runs the linters and client generators that people use over the documents in `docs/openapi`, and type-checks what the
 * generators write. The tools are installed in a folder of their own, not in this repository. Not part of `npm test`, because it
 * downloads them.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const TOOLS = [
  '@redocly/cli@2.77.0',
  '@stoplight/spectral-cli@6.16.3',
  'openapi-typescript@7.13.0',
  '@hey-api/openapi-ts@0.99.0',
  'orval@8.38.0',
  'typescript@5.9.3',
];
const root = join(import.meta.dirname, '..');
const folder = join(root, 'node_modules/.cache/openapi-tools');
const generated = join(folder, 'generated');

/** Runs a program in the folder of the tools; throws if it fails. */
function run(program: string, ...given: string[]): void {
  console.log(`\n${program} ${given.join(' ')}`);
  execFileSync(program, given, {
    cwd: folder,
    stdio: 'inherit',
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
  });
}
const bin = (name: string): string => join(folder, 'node_modules/.bin', name);

rmSync(generated, { recursive: true, force: true });
mkdirSync(generated, { recursive: true });
writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
run('npm', 'install', '--no-save', '--no-audit', '--no-fund', '--ignore-scripts', ...TOOLS);

// `/blocks/at/{time}` and `/blocks/{height_or_hash}/raw` have no path in common: `at` is no block, and `raw` no time.
const redocly = 'extends: [recommended-strict]\nrules:\n  no-ambiguous-paths: off\n';
writeFileSync(join(folder, 'redocly.yaml'), redocly);
// The project has no address yet, and OpenAPI 3.1 allows a license an identifier or a URL, not both.
const spectral =
  'extends: [["spectral:oas", "all"]]\nrules:\n  contact-properties: off\n  license-url: off\n';
writeFileSync(join(folder, 'spectral.yaml'), spectral);
writeFileSync(
  join(folder, 'tsconfig.json'),
  JSON.stringify({
    compilerOptions: {
      target: 'ES2022',
      lib: ['ES2023', 'DOM', 'DOM.Iterable'],
      module: 'ESNext',
      moduleResolution: 'Bundler',
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      types: [],
    },
    include: ['generated'],
  }),
);
for (const name of ['explorer', 'rpc', 'devnet']) {
  const document = join(root, `docs/openapi/${name}.json`);
  run(bin('redocly'), 'lint', '--config', 'redocly.yaml', document);
  run(bin('spectral'), 'lint', '--fail-severity', 'hint', '--ruleset', 'spectral.yaml', document);
  run(bin('openapi-typescript'), document, '--output', `generated/${name}.ts`);
  run(bin('openapi-ts'), '--input', document, '--output', `generated/${name}-hey-api`, '--no-log-file');
  run(bin('orval'), '--input', document, '--output', `generated/${name}-orval.ts`, '--client', 'fetch');
}
run(bin('tsc'), '--project', 'tsconfig.json');
