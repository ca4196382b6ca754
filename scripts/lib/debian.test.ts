import { expect, it } from 'vitest';
import { installMissingTools } from './debian.ts';

async function provide(
  present: Set<string>,
  install: (names: readonly string[]) => string | undefined,
): Promise<string[]> {
  const said: string[] = [];
  const tools = [
    { name: 'nginx', tests: 'the published Explorer API' },
    { name: 'openssl', tests: 'the published Explorer API' },
    { name: 'postgresql', tests: 'the projection into PostgreSQL' },
  ].map((tool) => ({ ...tool, isInstalled: () => present.has(tool.name) }));
  await installMissingTools(
    (line) => said.push(line),
    tools,
    async (names) => install(names),
  );
  return said;
}

it('installs only missing programs', async () => {
  const present = new Set(['openssl']);
  const said = await provide(present, (names) => {
    expect(names).toEqual(['nginx', 'postgresql']);
    for (const name of names) present.add(name);
    return undefined;
  });
  expect(said).toEqual([]);
});

it('prints one line with the missing programs, the reason, and the tests that are skipped', async () => {
  const said = await provide(
    new Set(['postgresql']),
    () => 'packages can be installed only as root and with apt-get',
  );
  expect(said).toEqual([
    'Missing: nginx, openssl (packages can be installed only as root and with apt-get); not tested: the published Explorer API',
  ]);
});
