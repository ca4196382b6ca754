import { EXPLORER_LIMITS } from '../explorer/limits.ts';
import { explorerRoutes } from '../explorer/routes.ts';
import type { HeaderParameter, PathParameter, QueryParameter, RouteDefinition } from '../route/route.ts';
import { collectComponents } from './components.ts';
import type { OpenApiDocument, OpenApiOperation, OpenApiParameter } from './document.ts';
import { responsesOf } from './responses.ts';

const TAGS = [
  { name: 'core', description: 'From the canonical chain: always available.' },
  { name: 'indexed', description: 'From the projection: available only while the index is ready.' },
] as const;

const INFO = {
  title: 'Cairn Explorer API',
  version: '0.1.0',
  summary: 'A public, read-only view of one full node’s canonical chain.',
  description:
    'Amounts are unsigned 64-bit integers in pebbles as decimal strings (1 CRN = 100,000,000 pebbles): never parse ' +
    'them as floating point. Confirmations measure depth in one node’s linear history and are not finality. Branch ' +
    'on `error`, never on prose, and tolerate unknown fields.',
  license: { name: 'MIT', identifier: 'MIT' },
};

// The long descriptions are not in the route definitions, because browsers load those.

const EVENTS_DESCRIPTION = [
  'A `tip` event is sent for each new block; its `id:` is the height and the block ID, joined by a hyphen. A new stream',
  'starts with the `id:` of the current tip, without an event. A resumed stream gets the tips that it missed, at most the',
  `newest ${EXPLORER_LIMITS.eventReplay}: a height other than the previous one plus one means a gap, and`,
  '`/api/v1/blocks` has the missing blocks. When the newest block is removed, a `tip` event contains the block below it;',
  'after an interruption, a `prev_block_hash` that differs from the known ID at that height means the same.',
  'A `reorganized` event before the `tip` event means that the chain switched to a branch with more work; a client that',
  'resumes after a block that is no longer canonical gets one too.',
  'An `index` event without `id:` is sent when the state of the index changes. A comment every',
  `${EXPLORER_LIMITS.eventKeepAliveSeconds} seconds keeps the stream open. A client that does not read is disconnected.`,
].join(' ');

const HEADERS_DESCRIPTION = [
  'Block headers of 118 bytes each, from height `from` upwards, as in PROTOCOL section 3; fewer than `count` if the chain',
  'ends. Each header contains the ID of its parent, so the entity tag of the last one identifies all.',
].join(' ');

const SERIES_DESCRIPTION = [
  'A block belongs to the bucket of its timestamp, regardless of its height; the genesis block belongs to none.',
  'The newest bucket is incomplete.',
  'The figure `transactions` includes coinbases; `fees` and `transferred` are in pebbles; `block_interval` is the mean in',
  'seconds; `size` is in bytes; `difficulty` is the mean expected number of hashes for a block; `hash_rate` is per second;',
  '`addresses` and `supply` are totals at the end of the bucket, the supply in pebbles.',
].join('\n');

const MINERS_DESCRIPTION = [
  'The genesis block was not mined and never counts. `share` is the share of the blocks in the range, `rewards` the sum',
  `of the coinbases, including fees. The ${EXPLORER_LIMITS.miners} miners with the most blocks are listed, among equals the last to mine`,
  'first; `others` counts the rest.',
].join(' ');

const MINER_DESCRIPTION =
  'For an address that mined no block, all values are zero, and the heights of the first and newest block null.';

const MINER_BLOCKS_DESCRIPTION =
  'Newest first; empty for an address that mined none. `total` counts all blocks of the miner. Pass `next_before_height` as ' +
  '`before_height` for pages that do not shift.';

const STATUS_DESCRIPTION = '`ready` describes the node, `index.ready` the projection; they are independent.';

const BLOCKS_DESCRIPTION =
  'Newest first. Pass `next_before_height` as `before_height` for pages that do not shift.';

const LONG_DESCRIPTIONS: Readonly<Record<string, string>> = {
  status: STATUS_DESCRIPTION,
  listBlocks: BLOCKS_DESCRIPTION,
  events: EVENTS_DESCRIPTION,
  getHeaders: HEADERS_DESCRIPTION,
  listMiners: MINERS_DESCRIPTION,
  getMiner: MINER_DESCRIPTION,
  listMinerBlocks: MINER_BLOCKS_DESCRIPTION,
  getSeries: SERIES_DESCRIPTION,
  search: 'Blocks, transactions and addresses by their first characters, at most five of each.',
};

/**
 * The OpenAPI 3.1 document of the Explorer API.
 *
 * @param routes the routes that the server has: the contract's twelve, and any of `explorerAdditions`
 */
export function buildExplorerOpenApi(
  routes: readonly RouteDefinition[] = Object.values(explorerRoutes),
): OpenApiDocument {
  const paths = Object.fromEntries(routes.map((route) => [route.path, { get: operationOf(route) }]));
  return {
    openapi: '3.1.0',
    info: INFO,
    servers: [{ url: '/', description: 'The node that serves this document.' }],
    security: [],
    tags: TAGS,
    paths,
    components: { schemas: collectComponents(paths) },
  };
}

function operationOf(route: RouteDefinition): OpenApiOperation {
  const parameters = [
    ...Object.entries(route.params).map(pathParameter),
    ...Object.entries(route.query).map(queryParameter),
    ...Object.entries(route.headers ?? {}).map(headerParameter),
  ];
  return {
    operationId: route.id,
    tags: [route.tier],
    summary: route.summary,
    description: LONG_DESCRIPTIONS[route.id] ?? route.description,
    ...(parameters.length > 0 && { parameters }),
    responses: responsesOf(route),
  };
}

function pathParameter([name, parameter]: [string, PathParameter]): OpenApiParameter {
  const { description, pattern, example } = parameter;
  return { name, in: 'path', required: true, description, schema: { type: 'string', pattern }, example };
}

function queryParameter([name, parameter]: [string, QueryParameter]): OpenApiParameter {
  const { description } = parameter;
  if (parameter.kind === 'text') {
    return { name, in: 'query', required: false, description, schema: { type: 'string' } };
  }
  if (parameter.kind === 'choice') {
    const schema = { type: 'string', enum: parameter.values, default: parameter.default };
    return { name, in: 'query', required: false, description, schema };
  }
  const { minimum, maximum, default: absent } = parameter;
  const schema = { type: 'integer', minimum, maximum, ...(absent !== undefined && { default: absent }) };
  return { name, in: 'query', required: false, description, schema };
}

function headerParameter([name, parameter]: [string, HeaderParameter]): OpenApiParameter {
  const { description, pattern, example } = parameter;
  return { name, in: 'header', required: false, description, schema: { type: 'string', pattern }, example };
}
