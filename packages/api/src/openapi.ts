/** The OpenAPI 3.1 documents of the three HTTP interfaces, made from the route definitions and zod's own JSON Schemas. */
import * as z from 'zod/mini';
import manifest from '../package.json' with { type: 'json' };
import { DEVNET_ERRORS } from './devnet/errors.ts';
import { devnetRoutes } from './devnet/routes.ts';
import { EXPLORER_ERRORS, INDEX_ERRORS } from './explorer/errors.ts';
import { EXPLORER_LIMITS } from './explorer/limits.ts';
import { explorerAdditions, explorerRoutes } from './explorer/routes.ts';
import { explorerEventSchemas } from './explorer/schemas.ts';
import type { ErrorTable, RouteDefinition, RouteTier } from './route.ts';
import { REJECTION_REASONS, RPC_ERRORS } from './rpc/errors.ts';
import { rpcRoutes } from './rpc/routes.ts';
import { documentation } from './schema.ts';

/** A JSON Schema (2020-12), or a reference to a component. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** A response, or a reference to one of the components. */
export interface OpenApiResponse {
  readonly $ref?: string;
  readonly description?: string;
  readonly headers?: Readonly<Record<string, { readonly description: string; readonly schema: JsonSchema }>>;
  readonly content?: Readonly<Record<string, { readonly schema: JsonSchema }>>;
}

export type OpenApiDocument = ReturnType<typeof build>;
export type OpenApiOperation = ReturnType<typeof operationOf>;
export type OpenApiParameter = ReturnType<typeof parametersOf>[number];

/** What distinguishes the document of one interface. */
interface Interface {
  readonly title: string;
  readonly summary: string;
  readonly description: string;
  /** Where the interface is served. */
  readonly server: string;
  readonly routes: readonly RouteDefinition[];
  readonly tags: Readonly<Partial<Record<RouteTier, string>>>;
  /** Status of each error code. */
  readonly errors: ErrorTable;
  /** Codes of every route of a tier, in addition to its own and to `internal_error`. */
  readonly tierErrors: Readonly<Partial<Record<RouteTier, readonly string[]>>>;
  /** True if answers have entity tags, and query errors are 422. */
  readonly isExplorer: boolean;
  /** What a caller needs, except on the tier `public`: any of these, of which `{}` is nothing. */
  readonly security: readonly { readonly bearer?: readonly [] }[];
}

const AMOUNTS =
  'Amounts are unsigned 64-bit integers in pebbles as decimal strings (1 CRN = 100,000,000 pebbles): never parse them as ' +
  'floating point. Branch on `error`, never on prose, and tolerate unknown fields.';

/**
 * The document of the Explorer API.
 * @param options.isReplica true for a server whose core routes need a database too
 */
export function buildExplorerOpenApi({ isReplica = false } = {}) {
  return build({
    title: 'Cairn Explorer API',
    summary: 'A public, read-only view of one full node’s canonical chain.',
    description: `${AMOUNTS} Confirmations measure depth in one node’s linear history and are not finality.`,
    server: 'The node that serves this document.',
    routes: [...Object.values(explorerRoutes), ...Object.values(explorerAdditions)],
    tags: {
      core: 'From the canonical chain: always available.',
      indexed: 'From the projection: available only while the index is ready.',
    },
    errors: EXPLORER_ERRORS,
    tierErrors: { indexed: INDEX_ERRORS, core: isReplica ? ['explorer_index_unavailable'] : [] },
    isExplorer: true,
    security: [],
  });
}

/** The document of the private RPC. */
export function buildRpcOpenApi() {
  return build({
    title: 'Cairn private RPC',
    summary: 'The control surface of one full node, for its own wallet and operator.',
    description: `${AMOUNTS} It listens on loopback only. Whoever has the token can submit transactions.`,
    server: 'The node that serves this document.',
    routes: Object.values(rpcRoutes),
    tags: { private: 'With the bearer token.', public: 'Without authentication.' },
    errors: RPC_ERRORS,
    tierErrors: { private: ['unauthorized'] },
    isExplorer: false,
    security: [{ bearer: [] }],
  });
}

