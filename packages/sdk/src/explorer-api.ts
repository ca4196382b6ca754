/** The Explorer API's routes as one interface: what editors show is short, and has the routes' summaries. */
import type * as api from '@cairn/api/explorer';
import type { RequestOptions } from '@cairn/api';

export type { RequestOptions } from '@cairn/api';

type Answer<Route extends keyof api.ExplorerClient> = Awaited<ReturnType<api.ExplorerClient[Route]>>;

export interface Health extends Answer<'health'> {}
export interface Status extends api.ExplorerStatus {}
export interface Features extends Answer<'features'> {}
export interface BlockList extends api.BlockList {}
export interface BlockDetail extends api.BlockDetail {}
export interface BlockTransactions extends api.BlockTransactions {}
export interface TransactionDetail extends api.TransactionDetail {}
export interface AddressState extends api.AddressState {}
export interface TransactionList extends api.TransactionList {}
export interface AddressList extends api.AddressList {}
export interface AddressHistory extends api.AddressHistory {}
export interface Stats extends api.StatsResponse {}
export interface StaleBlockList extends api.StaleBlockList {}
export interface AddressProof extends api.AddressProof {}
export interface AddressRank extends api.AddressRank {}
export interface TransactionProof extends api.TransactionProof {}
export interface Fees extends api.Fees {}
export interface Series extends api.Series {}
export interface MinerList extends api.MinerList {}
export interface Miner extends api.Miner {}
export interface MinerBlocks extends api.MinerBlocks {}
export interface Matches extends api.Matches {}

/** A page of a list: its size, 1 to 100, and the items to skip. */
export interface Page {
  readonly limit?: number;
  readonly offset?: number;
}

/** A page of blocks; with `before_height` it starts with the block below that height. */
export interface BlockPage extends Page {
  readonly before_height?: number;
}

/** Block times in Unix seconds, inclusive. */
export interface TimeRange {
  readonly from_time?: number;
  readonly to_time?: number;
}

export interface FeedQuery extends Page, TimeRange {
  readonly kind?: api.TransactionKind;
}

export interface HistoryQuery extends Page, TimeRange {
  readonly address: string;
  readonly direction?: api.HistoryDirection;
  readonly order?: api.HistoryOrder;
}

export interface SeriesQuery {
  readonly figure?: api.SeriesFigure;
  readonly step?: 'hour' | 'day' | 'week';
  readonly from?: number;
  readonly count?: number;
}

/** A block by its height or its ID. */
export interface BlockReference {
  readonly height_or_hash: number | string;
}

/**
 * The read-only Explorer API, a method for each route. Amounts are decimal strings of pebbles. A method rejects with a
 * `CairnError`, or with the reason of the caller's signal.
 */
export interface ExplorerApi {
  /** Probe. */
  health(input?: {}, options?: RequestOptions): Promise<Health>;
  /** Tip, node and index state. */
  status(input?: {}, options?: RequestOptions): Promise<Status>;
  /** Core and index availability. */
  features(input?: {}, options?: RequestOptions): Promise<Features>;
  /** Newest blocks. At most 10 a page. */
  listBlocks(input?: BlockPage, options?: RequestOptions): Promise<BlockList>;
  /** One block. Without its transactions, which have their own route. */
  getBlock(input: BlockReference, options?: RequestOptions): Promise<BlockDetail>;
  /** Transactions of a block. In block order. */
  listBlockTransactions(input: BlockReference & Page, options?: RequestOptions): Promise<BlockTransactions>;
  /** One confirmed transaction. `transaction_not_found` for a pending one. */
  getTransaction(input: { readonly txid: string }, options?: RequestOptions): Promise<TransactionDetail>;
  /** Confirmed balance and nonce. `exists` is false for an address without an account. */
  getAddress(input: { readonly address: string }, options?: RequestOptions): Promise<AddressState>;
  /** Global feed of confirmed transactions. Needs the node's index. */
  listTransactions(input?: FeedQuery, options?: RequestOptions): Promise<TransactionList>;
  /** Addresses ranked by balance. Needs the node's index. */
  listAddresses(input?: Page, options?: RequestOptions): Promise<AddressList>;
  /** Full history of an address. Needs the node's index. */
  listAddressTransactions(input: HistoryQuery, options?: RequestOptions): Promise<AddressHistory>;
  /** Global counts and sums. Needs the node's index. */
  getStats(input?: {}, options?: RequestOptions): Promise<Stats>;
  /** A block’s bytes. */
  getRawBlock(input: BlockReference, options?: RequestOptions): Promise<Uint8Array>;
  /** Stale blocks. Highest first. */
  listStaleBlocks(input?: { readonly limit?: number }, options?: RequestOptions): Promise<StaleBlockList>;
  /** Headers of the chain as bytes. 118 each, lowest first. */
  getHeaders(
    input?: { readonly from?: number; readonly count?: number },
    options?: RequestOptions,
  ): Promise<Uint8Array>;
  /** Proof of a balance, a nonce and a history. */
  getAddressProof(
    input: { readonly address: string; readonly before?: string; readonly rows?: number },
    options?: RequestOptions,
  ): Promise<AddressProof>;
  /** Rank and sums of an address. Needs the node's index. */
  getAddressRank(input: { readonly address: string }, options?: RequestOptions): Promise<AddressRank>;
  /** Merkle proof of a transaction. */
  getTransactionProof(input: { readonly txid: string }, options?: RequestOptions): Promise<TransactionProof>;
  /** The block at a time. In Unix seconds. Needs the node's index. */
  getBlockAt(input: { readonly time: number | string }, options?: RequestOptions): Promise<BlockDetail>;
  /** Fees of recent transfers. */
  getFees(input?: {}, options?: RequestOptions): Promise<Fees>;
  /** The chain by hours, days or weeks. Needs the node's index. */
  getSeries(input?: SeriesQuery, options?: RequestOptions): Promise<Series>;
  /** Miners of the newest blocks. Needs the node's index. */
  listMiners(input?: { readonly blocks?: number }, options?: RequestOptions): Promise<MinerList>;
  /** Totals of a miner. Needs the node's index. */
  getMiner(input: { readonly address: string }, options?: RequestOptions): Promise<Miner>;
  /** Blocks of a miner. Needs the node's index. */
  listMinerBlocks(
    input: { readonly address: string } & BlockPage,
    options?: RequestOptions,
  ): Promise<MinerBlocks>;
  /** Search by prefix. Of IDs and addresses. Needs the node's index. */
  search(input: { readonly prefix: string }, options?: RequestOptions): Promise<Matches>;
}
