import { defineRoutes } from '../route.ts';
import * as schemas from './schemas.ts';

const post = { tier: 'owner', method: 'POST' } as const;
const bodyErrors = ['invalid_request', 'request_too_large', 'unsupported_media_type'] as const;

/**
 * The routes of devnet control, by ID. They belong to neither HTTP interface; any process that can open the control socket,
 * or has the control port's token, may call them. A call that changes the chain answers once chain, index and event stream
 * show the change.
 */
export const devnetRoutes = defineRoutes({
  /** State of the node. */
  state: {
    tier: 'owner',
    path: '/devnet',
    response: schemas.devnetStateSchema,
    summary: 'State of the node',
    description: 'Tip, mempool, index, mining mode, clock and snapshots.',
  },
  /** Mine blocks at once. */
  mine: {
    ...post,
    path: '/devnet/mine',
    body: schemas.mineBodySchema,
    response: schemas.mineAnswerSchema,
    errors: [...bodyErrors, 'invalid_address', 'invalid_time', 'chain_changed', 'node_stopping'],
    summary: 'Mine blocks at once',
    description: 'Pending transactions are included unless `transactions` is false.',
  },
  /** Save chain, mempool, clock and mining mode. */
  snapshot: {
    ...post,
    path: '/devnet/snapshot',
    response: schemas.snapshotSchema,
    errors: ['too_many_snapshots', 'mempool_unavailable'],
    summary: 'Save chain, mempool, clock and mining mode',
    description: 'A snapshot can be restored any number of times, until the node stops.',
  },
  /** Restore a snapshot. */
  revert: {
    ...post,
    path: '/devnet/revert',
    body: schemas.revertBodySchema,
    response: schemas.reorganizationAnswerSchema,
    errors: [...bodyErrors, 'snapshot_not_found', 'mempool_unavailable', 'chain_changed'],
    summary: 'Restore a snapshot',
    description: 'Deletes the snapshots taken after it, but not the snapshot itself.',
  },
  /** Replace the newest blocks with a heavier branch. */
  reorganize: {
    ...post,
    path: '/devnet/reorganize',
    body: schemas.reorganizeBodySchema,
    response: schemas.reorganizationAnswerSchema,
    errors: [...bodyErrors, 'invalid_depth', 'invalid_time', 'mempool_unavailable', 'chain_changed'],
    summary: 'Replace the newest blocks with a heavier branch',
    description: 'Nothing changes if a block of the new branch cannot be created.',
  },
  /** Move the clock of the node. */
  time: {
    ...post,
    path: '/devnet/time',
    body: schemas.timeBodySchema,
    response: schemas.timeAnswerSchema,
    errors: [...bodyErrors, 'invalid_time'],
    summary: 'Move the clock of the node',
    description:
      'An earlier time, or a `next_timestamp`, is refused if the median rule does not allow it. The offset survives a restart.',
  },
  /** Pay from a public development account. */
  fund: {
    ...post,
    path: '/devnet/fund',
    body: schemas.fundBodySchema,
    response: schemas.fundAnswerSchema,
    errors: [
      ...bodyErrors,
      'invalid_address',
      'transaction_rejected',
      'mempool_unavailable',
      'chain_changed',
    ],
    summary: 'Pay from a public development account',
    description: 'Mines a signed transfer at once.',
  },
  /** Drop a pending transaction. */
  drop: {
    ...post,
    path: '/devnet/drop',
    body: schemas.dropBodySchema,
    response: schemas.dropAnswerSchema,
    errors: [...bodyErrors, 'not_pending', 'mempool_unavailable'],
    summary: 'Drop a pending transaction',
    description: 'With it go the later ones of its sender, which need its nonce.',
  },
  /** Chain, mempool, clock and mining mode as one document. */
  dump: {
    tier: 'owner',
    path: '/devnet/dump',
    response: schemas.devnetDumpSchema,
    errors: ['mempool_unavailable'],
    summary: 'Chain, mempool, clock and mining mode as one document',
    description: '`cairn start --load FILE` begins a new chain with it, whose next block is the same.',
  },
  /** Change when blocks are mined. */
  mining: {
    ...post,
    path: '/devnet/mining',
    body: schemas.miningBodySchema,
    response: schemas.miningAnswerSchema,
    errors: bodyErrors,
    summary: 'Change when blocks are mined',
    description: 'At an interval, as soon as a transaction is pending, or only by `/devnet/mine`.',
  },
  /** Begin or end a weather. */
  weather: {
    ...post,
    path: '/devnet/weather',
    body: schemas.weatherBodySchema,
    response: schemas.weatherAnswerSchema,
    errors: bodyErrors,
    summary: 'Begin or end a weather',
    description:
      'Reorganizations, droughts and bursts of blocks, transfers that stay pending, APIs that are slow, away or behind, and event streams that break, on the clock of the node. It brings the blocks; mining in its own mode goes on after it.',
  },
  /** The log of the weather. */
  weatherLog: {
    tier: 'owner',
    path: '/devnet/weather/log',
    response: schemas.weatherLogSchema,
    summary: 'What the weather has done',
    description: 'The events of the newest weather, also after it has ended.',
  },
});

export type DevnetRoutes = typeof devnetRoutes;
export type DevnetRouteId = keyof DevnetRoutes;
