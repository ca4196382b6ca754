/** The contract tests of the Explorer API without a node, against a replica over a standby. */
import { describe, vi } from 'vitest';
import { serverTests } from './contract-tests.ts';
import { hasPostgres } from './databases.ts';

vi.mock('../../src/explorer-api/serve-test-chain.ts', async (importActual) => {
  const { testServerOverReplica } = await import('./replicas.ts');
  return testServerOverReplica('standby', await importActual());
});

describe.skipIf(!hasPostgres).each(Object.entries(serverTests))('%s', async (_name, load) => {
  await load();
});
