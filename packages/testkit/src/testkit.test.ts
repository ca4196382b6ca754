import { existsSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { findSuitePorts } from '@cairn/suite';
import { expect, it } from 'vitest';
import { Suite } from './suite.ts';

it('the README shows a test that runs', () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  const run = readFileSync(new URL('../../../e2e/testkit.spec.ts', import.meta.url), 'utf8');
  expect(readme).toContain(`\`\`\`ts\n${run}\`\`\``);
});

it.skipIf(process.platform !== 'linux')(
  'a suite whose node has ended by itself says so when it closes',
  async () => {
    const suite = new Suite({}, await findSuitePorts());
    await suite.startNode();
    const children = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim().split(' ');
    const folder = dirname(suite.addresses.tokenFile);
    const node = children.find((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(folder));
    process.kill(Number(node), 'SIGKILL');
    await expect.poll(() => existsSync(`/proc/${node}`)).toBe(false);
    await expect(suite.close()).rejects.toThrow(/^node ended: /);
  },
);
