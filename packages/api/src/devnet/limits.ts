/** Limits of the devnet's control socket. */
export const DEVNET_LIMITS = {
  /** Maximum number of blocks that one call mines or replaces. */
  blocks: 10_000,
  /** Maximum number of snapshots that a node keeps; with that many, `/devnet/snapshot` fails. */
  snapshots: 1_000,
  /** Maximum number of development accounts. */
  accounts: 100,
  /** Maximum interval of `/devnet/mining`, and between two timestamps of `/devnet/mine`: 30 days. */
  intervalSeconds: 2_592_000,
  /** Maximum distance by which one call moves the clock: 10 years. */
  advanceSeconds: 315_360_000,
  /** Latest time of the clock: 2096-10-02, far enough below 2^32 − 1 to continue mining. */
  timestamp: 4_000_000_000,
  /** Maximum number of blocks or transfers of one event of a weather. */
  weatherBlocks: 100,
  /** Maximum time of an event of a weather, and how long it lasts: 30 days. */
  weatherSeconds: 2_592_000,
  /** Maximum size of a request's body, enough for a weather of 10,000 events. */
  bodyBytes: 1_048_576,
} as const;
