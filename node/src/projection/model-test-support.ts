/** For tests only: a model of the projection, computed from the blocks in the most straightforward way. */
import {
  FEED_ORDERS,
  ADDRESS_ORDERS,
  type AddressOrder,
  HISTORY_DIRECTIONS,
  HISTORY_ORDERS,
  TRANSACTION_KINDS,
  type AddressSummary,
  type HistoryDirection,
  type HistoryOrder,
} from '@cairn/api/explorer';
import {
  type Address,
  blockId,
  blockWork,
  COINBASE_SENDER,
  decodeBlock,
  encodeTransaction,
  MAX_U64,
  type Transaction,
  transactionId,
} from '@cairn/protocol';
import type { BlockHeader } from '@cairn/protocol';
import type { ChainTip, StoredBlockSummary } from '@cairn/chain';
import type { ListedTransaction, PageRequest } from '@cairn/chain';
import type {
  StateRow,
  FeedRequest,
  HistoryRequest,
  HistoryTotals,
  MinerBlocksRequest,
  MinersPage,
  MinerTotals,
  Page,
  ProjectionReader,
  RankedAddress,
  SeriesPage,
  SeriesRequest,
  SeriesRow,
  TotalsRequest,
} from '@cairn/chain/projection';
import { SCHEMA_VERSION, SERIES_STEPS } from '@cairn/chain/projection';

/** A reader over plain lists and objects. */
export class ProjectionModel implements ProjectionReader {
  /** Newest first. */
  readonly #transactions: readonly ListedTransaction[];
  readonly #headers: readonly BlockHeader[];
  readonly #blocks: readonly Uint8Array[];
  readonly #tip: { readonly height: number; readonly block_id: string } | undefined;

  /** @param blocks the bytes of the chain's blocks from genesis on */
  constructor(blocks: readonly Uint8Array[]) {
    this.#transactions = blocks.flatMap(transactionsOf).toReversed();
    this.#blocks = blocks;
    this.#headers = blocks.map((raw) => decodeBlock(raw).header);
    const newest = blocks.at(-1);
    this.#tip = newest && { height: blocks.length - 1, block_id: blockId(newest) };
  }

  async blockAt(time: number): Promise<StoredBlockSummary | undefined> {
    const until = this.#headers.filter(({ timestamp }) => timestamp <= time);
    const [last] = until.toSorted((a, b) => b.timestamp - a.timestamp || b.height - a.height);
    return last && this.#summary(last);
  }

  async transactions(request: FeedRequest): Promise<Page<ListedTransaction>> {
    const { kind, order } = request;
    const found = this.#transactions
      .filter((one) => isInTime(one, request))
      .filter((one) => kind === undefined || (kind === 'coinbase') === isCoinbase(one));
    return pageOf(
      inOrder(found, order, ({ transaction }) => transaction.value),
      request,
    );
  }

  async addressTransactions(
    address: string,
    request: HistoryRequest,
  ): Promise<Page<ListedTransaction> & { readonly tip: ChainTip | undefined }> {
    const { direction, order } = request;
    const found = this.#naming(address)
      .filter((one) => isInTime(one, request))
      .filter((one) => direction === undefined || directionOf(one, address) === direction);
    const tip = this.#tip && { height: this.#tip.height, id: this.#tip.block_id };
    return {
      ...pageOf(
        inOrder(found, order, ({ transaction }) => transaction.value),
        request,
      ),
      tip,
    };
  }

  async addressTotals(address: string, request: TotalsRequest): Promise<HistoryTotals> {
    const found = this.#naming(address).filter((one) => isInTime(one, request));
    const of = (direction: HistoryDirection) =>
      found.filter((one) => directionOf(one, address) === direction);
    const largest = (direction: HistoryDirection) =>
      inOrder(of(direction), 'largest', ({ transaction }) => transaction.value)[0];
    return {
      tip: this.#tip && { height: this.#tip.height, id: this.#tip.block_id },
      count: found.length,
      received: atMost64Bits(sum(of('in'), 'value')),
      sent: atMost64Bits(sum(of('out'), 'value')),
      fees: atMost64Bits(sum([...of('out'), ...of('self')], 'fee')),
      mined: atMost64Bits(sum(of('mined'), 'value')),
      to_self: atMost64Bits(sum(of('self'), 'value')),
      largest_in: largest('in'),
      largest_out: largest('out'),
    };
  }

