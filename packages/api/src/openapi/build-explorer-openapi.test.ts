import { describe, expect, it } from 'vitest';
import { explorerAdditions } from '../explorer/additions.ts';
import { EXPLORER_ERROR_STATUS, type ExplorerErrorCode } from '../explorer/errors.ts';
import { explorerRoutes } from '../explorer/routes.ts';
import type { RouteDefinition } from '../route/route.ts';
import { buildExplorerOpenApi } from './build-explorer-openapi.ts';
import { referencesIn } from './components.ts';

const ROUTES: readonly RouteDefinition[] = [
  ...Object.values(explorerRoutes),
  ...Object.values(explorerAdditions),
];
const document = buildExplorerOpenApi(ROUTES);
const operation = (route: RouteDefinition) => document.paths[route.path]!.get;

/** All objects of a document with their paths. */
function walk(value: unknown, path = '#'): [string, Record<string, unknown>][] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.entries(value).flatMap(([key, child]) => walk(child, `${path}/${key}`));
  return Array.isArray(value) ? inner : [[path, value as Record<string, unknown>], ...inner];
}

describe('the OpenAPI document', () => {
  it('is plain JSON of version 3.1 § contract OpenAPI', () => {
    expect(document.openapi).toBe('3.1.0');
    expect(JSON.parse(JSON.stringify(document))).toEqual(document);
  });

  it('has exactly the given routes, the contract’s twelve by default § contract OpenAPI', () => {
    expect(Object.keys(document.paths)).toEqual(ROUTES.map(({ path }) => path));
    const paths = Object.values(explorerRoutes).map(({ path }) => path);
    expect(Object.keys(buildExplorerOpenApi().paths)).toEqual(paths);
    expect(paths).toHaveLength(12);
  });

  it('gives each operation a unique ID, a known tag and a description', () => {
    const ids = ROUTES.map((route) => operation(route).operationId);
    expect(new Set(ids).size).toBe(ids.length);
    const tags = new Set(document.tags.map(({ name }) => name));
    for (const route of ROUTES) {
      const { summary, description, tags: own, operationId } = operation(route);
      expect(operationId).toBe(route.id);
      expect(own.every((tag) => tags.has(tag))).toBe(true);
      expect(summary && description).toBeTruthy();
    }
  });

  it('resolves every reference and has no unused component', () => {
    const { schemas } = document.components;
    const used = referencesIn(document);
    expect(used.filter((id) => !(id in schemas))).toEqual([]);
    expect(Object.keys(schemas).filter((id) => !used.includes(id))).toEqual([]);
    expect(Object.keys(schemas).filter((id) => id.startsWith('Rpc'))).toEqual([]);
  });

  it('declares every placeholder of a path as a required parameter, and no other', () => {
    for (const route of ROUTES) {
      const declared = (operation(route).parameters ?? []).filter((parameter) => parameter.in === 'path');
      const placeholders = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      expect(declared.map(({ name }) => name)).toEqual(placeholders);
      expect(declared.every(({ required }) => required)).toBe(true);
    }
  });

  it('shows limits and defaults of each query parameter', () => {
    const parameters = operation(explorerRoutes.listBlocks).parameters?.map(({ name, required, schema }) => ({
      name,
      required,
      schema,
    }));
    expect(parameters).toEqual([
      { name: 'limit', required: false, schema: { type: 'integer', minimum: 1, maximum: 10, default: 10 } },
      {
        name: 'offset',
        required: false,
        schema: { type: 'integer', minimum: 0, maximum: 2_147_483_647, default: 0 },
      },
      {
        name: 'before_height',
        required: false,
        schema: { type: 'integer', minimum: 0, maximum: 4_294_967_295 },
      },
    ]);
  });

  it('lists every status of a route, and 422 exactly if it has a query', () => {
    for (const route of ROUTES) {
      const codes = route.errors as readonly ExplorerErrorCode[];
      const expected = new Set([200, 500, ...codes.map((code) => EXPLORER_ERROR_STATUS[code])]);
      if (Object.keys(route.query).length > 0) expected.add(422);
      if (route.id !== 'events') expected.add(304);
      const statuses = new Set(Object.keys(operation(route).responses));
      expect(statuses.delete('4XX')).toBe(true);
      expect(new Set([...statuses].map(Number))).toEqual(expected);
    }
  });

  it('names the codes of each refusal, with an example body of each § contract examples', () => {
    const answers = operation(explorerRoutes.listAddressTransactions).responses;
    expect(Object.keys(answers['400']?.content?.['application/json']?.examples ?? {})).toEqual([
      'invalid_address',
    ]);
    const unavailable = answers['503']?.content?.['application/json'];
    expect(unavailable?.schema).toMatchObject({
      required: ['error'],
      properties: { error: { enum: explorerRoutes.listTransactions.errors }, index: { type: 'object' } },
    });
    expect(unavailable?.examples?.['explorer_index_disabled']).toEqual({
      value: { error: 'explorer_index_disabled', index: { state: 'disabled', enabled: false, ready: false } },
    });
    expect(unavailable?.examples?.['explorer_index_unavailable']).toEqual({
      value: { error: 'explorer_index_unavailable' },
    });
  });

  it('has FastAPI’s validation schema behind each 422 § contract examples', () => {
    const refused = operation(explorerRoutes.listBlocks).responses['422']?.content?.['application/json'];
    expect(refused?.schema).toEqual({ $ref: '#/components/schemas/HTTPValidationError' });
    expect(refused?.example).toMatchObject({ detail: [{ loc: ['query', 'limit'], ctx: { ge: 1 } }] });
    expect(document.components.schemas['ValidationError']).toMatchObject({
      required: ['loc', 'msg', 'type'],
    });
  });

  it('has a schema and a fitting example for every error body', () => {
    for (const route of ROUTES) {
      for (const [status, { content }] of Object.entries(operation(route).responses)) {
        if (Number(status) < 400) continue;
        const media = content?.['application/json'];
        expect([route.id, status, media?.schema]).toEqual([route.id, status, expect.any(Object)]);
        expect(media?.example ?? Object.keys(media?.examples ?? {}).length).toBeTruthy();
      }
    }
  });

  it('describes the data of the events and how the stream resumes', () => {
    const { parameters, responses } = operation(explorerAdditions.events);
    expect(parameters?.map(({ name, in: place, required }) => [name, place, required])).toEqual([
      ['last_event_id', 'query', false],
      ['Last-Event-ID', 'header', false],
    ]);
    const media = responses['200']?.content?.['text/event-stream'];
    expect(media?.['x-events']).toEqual({
      tip: { $ref: '#/components/schemas/TipEvent' },
      reorganized: { $ref: '#/components/schemas/ReorganizedEvent' },
      index: { $ref: '#/components/schemas/IndexStatus' },
    });
    expect(media?.example).toMatch(
      /^retry: 3000\nid: 0-[0-9a-f]{64}\n\nevent: tip\nid: 1-[0-9a-f]{64}\ndata: \{.+\}\n\n: open\n\n$/,
    );
    expect(responses['503']?.content?.['application/json']?.examples).toHaveProperty('too_many_streams');
  });

  it('has a description for each response and an example for each JSON success § contract examples', () => {
    for (const route of ROUTES) {
      const { responses } = operation(route);
      expect(Object.values(responses).every(({ description }) => description.length > 0)).toBe(true);
      const media = responses['200']?.content?.[route.contentType];
      expect(media?.schema).toBeDefined();
      if (route.contentType !== 'application/json') continue;
      expect(route.response.safeParse(media?.example).success).toBe(true);
    }
  });

  it('uses JSON Schema 2020-12, and allows unknown fields', () => {
    for (const [path, node] of walk(document.components.schemas)) {
      const isProperties = path.endsWith('/properties');
      if (isProperties) continue;
      expect([path, node['additionalProperties'], node['$schema'], node['$id'], node['nullable']]).toEqual([
        path,
        undefined,
        undefined,
        undefined,
        undefined,
      ]);
      if (Array.isArray(node['required'])) {
        const properties = Object.keys(node['properties'] as object);
        expect((node['required'] as string[]).filter((name) => !properties.includes(name))).toEqual([]);
      }
    }
  });

  it('describes every field of every component', () => {
    const { ValidationError: _, HTTPValidationError: __, ...own } = document.components.schemas;
    for (const schema of Object.values(own)) {
      expect(schema['description']).toBeTruthy();
      expect(schema['type']).toBe('object');
    }
  });
});
