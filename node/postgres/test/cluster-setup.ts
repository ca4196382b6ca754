/** Vitest's global set-up of the PostgreSQL tests: one cluster for all of them. */
import type { TestProject } from 'vitest/node';
import { findPostgres, startCluster } from './cluster.ts';

/** Ports of the shared cluster. */
interface SharedCluster {
  readonly primaryPort: number;
  readonly standbyPort: number;
}

declare module 'vitest' {
  interface ProvidedContext {
    /** `undefined` if PostgreSQL is not installed. */
    readonly cluster: SharedCluster | undefined;
  }
}

export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const programs = findPostgres();
  if (programs === undefined) {
    process.stdout.write(
      'PostgreSQL 15 or newer is not installed (apt-get install postgresql): its tests are skipped\n',
    );
    project.provide('cluster', undefined);
    return undefined;
  }
  const cluster = await startCluster(programs);
  cluster.sql('postgres', 'CREATE ROLE cairn_reader LOGIN');
  project.provide('cluster', { primaryPort: cluster.primary.port, standbyPort: cluster.standby.port });
  return () => cluster.remove();
}
