import * as z from 'zod/mini';
import { component, field } from '../../schema/documentation.ts';
import { blockId, count, heightOrNone } from '../../schema/primitives.ts';
import { apiVersion, chainId, network } from './common.ts';

/** States of the projection behind the indexed tier (interface document, section 3.1). */
export const INDEX_STATES = ['disabled', 'building', 'ready', 'error'] as const;
export type IndexState = (typeof INDEX_STATES)[number];

const indexState = field(
  z.enum(INDEX_STATES),
  'disabled: not configured. building: backfill or catch-up. ready: caught up. error: the latest operation failed.',
);

/** Interface document, section 2.7. */
export const explorerHealthSchema = component(
  'Health',
  'The process is running.',
  z.object({
    ok: field(z.boolean(), 'Always true.'),
    network,
    chain_id: chainId,
    api_version: apiVersion,
  }),
);
export type ExplorerHealth = z.output<typeof explorerHealthSchema>;

/** State of the projection, in the status and the `index` event (interface document, section 2.7). */
export const indexStatusSchema = component(
  'IndexStatus',
  'State and progress of the projection behind the indexed tier.',
  z.object({
    enabled: field(z.boolean(), 'Whether an index is configured.'),
    ready: field(z.boolean(), 'Whether the indexed routes answer.'),
    state: indexState,
    indexed_height: field(heightOrNone, 'Height of the newest indexed block; -1 before the first.'),
    target_height: field(heightOrNone, 'Height up to which the index is being built; -1 without one.'),
    progress: field(z.number().check(z.gte(0), z.lte(100)), 'Percent.'),
  }),
);
export type ExplorerIndexStatus = z.output<typeof indexStatusSchema>;

const capabilities = component(
  'Capabilities',
  'The routes that are available: the first five are core, the last four need a ready index.',
  z.object({
    block_list: z.boolean(),
    block_lookup: z.boolean(),
    block_transactions: z.boolean(),
    transaction_lookup: z.boolean(),
    address_state: z.boolean(),
    transaction_feed: z.boolean(),
    address_ranking: z.boolean(),
    address_history: z.boolean(),
    aggregate_stats: z.boolean(),
  }),
);

/**
 * An addition to the contract: shows that a devnet is controlled by hand, so that its rewinds are not mistaken for faults.
 */
const devnetDepartures = component(
  'DevnetDepartures',
  'Changes made to this devnet through its control socket.',
  z.object({
    clock_offset_seconds: field(
      z.int(),
      'Seconds that the node’s clock is ahead of its machine’s; negative if it is behind.',
    ),
    rewinds: field(count, 'Number of rewinds since the node started.'),
  }),
);

/** Interface document, section 2.7. */
export const explorerStatusSchema = component(
  'Status',
  'Tip of the chain, state of the node and of the index.',
  z.object({
    network,
    chain_id: chainId,
    api_version: apiVersion,
    initialized: field(z.boolean(), 'Whether a canonical chain is stored.'),
    height: field(heightOrNone, 'Height of the tip; -1 while uninitialized.'),
    tip_id: z.optional(field(blockId, 'Block ID of the tip; absent while uninitialized.')),
    ready: field(z.boolean(), 'Whether the node has caught up with its peers. Independent of the index.'),
    syncing: field(z.boolean(), 'Whether the node is fetching blocks.'),
    index: indexStatusSchema,
    capabilities,
    devnet: z.optional(field(devnetDepartures, 'Absent if there are none.')),
  }),
);
export type ExplorerStatus = z.output<typeof explorerStatusSchema>;

/** Interface document, section 2.7. */
export const featuresSchema = component(
  'Features',
  'Availability of the two tiers.',
  z.object({
    api_version: apiVersion,
    features: z.object({
      core: z.object({ enabled: z.boolean(), ready: z.boolean() }),
      explorer_index: z.object({ enabled: z.boolean(), ready: z.boolean(), state: indexState }),
    }),
  }),
);
export type ExplorerFeatures = z.output<typeof featuresSchema>;
