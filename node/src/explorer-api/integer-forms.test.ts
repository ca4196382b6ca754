import { explorerAdditions } from '@cairn/api/explorer';
import { buildExplorerOpenApi } from '@cairn/api/openapi';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACCOUNTS } from '../chain/test-support.ts';
import { startTestExplorer, type TestExplorer } from './test-support.ts';

interface Bounds {
  readonly minimum: number;
  readonly maximum: number;
}

let explorer: TestExplorer;

beforeAll(async () => {
  explorer = await startTestExplorer();
});
afterAll(() => explorer.close());

/** Every integer that a query may contain, with its bounds as they are documented. */
const PARAMETERS = Object.entries(buildExplorerOpenApi().paths)
  .filter(([path]) => path !== explorerAdditions.events.path)
  .flatMap(([path, { get }]) =>
    (get!.parameters ?? []).flatMap(({ in: place, name, schema }): [string, string, Bounds][] => {
      const target = path.replace('{height_or_hash}', '0').replace('{address}', ACCOUNTS[1]!.address);
      const { type, minimum, maximum } = schema;
      const isInteger = place === 'query' && type === 'integer';
      return isInteger ? [[target, name, { minimum: Number(minimum), maximum: Number(maximum) }]] : [];
    }),
  );

describe.each(PARAMETERS)('%s?%s', (path, name, { minimum, maximum }) => {
  it('accepts decimal digits within its bounds: 200, or 503 without an index', async () => {
    for (const text of [minimum, maximum, `0${maximum}`, `%2B${maximum}`, `x&${name}=${minimum}`]) {
      const { status } = await explorer.get(`${path}?${name}=${text}`);
      expect([text, status]).toEqual([text, expect.toBeOneOf([200, 503])]);
    }
  });

  it('answers anything else with 422 in FastAPI’s shape', async () => {
    const loc = ['query', name];
    for (const [input, type, ctx] of [
      [String(minimum - 1), 'greater_than_equal', { ge: minimum }],
      [String(maximum + 1), 'less_than_equal', { le: maximum }],
      ['9'.repeat(5_000), 'less_than_equal', { le: maximum }],
      ...['', '5.0', '1_0', ' 5', '1e1', '0x5', 'null'].map((text) => [text, 'int_parsing', undefined]),
    ] as const) {
      const { status, json } = await explorer.get(`${path}?${name}=${encodeURIComponent(input as string)}`);
      const detail = [{ type, loc, msg: expect.any(String), input, ...(ctx && { ctx }) }];
      expect([status, json]).toEqual([422, { detail }]);
    }
  });
});
