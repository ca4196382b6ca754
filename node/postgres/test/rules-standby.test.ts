/** The contract tests of the Explorer API with a whole node, against a replica over a standby. */
import { describe, vi } from 'vitest';
import { nodeTests } from './contract-tests.ts';
import { hasPostgres } from './databases.ts';

vi.mock('../../test/explorer-rules/served-node.ts', async (importActual) => {
  const { servedNodesOverReplica } = await import('./replicas.ts');
  return servedNodesOverReplica('standby', await importActual());
});

describe.skipIf(!hasPostgres).each(Object.entries(nodeTests))('%s', async (_name, load) => {
  await load();
});
