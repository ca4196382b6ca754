import { explorerEventSchemas } from '../explorer/additions.ts';
import {
  EXPLORER_ERROR_STATUS,
  explorerError,
  type ExplorerErrorCode,
  explorerIndexError,
  explorerIndexUnavailable,
  type ExplorerPlainErrorCode,
} from '../explorer/errors.ts';
import { eventStreamExample, explorerExamples } from '../examples/explorer.ts';
import type { RouteDefinition } from '../route/route.ts';
import { validateQuery } from '../route/validate-query.ts';
import { reference, responseSchema } from './components.ts';
import type { JsonSchema, OpenApiMedia, OpenApiResponse } from './document.ts';

const DESCRIPTIONS: Readonly<Record<number, string>> = {
  400: 'A path parameter is malformed.',
  404: 'Not found in the canonical chain.',
  500: 'The node failed; the reason is in its log.',
  503: 'Not available at the moment. This does not mean that there is no data.',
};

/** All responses of a route, by status. */
export function responsesOf(route: RouteDefinition): Record<string, OpenApiResponse> {
  const codes = [...route.errors, 'internal_error'] as ExplorerErrorCode[];
  const statuses = new Set(codes.map((code) => EXPLORER_ERROR_STATUS[code]));
  const errors = [...statuses].map((status) => [
    status,
    errorResponse(
      status,
      codes.filter((code) => EXPLORER_ERROR_STATUS[code] === status),
    ),
  ]);
  return {
    [route.status]: successResponse(route),
    ...(route.contentType !== 'text/event-stream' && { 304: NOT_MODIFIED }),
    ...Object.fromEntries(errors),
    ...(Object.keys(route.query).length > 0 && { 422: validationResponse(route) }),
    '4XX': HTTP_ERRORS,
  };
}

const NOT_MODIFIED: OpenApiResponse = {
  description: 'The client’s copy (`If-None-Match`) is still current. No body.',
};

/** Error answers of the HTTP server itself, before a route runs. */
const HTTP_ERRORS: OpenApiResponse = {
  description: 'The request is not valid HTTP (400, 408, 417, 431).',
  content: {
    'application/json': {
      schema: {
        type: 'object',
        required: ['error', 'message'],
        properties: { error: { type: 'string' }, message: { type: 'string' } },
      },
      example: { error: 'bad_request', message: 'The request is not valid HTTP.' },
    },
  },
};

function successResponse(route: RouteDefinition): OpenApiResponse {
  const examples: Readonly<Record<string, unknown>> = { ...explorerExamples, events: eventStreamExample };
  const example = examples[route.id];
  const media: OpenApiMedia = {
    schema: responseSchema(route.response),
    ...(example !== undefined && { example }),
    ...(route.contentType === 'text/event-stream' && { 'x-events': EVENT_SCHEMAS }),
  };
  return { description: route.summary, content: { [route.contentType]: media } };
}

/** Schema of each event's data, for the extension `x-events`: OpenAPI 3.1 cannot describe the events of a stream. */
const EVENT_SCHEMAS = Object.fromEntries(
  Object.entries(explorerEventSchemas).map(([name, schema]) => [name, responseSchema(schema)]),
);

function errorResponse(status: number, codes: readonly ExplorerErrorCode[]): OpenApiResponse {
  const bodies = codes.map((code) => [code, { value: exampleBody(code) }]);
  const examples = Object.fromEntries(bodies) as Record<string, { value: unknown }>;
  return {
    description: DESCRIPTIONS[status] ?? 'A refusal.',
    content: { 'application/json': { schema: errorSchema(codes), examples } },
  };
}

/** Schema of the error bodies of these codes: some have a `message`, others the state of the `index`. */
function errorSchema(codes: readonly ExplorerErrorCode[]): JsonSchema {
  const fields = Object.assign({}, ...codes.map(exampleBody)) as Record<string, unknown>;
  const shared = Object.keys(fields).filter((name) => codes.every((code) => name in exampleBody(code)));
  const properties = Object.keys(fields).map((name) => [name, FIELD_SCHEMAS[name] ?? {}]);
  return {
    type: 'object',
    required: shared,
    properties: { ...Object.fromEntries(properties), error: { type: 'string', enum: codes } },
  };
}

const FIELD_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  message: { type: 'string', description: 'Text for people; branch on `error`.' },
  index: {
    type: 'object',
    required: ['state', 'enabled', 'ready'],
    properties: {
      state: { type: 'string', enum: ['disabled', 'building', 'error'] },
      enabled: { type: 'boolean' },
      ready: { type: 'boolean', const: false },
    },
  },
};

function exampleBody(code: ExplorerErrorCode): Readonly<Record<string, unknown>> {
  switch (code) {
    case 'explorer_index_disabled':
      return explorerIndexError('disabled').body;
    case 'explorer_index_building':
      return explorerIndexError('building').body;
    case 'explorer_index_error':
      return explorerIndexError('error').body;
    case 'explorer_index_unavailable':
      return explorerIndexUnavailable().body;
    case 'internal_error':
      return { error: code };
    default:
      return explorerError(code satisfies ExplorerPlainErrorCode).body;
  }
}

function validationResponse(route: RouteDefinition): OpenApiResponse {
  const [[name, parameter] = []] = Object.entries(route.query);
  const tooLow = parameter?.kind === 'integer' ? parameter.minimum - 1 : '';
  const refused = validateQuery(route, `${name}=${tooLow}`);
  return {
    description: 'A query parameter is malformed or out of bounds.',
    content: {
      'application/json': {
        schema: reference('HTTPValidationError'),
        ...(!refused.ok && { example: refused.body }),
      },
    },
  };
}
