import { readFileSync } from 'node:fs';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { describe, expect, it } from 'vitest';
import { devnetRoutes } from './devnet/index.ts';
import { EXPLORER_ERRORS, explorerAdditions, explorerRoutes } from './explorer/index.ts';
import { buildDevnetOpenApi, buildExplorerOpenApi, buildRpcOpenApi } from './openapi.ts';
import type { RouteDefinition } from './route.ts';
import { RPC_ERRORS, rpcRoutes } from './rpc/index.ts';

const DOCUMENTS = [
  ['explorer', buildExplorerOpenApi(), { ...explorerRoutes, ...explorerAdditions }],
  ['rpc', buildRpcOpenApi(), rpcRoutes],
  ['devnet', buildDevnetOpenApi(), devnetRoutes],
] as const;

/** The linter's findings in a document, all recommended rules being errors. */
async function problemsOf(document: unknown): Promise<string[]> {
  // `/blocks/at/{time}` and `/blocks/{height_or_hash}/raw` have no path in common: `at` is no block, `raw` no time.
  const rules = {
    'operation-4xx-response': 'error',
    'operation-description': 'error',
    'no-ambiguous-paths': 'off',
  } as const;
  const config = await createConfig({ extends: ['recommended-strict'], rules });
  const source = JSON.stringify(document);
  const problems = await lintFromString({ source, absoluteRef: '/openapi.json', config });
  return problems.map(({ ruleId, location }) => `${ruleId} at ${location[0]?.pointer}`);
}

describe.each(DOCUMENTS)('the OpenAPI document %s', (name, document, routes) => {
  const described = Object.values<RouteDefinition>(routes);
  const operationOf = ({ path, method }: RouteDefinition) => document.paths[path]![method.toLowerCase()]!;

  it('passes the linter, which finds no unused component', async () => {
    expect(await problemsOf(document)).toEqual([]);
  });

  it('is the one in docs/openapi', () => {
    const url = new URL(`../../../docs/openapi/${name}.json`, import.meta.url);
    expect(JSON.parse(readFileSync(url, 'utf8'))).toEqual(document); // otherwise run `npm run openapi`
  });

  it('has every route with its parameters', () => {
    const ids = Object.values(document.paths).flatMap((operations) =>
      Object.values(operations).map(({ operationId }) => operationId),
    );
    expect(ids.toSorted()).toEqual(Object.keys(routes).toSorted());
    for (const route of described) {
      const names = (operationOf(route).parameters ?? []).map((parameter) => parameter.name);
      expect(names).toEqual([
        ...Object.keys(route.params.shape),
        ...Object.keys(route.query.shape),
        ...Object.keys(route.headers?.shape ?? {}),
      ]);
      expect(operationOf(route).requestBody !== undefined).toBe(route.body !== undefined);
    }
  });

  it('allows unknown fields in answers', () => {
    const written = JSON.stringify(
      Object.values(document.paths).flatMap((one) => Object.values(one).map(({ responses }) => responses)),
    );
    expect(written).not.toContain('additionalProperties');
  });
});

/** Bounds and default of each query parameter, copied from the interface document, sections 4.1 and 8. */
const [INT32, UINT32] = [2_147_483_647, 4_294_967_295];
it.each<[path: string, name: string, low: number, high: number, absent: number | undefined]>([
  ['/blocks', 'limit', 1, 10, 10],
  ['/blocks', 'offset', 0, INT32, 0],
  ['/blocks', 'before_height', 0, UINT32, undefined],
  ...[
    '/blocks/{height_or_hash}/transactions',
    '/transactions',
    '/addresses',
    '/addresses/{address}/transactions',
  ].flatMap((path): [string, string, number, number, number][] => [
    [path, 'limit', 1, 100, 25],
    [path, 'offset', 0, INT32, 0],
  ]),
])('%s?%s is from %d to %d, and %s where it is absent', (path, name, minimum, maximum, absent) => {
  const { parameters } = buildExplorerOpenApi().paths[`/api/v1${path}`]!['get']!;
  const { schema } = parameters!.find((one) => one.name === name)!;
  const bounds = { type: 'integer', minimum, maximum };
  expect(schema).toEqual(absent === undefined ? bounds : { ...bounds, default: absent });
});

/** Codes of the interface document, section 7. */
it.each([
  [
    'explorer',
    EXPLORER_ERRORS,
    {
      invalid_block_reference: 400,
      invalid_transaction_id: 400,
      invalid_address: 400,
      block_not_found: 404,
      transaction_not_found: 404,
      explorer_index_disabled: 503,
      explorer_index_building: 503,
      explorer_index_error: 503,
      explorer_index_unavailable: 503,
    },
  ],
  [
    'rpc',
    RPC_ERRORS,
    {
      invalid_address: 400,
      invalid_limit: 400,
      invalid_cursor: 400,
      invalid_height: 400,
      invalid_transaction_encoding: 400,
      invalid_transaction_length: 400,
      invalid_transaction: 400,
      unauthorized: 401,
      block_not_found: 404,
      transaction_rejected: 422,
      node_not_ready: 503,
      mempool_unavailable: 503,
    },
  ],
] as const)('the errors of %s have the statuses of the interface document', (_name, table, expected) => {
  const statuses = Object.entries(table).map(([code, [status]]) => [code, status]);
  expect(Object.fromEntries(statuses)).toMatchObject(expected);
});

it('an answer that is bytes is binary, and an event stream has the schemas of its events', () => {
  const document = buildExplorerOpenApi();
  const media = (path: string) => document.paths[path]!['get']!.responses['200']!.content;
  for (const path of ['/api/v1/headers', '/api/v1/blocks/{height_or_hash}/raw']) {
    expect(media(path)).toMatchObject({
      'application/octet-stream': { schema: { type: 'string', format: 'binary' } },
    });
  }
  expect(media('/api/v1/events')).toMatchObject({
    'text/event-stream': {
      schema: {
        oneOf: ['TipEvent', 'ReorganizedEvent', 'IndexStatus'].map((name) => ({
          $ref: `#/components/schemas/${name}`,
        })),
      },
    },
  });
});

it('the private RPC has a bearer token, but not for its probe; devnet control may be reached without', () => {
  const document = buildRpcOpenApi();
  expect(document.security).toEqual([{ bearer: [] }]);
  expect(document.paths['/health']!['get']!.security).toEqual([]);
  expect(buildExplorerOpenApi().security).toEqual([]);
  expect(buildDevnetOpenApi().security).toEqual([{ bearer: [] }, {}]);
});
