import { EXPLORER_LIMITS } from '../explorer/limits.ts';
import { explorerRoutes } from '../explorer/routes.ts';
import type { HeaderParameter, PathParameter, QueryParameter, RouteDefinition } from '../route/route.ts';
import { collectComponents } from './components.ts';
import type { OpenApiDocument, OpenApiOperation, OpenApiParameter } from './document.ts';
import { responsesOf } from './responses.ts';

const TAGS = [
  { name: 'core', description: 'From the canonical chain: answers whenever the API does.' },
  { name: 'indexed', description: 'From the projection: answers only while the index is ready.' },
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

/** Kept out of the route definitions, which browsers load. */
const EVENTS_DESCRIPTION = [
  'A `tip` event is sent for each new block; its `id:` is the height and the block ID, joined by a hyphen. A new stream',
  'begins by naming the present tip, without an event. A stream that resumes gets the tips that it missed, the newest',
  `${EXPLORER_LIMITS.eventReplay} at most: a height other than the last one plus one means a gap, and`,
  '`/api/v1/blocks` has the missing blocks. When the newest block is stepped back, a `tip` event names the block below it;',
  'after an interruption, a `prev_block_hash` that differs from the ID known at that height means the same.',
  'A `reorganized` event, before the `tip` event, says that the chain left blocks for a branch with more work; a client that',
  'resumes after such a block gets one too.',
  'An `index` event without `id:` is sent when the state of the index changes. A comment every',
  `${EXPLORER_LIMITS.eventKeepAliveSeconds} seconds keeps the stream open. A client that does not read is cut off.`,
].join(' ');

const HEADERS_DESCRIPTION = [
  'Block headers of 118 bytes each, from height `from` upwards, as PROTOCOL section 3 has them. Fewer than `count` come where',
  'the chain ends. Each header names the ID of the one below it, so that the entity tag of the last one holds for all.',
].join(' ');

const SERIES_DESCRIPTION = [
  'A block belongs to the bucket of its own timestamp, whatever its height; the genesis block belongs to none.',
  'The newest bucket is not over yet.',
  'Of the figures, `transactions` counts coinbases too; `fees` and `transferred` are in pebbles; `block_interval` is the mean in',
  'seconds; `size` is in bytes; `difficulty` is the mean expected number of hashes for a block; `hash_rate` is per second;',
  '`addresses` and `supply` are all there are at the end of the bucket, the supply in pebbles.',
].join('\n');

const MINERS_DESCRIPTION = [
  'The genesis block was not mined and never counts. `share` is the part of the blocks in the range, `rewards` is the sum',
  `of the coinbases, fees included. The ${EXPLORER_LIMITS.miners} miners with the most blocks are listed, of equal ones the last to mine`,
  'first; `others` counts the rest.',
].join(' ');

const MINER_DESCRIPTION =
  'An address that has mined no block has zeros, and null for the heights of its first and newest block.';

const MINER_BLOCKS_DESCRIPTION =
  'Newest first; empty for an address that has mined none. `total` counts all blocks of the miner. Pass `next_before_height` as ' +
  '`before_height` for pages that do not drift.';

const STATUS_DESCRIPTION =
  '`ready` describes the node, `index.ready` the projection: either may be true alone.';

const BLOCKS_DESCRIPTION =
  'Newest first. Pass `next_before_height` as `before_height` for pages that do not drift.';

const LONG_DESCRIPTIONS: Readonly<Record<string, string>> = {
  status: STATUS_DESCRIPTION,
  listBlocks: BLOCKS_DESCRIPTION,
  events: EVENTS_DESCRIPTION,
  getHeaders: HEADERS_DESCRIPTION,
  listMiners: MINERS_DESCRIPTION,
  getMiner: MINER_DESCRIPTION,
  listMinerBlocks: MINER_BLOCKS_DESCRIPTION,
  getSeries: SERIES_DESCRIPTION,
  search: 'Blocks, transactions and addresses by their first characters: five of each at most.',
};

/**
 * The OpenAPI 3.1 document of the Explorer API.
 *
 * @param routes the routes that the server serves: the contract's twelve, and any of `explorerAdditions`
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
