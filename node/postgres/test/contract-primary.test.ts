/** The contract tests of the Explorer API against a replica over a primary. */
import { describe, vi } from 'vitest';
import { nodeTests, serverTests } from './contract-tests.ts';
import { hasPostgres } from './databases.ts';

vi.mock('../../src/explorer-api/serve-test-chain.ts', async (importActual) => {
  const { testServerOverReplica } = await import('./replicas.ts');
  return testServerOverReplica('primary', await importActual());
});
vi.mock('../../test/explorer-rules/served-node.ts', async (importActual) => {
  const { servedNodesOverReplica } = await import('./replicas.ts');
  return servedNodesOverReplica('primary', await importActual());
});

describe.skipIf(!hasPostgres).each(Object.entries({ ...serverTests, ...nodeTests }))(
  '%s',
  async (_name, load) => {
    await load();
  },
);
