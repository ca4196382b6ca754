/** The contract tests of the Explorer API against a replica over a standby; see `sampleTests`. */
import { describe, inject, vi } from 'vitest';
import { nodeTests, sampleTests, serverTests } from './contract-tests.ts';
import { hasPostgres } from './databases.ts';

vi.mock('../../src/explorer-api/serve-test-chain.ts', async (importActual) => {
  const { testServerOverReplica } = await import('./replicas.ts');
  return testServerOverReplica('standby', await importActual());
});
vi.mock('../../test/explorer-rules/served-node.ts', async (importActual) => {
  const { servedNodesOverReplica } = await import('./replicas.ts');
  return servedNodesOverReplica('standby', await importActual());
});

const tests = inject('allContractTests') ? { ...serverTests, ...nodeTests } : sampleTests;

describe.skipIf(!hasPostgres).each(Object.entries(tests))('%s', async (_name, load) => {
  await load();
});