/** The document of devnet control. */
export function buildDevnetOpenApi() {
  return build({
    title: 'Cairn devnet control',
    summary: 'Mines, rewinds, reorganizes and moves the clock of a devnet node.',
    description:
      `${AMOUNTS} HTTP over the Unix socket \`control.sock\` in the node’s data directory, which only its owner can open; with ` +
      '`--control-port`, over TCP too, with the bearer token of `control.token`.',
    server: 'The control port, or the control socket, which ignores the host.',
    routes: Object.values(devnetRoutes),
    tags: { owner: 'For processes that can open the socket, or have the token of the port.' },
    errors: DEVNET_ERRORS,
    tierErrors: { owner: ['unauthorized', 'foreign_origin'] },
    isExplorer: false,
    security: [{ bearer: [] }, {}],
  });
}

function build(described: Interface) {
  const { title, summary, description, server, routes, tags, security, isExplorer } = described;
  const paths: Record<string, Record<string, OpenApiOperation>> = {};
  for (const route of routes)
    (paths[route.path] ??= {})[route.method.toLowerCase()] = operationOf(route, described);
  return {
    openapi: '3.1.0',
    info: {
      title,
      version: manifest.version,
      summary,
      description,
      contact: { name: 'The Cairn project' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: server }],
    security,
    tags: Object.entries(tags).map(([name, text]) => ({ name, description: text })),
    paths,
    components: {
      schemas: componentsOf(paths),
      responses: { HttpError: HTTP_ERROR, ...(isExplorer && { NotModified: NOT_MODIFIED }) },
      ...(security.length > 0 && { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } }),
    },
  };
}

function operationOf(route: RouteDefinition, described: Interface) {
  const { id, tier, summary, body, params, query, headers } = route;
  const parameters = [
    ...parametersOf('path', params),
    ...parametersOf('query', query),
    ...(headers === undefined ? [] : parametersOf('header', headers)),
  ];
  const isOpen = tier === 'public' && described.security.length > 0;
  return {
    operationId: id,
    tags: [tier],
    summary,
    description: LONG_DESCRIPTIONS[id] ?? route.description,
    ...(isOpen && { security: [] }),
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: {
        required: !body.safeParse({}).success,
        content: { 'application/json': { schema: schemaOf(body) } },
      },
    }),
    responses: responsesOf(route, described),
  };
}

function parametersOf(place: 'path' | 'query' | 'header', { shape }: z.ZodMiniObject) {
  return Object.entries(shape).map(([name, parameter]) => {
    // The input of an integer is text, its output the integer.
    const io = place === 'query' ? 'output' : 'input';
    const { description, examples, ...schema } = written(parameter as z.ZodMiniType, io);
    const example = examples?.[0];
    return {
      name,
      in: place,
      required: place === 'path',
      description,
      schema,
      ...(example !== undefined && { example }),
    };
  });
}

const STATUS_DESCRIPTIONS: Readonly<Record<number, string>> = {
  400: 'A parameter or the body is malformed.',
  401: 'The bearer token is missing or wrong.',
  403: 'The request comes from a web page of an origin that was not listed.',
  404: 'Not found.',
  409: 'The chain changed during the call.',
  413: 'The body is too large.',
  415: 'The body is not JSON.',
  422: 'Not possible.',
  500: 'The node failed; the reason is in its log.',
  503: 'Not available at the moment. This does not mean that there is no data.',
};

const reference = (kind: 'schemas' | 'responses', name: string) => ({ $ref: `#/components/${kind}/${name}` });

