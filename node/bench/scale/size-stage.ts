import type { TestCluster } from '../../postgres/test/cluster.ts';

/** Size of the tables and their indexes on the server's disk. */
export function measureSize({ sql }: TestCluster, transactions: number): string[] {
  const rows = sql(
    'cairn',
    `SELECT relname, pg_relation_size(oid), pg_indexes_size(oid) FROM pg_class
     WHERE relnamespace = 'cairn'::regnamespace AND relkind = 'r' ORDER BY pg_total_relation_size(oid) DESC`,
  );
  const tables = rows
    .trim()
    .split('\n')
    .map((row) => row.split('|') as [string, string, string]);
  const total = tables.reduce((sum, [, table, indexes]) => sum + Number(table) + Number(indexes), 0);
  const mebibytes = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(0)} MiB`;
  return [
    `index size: ${mebibytes(total)}, ${(total / transactions).toFixed(0)} bytes a transaction`,
    ...tables
      .filter(([, table]) => Number(table) > 2 ** 20)
      .map(
        ([name, table, indexes]) =>
          `  ${name}: ${mebibytes(Number(table))}, its indexes ${mebibytes(Number(indexes))}`,
      ),
  ];
}