  async addressRank(address: string): Promise<RankedAddress | undefined> {
    const ranking = this.#ranking();
    const place = ranking.findIndex((one) => one.address === address);
    const summary = ranking[place];
    const tip = this.#tip && { height: this.#tip.height, id: this.#tip.block_id };
    return summary && { tip, summary, rank: place + 1, total: ranking.length };
  }

  async addresses({
    order = 'balance',
    ...page
  }: PageRequest & { order?: AddressOrder }): Promise<Page<AddressSummary>> {
    const appeared = this.allAddresses().map((address) => this.#totalsOf(address));
    const by = (value: (one: AddressSummary) => number) => appeared.toSorted((a, b) => value(b) - value(a));
    const orders = {
      balance: () => this.#ranking(),
      transactions: () => by((one) => one.transaction_count),
      active: () => by((one) => one.last_seen_height),
      newest: () => appeared.toReversed(),
    };
    return pageOf(orders[order](), page);
  }

  #ranking(): AddressSummary[] {
    const ranked = this.allAddresses().map((address) => this.#totalsOf(address));
    const compare = (a: AddressSummary, b: AddressSummary): number => {
      const difference = BigInt(b.balance) - BigInt(a.balance);
      if (difference !== 0n) return difference > 0n ? 1 : -1;
      return a.address < b.address ? -1 : 1;
    };
    return ranked.toSorted(compare);
  }

  async totals(): Promise<StateRow | undefined> {
    if (this.#tip === undefined) return undefined;
    const isCoinbase = ({ transaction }: ListedTransaction): boolean =>
      transaction.fromAddress === COINBASE_SENDER;
    const transfers = this.#transactions.filter((one) => !isCoinbase(one));
    return {
      single: 0,
      schema_version: SCHEMA_VERSION,
      chain_id: this.#transactions[0]!.transaction.chain,
      ...this.#tip,
      transactions: this.#transactions.length,
      addresses: this.allAddresses().length,
      fees: sum(transfers, 'fee'),
      transferred: sum(transfers, 'value'),
      rewards: sum(this.#transactions.filter(isCoinbase), 'value'),
    };
  }

  async series({ figure, step: name, from, count }: SeriesRequest): Promise<SeriesPage | undefined> {
    const step = SERIES_STEPS[name];
    const hasTotals = figure === 'supply' || figure === 'addresses';
    const above = this.#headers.slice(1);
    if (above.length === 0) return undefined;
    // Monday, 5 January 1970, where weeks begin.
    const origin = name === 'week' ? 345_600 : 0;
    const bucketOf = (time: number): number => {
      const past = (time - origin) % step;
      return time < origin ? origin : time - past;
    };
    const starts = above.map(({ timestamp }) => bucketOf(timestamp));
    const [first, newest] = [Math.min(...starts), Math.max(...starts)];
    const wanted = Math.max(first, from === undefined ? newest - (count - 1) * step : bucketOf(from));
    const buckets: number[] = [];
    for (let start = wanted; start < wanted + count * step; start += step) {
      if (start >= first && start <= newest) buckets.push(start);
    }
    const end = wanted + count * step;
    const isEarlier = (height: number): boolean => !hasTotals || height === 0 || starts[height - 1]! < end;
    const earlier = this.#transactions.filter(({ height }) => isEarlier(height));
    const rows = buckets.map((start) => this.#bucket(step, start, starts)).filter(({ blocks }) => blocks > 0);
    return {
      height: this.#tip!.height,
      from: wanted,
      count: buckets.length,
      rows,
      supply: emittedBy(earlier),
      addresses: this.allAddresses().filter((address) => isEarlier(this.#totalsOf(address).first_seen_height))
        .length,
    };
  }

  async miners(count: number): Promise<MinersPage> {
    const newest = this.#mined().slice(0, count);
    const addresses = [...new Set(newest.map(({ miner }) => miner))];
    const rows = addresses.map((address) => {
      const mined = newest.filter(({ miner }) => miner === address);
      const { rewards, fees } = this.#earned(mined);
      const sums = { rewards: atMost64Bits(String(rewards)), fees: atMost64Bits(String(fees)) };
      const share = mined.length / newest.length;
      return { address, blocks: mined.length, share, ...sums, last_height: mined[0]!.height };
    });
    const items = rows.toSorted((a, b) => b.blocks - a.blocks || b.last_height - a.last_height).slice(0, 100);
    return {
      indexed_height: this.#tip?.height ?? -1,
      blocks: newest.length,
      miners: rows.length,
      items,
      others: {
        miners: rows.length - items.length,
        blocks: items.reduce((left, { blocks }) => left - blocks, newest.length),
      },
    };
  }

  async miner(address: Address): Promise<MinerTotals> {
    const mined = this.#mined().filter(({ miner }) => miner === address);
    const { rewards, fees } = this.#earned(mined);
    return {
      indexed_height: this.#tip?.height ?? -1,
      blocks: mined.length,
      rewards: atMost64Bits(String(rewards)),
      fees: atMost64Bits(String(fees)),
      first_height: mined.at(-1)?.height ?? null,
      last_height: mined[0]?.height ?? null,
    };
  }

  async minerBlocks(
    address: Address,
    { before_height: before = Infinity, ...page }: MinerBlocksRequest,
  ): Promise<Page<StoredBlockSummary>> {
    const mined = this.#mined().filter(({ miner }) => miner === address);
    const below = mined.filter(({ height }) => height < before);
    const { items } = pageOf(below, page);
    return { items: items.map((header) => this.#summary(header)), total: mined.length };
  }

  #summary(header: BlockHeader): StoredBlockSummary {
    const raw = this.#blocks[header.height]!;
    const { rewards, fees } = this.#earned([header]);
    return {
      height: header.height,
      id: blockId(raw),
      header,
      transactionCount: decodeBlock(raw).transactions.length,
      sizeBytes: raw.length,
      totalFees: fees,
      reward: rewards,
    };
  }

  /** Headers above genesis, newest first. */
  #mined(): BlockHeader[] {
    return this.#headers.slice(1).toReversed();
  }

  #earned(mined: readonly BlockHeader[]): { rewards: bigint; fees: bigint } {
    const heights = new Set(mined.map(({ height }) => height));
    const all = this.#transactions.filter(({ height }) => heights.has(height));
    const isCoinbase = ({ transaction }: ListedTransaction): boolean =>
      transaction.fromAddress === COINBASE_SENDER;
    return {
      rewards: BigInt(sum(all.filter(isCoinbase), 'value')),
      fees: BigInt(
        sum(
          all.filter((one) => !isCoinbase(one)),
          'fee',
        ),
      ),
    };
  }

  /** @param starts of the buckets of blocks 1 to the newest */
  #bucket(step: number, start: number, starts: readonly number[]): SeriesRow {
    const headers = this.#headers.filter(({ height }) => height > 0 && starts[height - 1] === start);
    const heights = new Set(headers.map(({ height }) => height));
    const transactions = this.#transactions.filter(({ height }) => heights.has(height));
    const transfers = transactions.filter(({ transaction }) => transaction.fromAddress !== COINBASE_SENDER);
    const spaced = headers.filter(({ height }) => height > 1);
    return {
      step,
      start,
      blocks: headers.length,
      transactions: transactions.length,
      addresses: this.allAddresses().filter((address) =>
        heights.has(this.#totalsOf(address).first_seen_height),
      ).length,
      fees: sum(transfers, 'fee'),
      transferred: sum(transfers, 'value'),
      emitted: String(emittedBy(transactions)),
      work: String(headers.reduce((total, { bits }) => total + blockWork(bits), 0n)),
      intervals: spaced.length,
      interval_seconds: spaced.reduce(
        (total, { height, timestamp }) => total + timestamp - this.#headers[height - 1]!.timestamp,
        0,
      ),
    };
  }

  /** In the order of their appearance. */
  allAddresses(): string[] {
    const named = this.#transactions
      .toReversed()
      .flatMap(({ transaction }) => [transaction.fromAddress, transaction.toAddress]);
    return [...new Set(named)].filter((address) => address !== COINBASE_SENDER);
  }

  #naming(address: string): ListedTransaction[] {
    return this.#transactions.filter(
      ({ transaction }) => transaction.fromAddress === address || transaction.toAddress === address,
    );
  }

  #totalsOf(address: string): AddressSummary {
    const all = this.#naming(address);
    const outgoing = all.filter(({ transaction }) => transaction.fromAddress === address);
    const received = sum(
      all.filter(({ transaction }) => transaction.toAddress === address),
      'value',
    );
    const sent = sum(outgoing, 'value');
    const fees = sum(outgoing, 'fee');
    return {
      address,
      balance: String(BigInt(received) - BigInt(sent) - BigInt(fees)),
      nonce: outgoing[0]?.transaction.nonce ?? 0,
      total_received: atMost64Bits(received),
      total_sent: atMost64Bits(sent),
      total_fees: atMost64Bits(fees),
      transaction_count: all.length,
      first_seen_height: all.at(-1)!.height,
      last_seen_height: all[0]!.height,
      first_seen_time: all.at(-1)!.timestamp,
      last_seen_time: all[0]!.timestamp,
    };
  }
}

/** New coins: coinbase values without fees. */
function emittedBy(transactions: readonly ListedTransaction[]): bigint {
  const isCoinbase = ({ transaction }: ListedTransaction): boolean =>
    transaction.fromAddress === COINBASE_SENDER;
  const fees = transactions.filter((one) => !isCoinbase(one));
  return BigInt(sum(transactions.filter(isCoinbase), 'value')) - BigInt(sum(fees, 'fee'));
}

function transactionsOf(raw: Uint8Array): ListedTransaction[] {
  const { header, transactions } = decodeBlock(raw);
  return transactions.map((transaction, index) => ({
    id: transactionId(encodeTransaction(transaction)),
    height: header.height,
    index,
    transaction,
    blockId: blockId(raw),
    timestamp: header.timestamp,
  }));
}

/** The fields of a transaction that both interfaces have, under their names there. */
export function modelTransaction(one: Transaction) {
  return {
    id: transactionId(encodeTransaction(one)),
    chain: one.chain,
    nonce: one.nonce,
    fee: String(one.fee),
    value: String(one.value),
    from_address: one.fromAddress,
    to_address: one.toAddress,
  };
}

/** A history in an order. @param rows newest first */
function inOrder<Row>(
  rows: readonly Row[],
  order: HistoryOrder | undefined,
  valueOf: (row: Row) => bigint,
): readonly Row[] {
  if (order === 'oldest') return rows.toReversed();
  if (order !== 'largest' && order !== 'smallest') return rows;
  const sign = order === 'largest' ? -1 : 1;
  return rows.toSorted((a, b) => {
    if (valueOf(a) === valueOf(b)) return 0;
    return valueOf(a) < valueOf(b) ? -sign : sign;
  });
}

function pageOf<Item>(all: readonly Item[], { offset, limit }: PageRequest): Page<Item> {
  return { items: all.slice(offset, offset + limit), total: all.length };
}

function sum(transactions: readonly ListedTransaction[], amount: 'fee' | 'value'): string {
  return String(transactions.reduce((total, { transaction }) => total + transaction[amount], 0n));
}

function atMost64Bits(amount: string): string {
  return BigInt(amount) > MAX_U64 ? String(MAX_U64) : amount;
}

/** Columns of `state` in both engines. */
const TOTALS = [
  'chain_id',
  'height',
  'block_id',
  'transactions',
  'addresses',
  'fees',
  'transferred',
  'rewards',
] as const;

/**
 * The answers of a reader, for these addresses and in pages of this size: of histories each address is asked with every fifth
 * filter, and the next address with the next ones.
 */
export async function readEverything(
  asked: ProjectionReader,
  addresses: readonly string[],
  limit = 100,
): Promise<unknown> {
  const histories: Record<string, unknown> = {};
  const miners: Record<string, unknown> = {};
  for (const [number, address] of addresses.entries()) {
    const older = await asked.minerBlocks(address, { offset: 1, limit, before_height: 3 });
    histories[address] = await Promise.all(
      HISTORY_FILTERS.filter((_, index) => index % 5 === number % 5).map((filter) =>
        allPages((page) => asked.addressTransactions(address, { ...page, ...filter }), limit),
      ),
    );
    miners[address] = [
      await asked.miner(address),
      await asked.addressRank(address),
      await Promise.all(RANGES.map((range) => asked.addressTotals(address, range))),
      await allPages((page) => asked.minerBlocks(address, page), limit),
      [older.items, older.total],
    ];
  }
  const totals = await asked.totals();
  return {
    transactions: await Promise.all(
      FEED_FILTERS.map((filter) => allPages((page) => asked.transactions({ ...page, ...filter }), limit)),
    ),
    blocksAt: await Promise.all([0, ...TIMES, 4_294_967_295].map((time) => asked.blockAt(time))),
    addresses: await Promise.all(
      ADDRESS_ORDERS.map((order) => allPages((page) => asked.addresses({ ...page, order }), limit)),
    ),
    totals: TOTALS.map((column) => totals?.[column]),
    series: await allSeries(asked, limit),
    histories,
    miners,
    shares: [await asked.miners(1), await asked.miners(limit), await asked.miners(10_000)],
  };
}

/** Of blocks of the tests: the first has the first time, and later ones are spread over eleven days from there. */
const TIMES = [1_767_225_600, 1_767_225_660, 1_767_300_000, 1_767_700_000];
const RANGES = [
  {},
  { from_time: TIMES[2] },
  { to_time: TIMES[2] },
  { from_time: TIMES[1], to_time: TIMES[3] },
  { from_time: TIMES[0], to_time: TIMES[0] },
];
const FEED_FILTERS: readonly Omit<FeedRequest, keyof PageRequest>[] = RANGES.flatMap((range) =>
  [undefined, ...TRANSACTION_KINDS].flatMap((kind) => [
    { ...range, kind },
    ...FEED_ORDERS.map((order) => ({ ...range, kind, order })),
  ]),
);
const HISTORY_FILTERS: readonly Omit<HistoryRequest, keyof PageRequest>[] = RANGES.flatMap((range) =>
  [undefined, ...HISTORY_DIRECTIONS].flatMap((direction) => [
    { ...range, direction },
    ...HISTORY_ORDERS.map((order) => ({ ...range, direction, order })),
  ]),
);

/** Pages until one is empty. */
async function allPages<Item>(
  read: (page: PageRequest) => Promise<Page<Item>>,
  limit: number,
): Promise<Page<Item>[]> {
  const pages: Page<Item>[] = [];
  for (let offset = 0; ; offset += limit) {
    const { items, total } = await read({ offset, limit });
    pages.push({ items, total });
    if (items.length === 0) return pages;
  }
}

/** Parts of each series: the newest buckets, a long and a short one, and the oldest. */
async function allSeries(asked: ProjectionReader, limit: number): Promise<unknown[]> {
  const parts: unknown[] = [];
  for (const step of ['hour', 'day', 'week'] as const) {
    for (const [from, count] of [
      [undefined, limit],
      [undefined, 1],
      [0, limit],
    ] as const) {
      parts.push(await asked.series({ step, from, count, figure: 'supply' }));
    }
    const newest = await asked.series({ step, from: undefined, count: 1, figure: 'fees' });
    if (newest === undefined) continue;
    for (const offset of [-3, -1, 0, 1]) {
      parts.push(
        await asked.series({
          step,
          from: newest.from + offset * SERIES_STEPS[step] + 7,
          count: 2,
          figure: offset < 0 ? 'addresses' : 'fees',
        }),
      );
    }
  }
  return parts;
}

function isCoinbase({ transaction }: ListedTransaction): boolean {
  return transaction.fromAddress === COINBASE_SENDER;
}

function isInTime(
  { timestamp }: ListedTransaction,
  { from_time: fromTime = 0, to_time: toTime = Infinity }: Pick<FeedRequest, 'from_time' | 'to_time'>,
): boolean {
  return fromTime <= timestamp && timestamp <= toTime;
}

function directionOf(row: ListedTransaction, address: string): 'in' | 'out' | 'self' | 'mined' {
  if (isCoinbase(row)) return 'mined';
  if (row.transaction.fromAddress !== address) return 'in';
  return row.transaction.toAddress === address ? 'self' : 'out';
}
