import { createConfig, lintFromString } from '@redocly/openapi-core';
import { expect, it } from 'vitest';
import { explorerAdditions } from '../explorer/additions.ts';
import { explorerRoutes } from '../explorer/routes.ts';
import { buildExplorerOpenApi } from './build-explorer-openapi.ts';

const ROUTES = [...Object.values(explorerRoutes), ...Object.values(explorerAdditions)];

/** Rules in addition to the recommended ones, all of which are errors here. */
const RULES = {
  'no-invalid-media-type-examples': 'error',
  'no-invalid-parameter-examples': 'error',
  'no-invalid-schema-examples': 'error',
  'no-schema-type-mismatch': 'error',
  'operation-4xx-response': 'error',
  'operation-description': 'error',
  'operation-operationId': 'error',
  'paths-kebab-case': 'error',
  'spec-strict-refs': 'error',
  'tag-description': 'error',
  // The linter does not read the extension with the events of a stream; another test checks it.
  'no-unused-components': 'off',
} as const;

/** The linter's findings in a document. */
async function problemsOf(document: unknown): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended-strict'], rules: RULES });
  const source = JSON.stringify(document);
  const problems = await lintFromString({ source, absoluteRef: '/openapi.json', config });
  return problems.map(({ ruleId, location }) => `${ruleId} at ${location[0]?.pointer}`);
}

it('the OpenAPI document passes a linter § contract OpenAPI', async () => {
  expect(await problemsOf(buildExplorerOpenApi(ROUTES))).toEqual([]);
});

it('the linter detects an invalid document', async () => {
  const document = structuredClone(buildExplorerOpenApi(ROUTES)) as {
    paths: Record<string, { get: { summary?: string; responses: Record<string, unknown> } }>;
  };
  const { get } = document.paths['/health']!;
  delete get.summary;
  get.responses['200'] = {
    description: 'wrong',
    content: { 'application/json': { schema: { type: 'string' }, example: 5 } },
  };
  expect(await problemsOf(document)).toEqual([
    'operation-summary at #/paths/~1health/get/summary',
    'no-invalid-media-type-examples at #/paths/~1health/get/responses/200/content/application~1json/example',
  ]);
});
