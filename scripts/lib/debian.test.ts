import { expect, it } from 'vitest';
import { provideTools } from './debian.ts';

function provide(present: Set<string>, install: (names: readonly string[]) => string | undefined): string[] {
  const said: string[] = [];
  const tools = [
    { name: 'nginx', tests: 'the published Explorer API' },
    { name: 'openssl', tests: 'the published Explorer API' },
    { name: 'postgresql', tests: 'the projection into PostgreSQL' },
  ].map((tool) => ({ ...tool, isThere: () => present.has(tool.name) }));
  provideTools((line) => said.push(line), tools, install);
  return said;
}

it('installs what is missing, and nothing else', () => {
  const present = new Set(['openssl']);
  const said = provide(present, (names) => {
    expect(names).toEqual(['nginx', 'postgresql']);
    for (const name of names) present.add(name);
    return undefined;
  });
  expect(said).toEqual([]);
});

it('says in one line what is missing, why, and what is not tested', () => {
  const said = provide(new Set(['postgresql']), () => 'only root may install it, with apt-get');
  expect(said).toEqual([
    'Missing: nginx, openssl (only root may install it, with apt-get); not tested: the published Explorer API',
  ]);
});

it('asks for nothing where every program is there', () => {
  const said = provide(new Set(['nginx', 'openssl', 'postgresql']), () => expect.unreachable());
  expect(said).toEqual([]);
});
