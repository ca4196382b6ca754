import * as z from 'zod/mini';
import { indexStatusSchema } from '../explorer/schemas.ts';
import {
  address,
  amount,
  blockId,
  component,
  count,
  field,
  networkName,
  object,
  strictObject,
  transactionId,
  uint32,
} from '../schema.ts';
import { DEVNET_LIMITS } from './limits.ts';

/** An integer in a request; the error message names its bounds. */
function integer(minimum: number, maximum: number): z.ZodMiniNumberFormat {
  const rule = `must be an integer from ${minimum} to ${maximum}`;
  return z.int(rule).check(z.gte(minimum, rule), z.lte(maximum, rule));
}

/** When blocks are mined: at an interval, as soon as a transaction is pending, or only by `/devnet/mine`. */
export const MINING_MODES = ['interval', 'on_demand', 'manual'] as const;
export type MiningMode = (typeof MINING_MODES)[number];

const blockCount = integer(1, DEVNET_LIMITS.blocks);
const intervalSeconds = integer(1, DEVNET_LIMITS.intervalSeconds);
const addressText = z.string('must be a string');
const snapshotId = field(z.string('must be a string'), 'ID of the snapshot.');

export const devnetBlockSchema = object('DevnetBlock', 'A block by height and ID.', {
  height: field(uint32, 'Height.'),
  id: field(blockId, 'Block ID.'),
});
export type DevnetBlock = z.output<typeof devnetBlockSchema>;

export const minedBlockSchema = object('DevnetMinedBlock', 'A block mined by the call.', {
  height: field(uint32, 'Height.'),
  id: field(blockId, 'Block ID.'),
  timestamp: field(uint32, 'Unix seconds.'),
  transaction_count: field(count, 'Transactions, including the coinbase.'),
});
export type DevnetMinedBlock = z.output<typeof minedBlockSchema>;

export const snapshotSchema = object('DevnetSnapshot', 'A snapshot that `/devnet/revert` can restore.', {
  id: snapshotId,
  height: field(uint32, 'Height of the tip when it was taken.'),
  tip_id: field(blockId, 'Block ID of that tip.'),
});
export type DevnetSnapshot = z.output<typeof snapshotSchema>;

export const miningSchema = object('DevnetMining', 'How the node mines.', {
  mode: field(z.enum(MINING_MODES), 'Mining mode.'),
  interval_seconds: field(z.nullable(z.number()), 'Seconds between two blocks; null unless `interval`.'),
  to: field(address, 'Address that gets the rewards.'),
});

export const clockSchema = object('DevnetClock', 'The clock of the node, which dates and checks blocks.', {
  time: field(uint32, 'Unix seconds by this clock now.'),
  offset_seconds: field(
    z.int(),
    'Seconds that it is ahead of the machine’s clock; negative if it is behind.',
  ),
  next_timestamp: field(
    z.nullable(uint32),
    'The clock is stopped at this time until the next block, which gets this timestamp; null if it runs.',
  ),
});

/** The weathers that are drawn from a seed. */
export const WEATHERS = ['calm', 'breezy', 'storm'] as const;
export type WeatherName = (typeof WEATHERS)[number];

const at = field(integer(0, DEVNET_LIMITS.weatherSeconds), 'Seconds since the weather began.');
const seconds = field(integer(1, DEVNET_LIMITS.weatherSeconds), 'How many seconds it lasts.');
const keep = z.enum(['all', 'none'], 'must be "all" or "none"');
const happening = <Name extends string, Shape extends z.core.$ZodLooseShape>(event: Name, shape: Shape) =>
  z.object({ at, event: z.literal(event), ...shape });

/** One event of a weather; fields that it does not have are ignored, so that a log can be played again. */
export const weatherEventSchema = z.discriminatedUnion('event', [
  happening('blocks', { count: field(integer(1, DEVNET_LIMITS.weatherBlocks), 'Blocks at once.') }),
  happening('drought', { seconds }),
  happening('transfers', {
    count: field(integer(1, DEVNET_LIMITS.weatherBlocks), 'Transfers among development accounts 5–9.'),
  }),
  happening('jam', { seconds }),
  happening('reorganization', {
    depth: field(integer(1, DEVNET_LIMITS.weatherBlocks), 'Newest blocks to replace.'),
    keep: field(keep, 'As in `DevnetReorganizeBody`.'),
  }),
  happening('slow', {
    seconds,
    milliseconds: field(integer(1, 60_000), 'Delay of each answer of both APIs.'),
  }),
  happening('away', { seconds }),
  happening('behind', { seconds }),
  happening('break', {}),
]);
export type WeatherEvent = z.output<typeof weatherEventSchema>;

const weatherSeed = field(uint32, 'The same seed draws the same events.');

