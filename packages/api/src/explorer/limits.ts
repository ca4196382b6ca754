/** Limits of the Explorer API (interface document, section 8, and API-DECISIONS). */
export const EXPLORER_LIMITS = {
  /** `api_version` of every answer. */
  apiVersion: 1,
  blockList: { minimum: 1, maximum: 10, default: 10 },
  list: { minimum: 1, maximum: 100, default: 25 },
  /** Transactions with the proof of an address: at most 48 KB. */
  proofRows: { minimum: 1, maximum: 100 },
  /** Headers in one answer: at most 236,000 bytes. */
  headers: { minimum: 1, maximum: 2_000, default: 2_000 },
  /** Buckets of a series: 750 are a month of hours or two years of days, and at most 20 KB. */
  series: { minimum: 1, maximum: 750, default: 90 },
  /** Number of newest blocks whose miners are counted. */
  minerRange: { minimum: 1, maximum: 10_000, default: 1_000 },
  /** Maximum number of miners listed individually; the others are counted together. */
  miners: 100,
  /** Maximum number of matches of each kind that a search returns. */
  matches: 5,
  /** Maximum number of IDs of each branch in a `reorganized` event. */
  reorganizedIds: 100,
  offset: { minimum: 0, maximum: 2_147_483_647, default: 0 },
  /** Heights and times. */
  uint32: { minimum: 0, maximum: 4_294_967_295 },
  /** A filtered list is counted and paginated, and a history summed up, to here; beyond it, `total_is_minimum` or `is_minimum` is true. */
  filteredItems: 10_000,
  /** Newest blocks with transfers whose fees `/api/v1/fees` looks at. */
  feeBlocks: 20,
  /** How far down the chain it looks for them. */
  feeDepth: 1_000,
  /** Maximum number of concurrent event streams; one more gets a 503. */
  eventStreams: 1_000,
  /** Maximum number of missed tips that a resumed stream receives, the newest ones; earlier ones are skipped. */
  eventReplay: 100,
  /** Seconds between comments that keep an event stream open. */
  eventKeepAliveSeconds: 15,
} as const;

/** Figures of `/api/v1/series`; the OpenAPI document defines them. */
export const SERIES_FIGURES = [
  'transactions',
  'fees',
  'transferred',
  'block_interval',
  'size',
  'difficulty',
  'hash_rate',
  'addresses',
  'supply',
] as const;
export type SeriesFigure = (typeof SERIES_FIGURES)[number];