/** All responses of a route, by status. */
function responsesOf(
  route: RouteDefinition,
  { errors, tierErrors, isExplorer }: Interface,
): Record<string, OpenApiResponse> {
  const codes = [...new Set([...(tierErrors[route.tier] ?? []), ...route.errors, 'internal_error'])];
  const responses: Record<string, OpenApiResponse> = {
    [route.status]: {
      description: route.summary,
      content: { [route.contentType]: { schema: successSchema(route) } },
    },
  };
  if (isExplorer && route.contentType !== 'text/event-stream')
    responses['304'] = reference('responses', 'NotModified');
  for (const status of new Set(codes.map((code) => errors[code]![0]))) {
    const own = codes.filter((code) => errors[code]![0] === status);
    responses[status] = {
      description: `${STATUS_DESCRIPTIONS[status]} Codes: ${own.map((code) => `\`${code}\``).join(', ')}.`,
      ...(own.includes('node_busy') && { headers: RETRY_AFTER }),
      content: { 'application/json': { schema: errorSchema(own) } },
    };
  }
  if (isExplorer && Object.keys(route.query.shape).length > 0) {
    responses['422'] = {
      description: 'A query parameter is malformed or out of bounds.',
      content: { 'application/json': { schema: reference('schemas', 'HTTPValidationError') } },
    };
  }
  responses['4XX'] = reference('responses', 'HttpError');
  return responses;
}

const RETRY_AFTER = {
  'Retry-After': { description: 'With `node_busy`: seconds to wait.', schema: { type: 'integer' } },
};

const NOT_MODIFIED: OpenApiResponse = {
  description: 'The client’s copy (`If-None-Match`) is still current. No body.',
};

/** Error answers of the HTTP server itself, before a route runs. */
const HTTP_ERROR: OpenApiResponse = {
  description: 'The request is not valid HTTP (400, 408, 417, 431).',
  content: {
    'application/json': {
      schema: {
        type: 'object',
        required: ['error', 'message'],
        properties: { error: { type: 'string' }, message: { type: 'string' } },
      },
    },
  },
};

/** Generated clients take `format: binary` as bytes, and the schema of an event stream as that of an event's data. */
function successSchema(route: RouteDefinition): JsonSchema {
  const schema = schemaOf(route.response);
  if (route.contentType === 'application/octet-stream') return { ...schema, format: 'binary' };
  if (route.contentType !== 'text/event-stream') return schema;
  return { description: schema['description'], oneOf: Object.values(explorerEventSchemas).map(schemaOf) };
}

/** Fields of an error's body in addition to `error` and `message`. */
const ERROR_FIELDS: Readonly<Record<string, Readonly<Record<string, JsonSchema>>>> = {
  invalid_transaction_length: { expected: { type: 'integer' }, actual: { type: 'integer' } },
  transaction_rejected: { reason: { type: 'string', enum: REJECTION_REASONS } },
  invalid_time: { earliest: { type: 'integer', description: 'The first Unix second that is possible.' } },
};
const INDEX_FIELD: JsonSchema = {
  type: 'object',
  required: ['state', 'enabled', 'ready'],
  properties: {
    state: { type: 'string', enum: ['disabled', 'building', 'error'] },
    enabled: { type: 'boolean' },
    ready: { type: 'boolean', const: false },
  },
};

/** Schema of the error bodies of these codes. */
function errorSchema(codes: readonly string[]): JsonSchema {
  const hasIndex = codes.some((code) => /^explorer_index_(disabled|building|error)$/.test(code));
  return {
    type: 'object',
    required: ['error'],
    properties: {
      error: { type: 'string', enum: codes },
      message: { type: 'string', description: 'Text for people; branch on `error`.' },
      ...Object.assign({}, ...codes.map((code) => ERROR_FIELDS[code])),
      ...(hasIndex && { index: INDEX_FIELD }),
    },
  };
}

/**
 * The components of a 422, named as FastAPI names them: the Explorer API answers validation errors in its shape (interface
 * document, section 7.1).
 */
const VALIDATION_COMPONENTS: Readonly<Record<string, JsonSchema>> = {
  ValidationError: {
    type: 'object',
    title: 'ValidationError',
    required: ['loc', 'msg', 'type'],
    properties: {
      loc: { type: 'array', title: 'Location', items: { anyOf: [{ type: 'string' }, { type: 'integer' }] } },
      msg: { type: 'string', title: 'Message' },
      type: { type: 'string', title: 'Error Type' },
      input: { title: 'Input' },
      ctx: { type: 'object', title: 'Context' },
    },
  },
  HTTPValidationError: {
    type: 'object',
    title: 'HTTPValidationError',
    properties: {
      detail: { type: 'array', title: 'Detail', items: reference('schemas', 'ValidationError') },
    },
  },
};

/** A schema, or a reference if it is a component. */
function schemaOf(schema: z.ZodMiniType): JsonSchema {
  const id = documentation.get(schema)?.id;
  return id === undefined ? written(schema) : reference('schemas', id);
}

/** A schema as JSON Schema. */
function written(schema: z.ZodMiniType, io: 'input' | 'output' = 'input') {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { metadata: documentation, io });
  return json;
}

/** The components that the paths refer to, directly or indirectly, sorted by name. */
function componentsOf(paths: unknown): Record<string, JsonSchema> {
  const { schemas } = z.toJSONSchema(documentation, {
    metadata: documentation,
    io: 'input',
    uri: (id) => reference('schemas', id).$ref,
  });
  const all: Record<string, JsonSchema> = { ...schemas, ...VALIDATION_COMPONENTS };
  const found = new Map<string, JsonSchema>();
  const visit = (value: unknown): void => {
    for (const id of JSON.stringify(value).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      const name = id[1]!;
      if (found.has(name)) continue;
      const { $schema: _schema, $id: _id, id: _name, ...schema } = all[name]!;
      found.set(name, schema);
      visit(schema);
    }
  };
  visit(paths);
  return Object.fromEntries([...found].sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** Descriptions that are too long for the route definitions, which browsers load. */
const LONG_DESCRIPTIONS: Readonly<Record<string, string>> = {
  listBlocks: 'Newest first. Pass `next_before_height` as `before_height` for pages that do not shift.',
  listTransactions:
    'Newest first: height, then index, descending. `total` of a filtered list is counted up to 10,000.',
  listAddressTransactions:
    'Newest first by default: height, then index. `direction` of each item is from the view of the address. `total` of a ' +
    'filtered list is counted up to 10,000.',
  getFees:
    `The 90th, 50th and 10th percentile of the fees in the newest ${EXPLORER_LIMITS.feeBlocks} blocks with transfers, at ` +
    `least the smallest fee that nodes relay. Blocks more than ${EXPLORER_LIMITS.feeDepth} below the tip are not looked at.`,
  events: [
    'Server-sent events; the schema is that of their data. A `tip` event with a `TipEvent` is sent for each new block; its',
    '`id:` is the height and the block ID, joined by a hyphen. A new stream starts with the `id:` of the current tip,',
    'without an event. A resumed stream gets the tips that it missed, at most the newest',
    `${EXPLORER_LIMITS.eventReplay}: a height other than the previous one plus one means a gap, and`,
    '`/api/v1/blocks` has the missing blocks. When the newest block is removed, a `tip` event contains the block below it;',
    'after an interruption, a `prev_block_hash` that differs from the known ID at that height means the same.',
    'A `reorganized` event with a `ReorganizedEvent` before the `tip` event means that the chain switched to a branch with',
    'more work; a client that resumes after a block that is no longer canonical gets one too.',
    'An `index` event with an `IndexStatus` and without `id:` is sent when the state of the index changes. A comment every',
    `${EXPLORER_LIMITS.eventKeepAliveSeconds} seconds keeps the stream open. A client that does not read is disconnected.`,
  ].join(' '),
  getHeaders:
    'Block headers of 118 bytes each, from height `from` upwards, as in PROTOCOL section 3; fewer than `count` if the chain ' +
    'ends. Each header contains the ID of its parent, so the entity tag of the last one identifies all.',
  listMiners:
    'The genesis block was not mined and never counts. `share` is the share of the blocks in the range, `rewards` the sum ' +
    `of the coinbases, including fees. The ${EXPLORER_LIMITS.miners} miners with the most blocks are listed, among equals ` +
    'the last to mine first; `others` counts the rest.',
  getMiner:
    'For an address that mined no block, all values are zero, and the heights of the first and newest block null.',
  listMinerBlocks:
    'Newest first; empty for an address that mined none. `total` counts all blocks of the miner. Pass `next_before_height` ' +
    'as `before_height` for pages that do not shift.',
  getSeries:
    'A block belongs to the bucket of its timestamp, regardless of its height; the genesis block belongs to none. The newest ' +
    'bucket is incomplete. The figure `transactions` includes coinbases; `fees` and `transferred` are in pebbles; ' +
    '`block_interval` is the mean in seconds; `size` is in bytes; `difficulty` is the mean expected number of hashes for a ' +
    'block; `hash_rate` is per second; `addresses` and `supply` are totals at the end of the bucket, the supply in pebbles.',
};