export const weatherSchema = object('DevnetWeather', 'The weather that lasts.', {
  name: field(z.enum([...WEATHERS, 'list']), 'Its name, or `list` for events that were given.'),
  seed: weatherSeed,
  began_at: field(uint32, 'Unix seconds by the clock of the node.'),
  api: field(z.enum(['clear', 'slow', 'away', 'behind']), 'How both APIs fare now.'),
});

/** Answer of GET `/devnet`; also the field `state` in the answer of every other call except `/devnet/snapshot`. */
export const devnetStateSchema = object('DevnetState', 'State of the devnet node.', {
  network: field(networkName, 'Always `devnet`.'),
  height: field(uint32, 'Height of the tip.'),
  tip_id: field(blockId, 'Block ID of the tip.'),
  pending_count: field(count, 'Transactions in the mempool.'),
  index: indexStatusSchema,
  mining: miningSchema,
  clock: clockSchema,
  weather: field(z.nullable(weatherSchema), 'Null if there is none.'),
  snapshots: field(z.array(snapshotSchema), 'Oldest first.'),
});
export type DevnetState = z.output<typeof devnetStateSchema>;

export const reorganizationSchema = object('DevnetReorganization', 'The replaced branch and the new one.', {
  old_tip: devnetBlockSchema,
  new_tip: devnetBlockSchema,
  common_height: field(uint32, 'Height of the newest common block.'),
  disconnected: field(count, 'Number of disconnected blocks.'),
  connected: field(count, 'Number of connected blocks.'),
});
export type DevnetReorganization = z.output<typeof reorganizationSchema>;

export const mineBodySchema = strictObject('DevnetMineBody', 'How to mine.', {
  blocks: field(z.optional(blockCount), `Number of blocks; 1 by default, at most ${DEVNET_LIMITS.blocks}.`),
  to: field(z.optional(addressText), 'Address that gets the rewards; the node’s by default.'),
  interval_seconds: field(
    z.optional(intervalSeconds),
    'Seconds between two timestamps, also after the tip’s; the clock advances with them.',
  ),
  transactions: field(
    z.optional(z.boolean('must be true or false')),
    'False for empty blocks; true by default.',
  ),
});

export const mineAnswerSchema = object('DevnetMined', 'The mined blocks.', {
  blocks: field(z.array(minedBlockSchema), 'The mined blocks, lowest first.'),
  state: devnetStateSchema,
});

export const revertBodySchema = strictObject('DevnetRevertBody', 'What to restore.', { id: snapshotId });

/** Answer of `revert` and `reorganize`. */
export const reorganizationAnswerSchema = object('DevnetReorganized', 'The change of the chain.', {
  reorganization: reorganizationSchema,
  state: devnetStateSchema,
});

export const reorganizeBodySchema = strictObject('DevnetReorganizeBody', 'What to replace.', {
  depth: field(integer(1, DEVNET_LIMITS.blocks), 'Newest blocks to replace.'),
  blocks: field(
    z.optional(integer(2, DEVNET_LIMITS.blocks + 1)),
    'Blocks of the new branch, more than `depth`; `depth` + 1 by default.',
  ),
  keep: field(
    z.optional(keep),
    'Whether the new branch contains the transfers of the replaced blocks (default), or they become pending.',
  ),
});

export const timeBodySchema = component(
  'DevnetTimeBody',
  'Where to move the clock: one of the two.',
  z
    .strictObject({
      advance_seconds: field(
        z.optional(integer(-DEVNET_LIMITS.advanceSeconds, DEVNET_LIMITS.advanceSeconds)),
        'Seconds to move the clock by.',
      ),
      next_timestamp: field(
        z.optional(integer(0, DEVNET_LIMITS.timestamp)),
        'Unix seconds: the next block gets exactly this timestamp, and the clock continues from it.',
      ),
    })
    .check(
      z.refine(
        ({ advance_seconds, next_timestamp }) =>
          (advance_seconds === undefined) !== (next_timestamp === undefined),
        'give either advance_seconds or next_timestamp',
      ),
    ),
);

export const timeAnswerSchema = object('DevnetTimeChanged', 'The new state.', { state: devnetStateSchema });

export const fundBodySchema = strictObject('DevnetFundBody', 'Whom to pay, and how much.', {
  address: field(addressText, 'Recipient.'),
  amount: field(
    z
      .string('must be a string of decimal digits')
      .check(z.regex(/^[1-9][0-9]{0,19}$/, 'must be decimal digits')),
    'Pebbles as decimal digits; at least 1.',
  ),
});

export const fundAnswerSchema = object('DevnetFunded', 'The payment.', {
  transaction_id: field(transactionId, 'ID of the transfer.'),
  from_address: field(address, 'The public development account that paid.'),
  amount: field(amount, 'Pebbles that the recipient got.'),
  block: minedBlockSchema,
  state: devnetStateSchema,
});

export const dropBodySchema = strictObject('DevnetDropBody', 'What to drop.', {
  transaction_id: field(
    z.string('must be a string').check(z.regex(/^[0-9a-f]{64}$/, 'must be 64 lowercase hex characters')),
    'ID of a pending transaction.',
  ),
});

export const dropAnswerSchema = object('DevnetDropped', 'What is no longer pending.', {
  transaction_ids: field(z.array(transactionId), 'The transaction, and the later ones of its sender.'),
  state: devnetStateSchema,
});

const hexBytes = z.string().check(z.regex(/^(?:[0-9a-f]{2})+$/));

/** A devnet as a file: the answer of GET `/devnet/dump`, which `cairn start --load` reads. */
const forkSchema = object('DevnetFork', 'The newest block of a public chain that a devnet continues.', {
  network: field(networkName, 'Network of that chain.'),
  height: field(uint32, 'Height.'),
  id: field(blockId, 'Block ID.'),
});

export const devnetAccountsSchema = object(
  'DevnetAccounts',
  'The development accounts of a devnet, if they are not the ten public ones with 1,000,000 CRN each.',
  {
    mnemonic: field(z.string(), 'Their phrase, for tests only: everything of the devnet may show it.'),
    count: field(integer(1, DEVNET_LIMITS.accounts), 'How many.'),
    balance: field(z.nullable(amount), 'Pebbles of each at the start; null for the usual amounts.'),
  },
);
export type DevnetAccounts = z.output<typeof devnetAccountsSchema>;

export const devnetDumpSchema = object('DevnetDump', 'A devnet that another node can start with.', {
  format: field(z.literal('cairn-devnet-1'), 'Version of this format.'),
  blocks: field(z.array(hexBytes), 'The blocks above genesis, or above the fork, lowest first, as hex.'),
  pending: field(z.array(hexBytes), 'The pending transactions, oldest first, as hex.'),
  clock: z.object({
    time_milliseconds: field(
      integer(0, DEVNET_LIMITS.timestamp * 1_000),
      'Unix milliseconds by the clock of the node.',
    ),
    next_timestamp: field(z.nullable(uint32), 'As in `DevnetClock`.'),
  }),
  mining: miningSchema,
  accounts: z.optional(devnetAccountsSchema),
  fork: field(z.optional(forkSchema), 'Of a fork: the block of the public chain on which `blocks` begin.'),
});
export type DevnetDump = z.output<typeof devnetDumpSchema>;

export const miningBodySchema = strictObject('DevnetMiningBody', 'When to mine.', {
  mode: field(z.enum(MINING_MODES, 'must be "interval", "on_demand" or "manual"'), 'Mining mode.'),
  interval_seconds: field(z.optional(intervalSeconds), 'Seconds between two blocks, for `interval` only.'),
});

export const miningAnswerSchema = object('DevnetMiningChanged', 'The new state.', {
  state: devnetStateSchema,
});

export const weatherBodySchema = component(
  'DevnetWeatherBody',
  'Which weather begins: one of the two.',
  z
    .strictObject({
      weather: field(
        z.optional(z.enum(['none', ...WEATHERS], 'must be "none", "calm", "breezy" or "storm"')),
        'Its name; `none` ends the one that lasts.',
      ),
      events: field(
        z.optional(z.array(weatherEventSchema).check(z.minLength(1), z.maxLength(10_000))),
        'A list of events. Without `blocks` among them, a block comes every `block_seconds` except in droughts.',
      ),
      seed: field(
        z.optional(integer(0, 2 ** 32 - 1)),
        'A random one by default. Given for a chain without blocks, its clock begins at genesis: the seed then decides every ID.',
      ),
      block_seconds: field(
        z.optional(integer(1, 86_400)),
        'Mean time between two blocks; by default the interval of mining, or 10.',
      ),
    })
    .check(
      z.refine(
        ({ weather, events }) => (weather === undefined) !== (events === undefined),
        'give either weather or events',
      ),
    ),
);

export const weatherAnswerSchema = object('DevnetWeatherChanged', 'The new state.', {
  state: devnetStateSchema,
});

export const weatherLogSchema = object('DevnetWeatherLog', 'What the newest weather has done so far.', {
  events: field(
    z.array(
      z.intersection(
        weatherEventSchema,
        z.object({
          time: field(uint32, 'Unix seconds by the clock of the node.'),
          height: field(uint32, 'Height of the tip after it.'),
          tip_id: field(blockId, 'Block ID of that tip.'),
        }),
      ),
    ),
    'The newest 10,000 events, oldest first. Given as `events` with the same seed, they happen again.',
  ),
});
export type WeatherLogEntry = z.output<typeof weatherLogSchema>['events'][number];
