import {
  explorerError,
  type AddressSummary,
  type BlockLocator,
  type IdentifierPrefix,
} from '@cairn/api/explorer';
import type { AccountState, Address, TransactionId } from '@cairn/protocol';
import type { Chain } from '../chain/chain.ts';
import type {
  ConfirmedTransaction,
  PrefixMatches,
  StoredBlockSummary,
  TransactionLocation,
} from '../chain/chain-types.ts';
import { FeeEstimator, type FeeEstimate } from '../mempool/fee-estimate.ts';
import type {
  ChainTotals,
  FeedRequest,
  HistoryRequest,
  ListedTransaction,
  MinerBlocksRequest,
  MinersPage,
  MinerTotals,
  Page,
  PageRequest,
  ProjectionReader,
  SeriesPage,
  SeriesRequest,
} from '../projection/index.ts';
import type { BlockBytes } from '../chain/whole-blocks.ts';
import type { AccountProofRow, AtTip, ExplorerReader, ProofRow } from './explorer-reader.ts';

type ReadChain = Pick<
  Chain,
  | 'tip'
  | 'blockSummary'
  | 'readHeaders'
  | 'heightOfBlock'
  | 'readTransactions'
  | 'findTransaction'
  | 'startingWith'
  | 'account'
  | 'accountProof'
  | 'wholeBlocks'
  | 'readBlockSlice'
>;

/** Reads the node's chain and, for the indexed routes, its projection. */
export class NodeReader implements ExplorerReader {
  readonly #chain: ReadChain;
  readonly #index: () => ProjectionReader | undefined;
  readonly #fees: FeeEstimator;

  /** @param index returns the projection's reader; `undefined` while its store is not open */
  constructor(
    chain: ReadChain,
    index: () => ProjectionReader | undefined,
    fees: FeeEstimator = new FeeEstimator(chain),
  ) {
    this.#chain = chain;
    this.#index = index;
    this.#fees = fees;
  }

  async blocks({ offset, limit, before }: PageRequest & { before?: number | undefined }) {
    const tipHeight = this.#tipHeight();
    const newest = Math.min(before ?? tipHeight + 1, tipHeight + 1) - 1 - offset;
    const blocks: StoredBlockSummary[] = [];
    for (let height = newest; height >= 0 && blocks.length < limit; height -= 1) {
      blocks.push(this.#blockAt(height));
    }
    return { blocks, tipHeight };
  }

  headers(from: number, count: number): Promise<Uint8Array> {
    return this.#chain.readHeaders(from, count);
  }

  async block(reference: BlockLocator): Promise<AtTip<{ block: StoredBlockSummary }> | undefined> {
    const block = this.#find(reference);
    return block && { block, tipHeight: this.#tipHeight() };
  }

  async blockAt(time: number): Promise<AtTip<{ block: StoredBlockSummary }> | undefined> {
    const found = await this.#requireIndex().blockAt(time);
    return found && { ...found, tipHeight: this.#tipHeight() };
  }

  async blockTransactions(reference: BlockLocator, page: PageRequest) {
    const block = this.#find(reference);
    const tipHeight = this.#tipHeight();
    const transactions = block && (await this.#chain.readTransactions(block.height, page));
    return transactions && { block, transactions, tipHeight };
  }

  async transaction(id: TransactionId): Promise<AtTip<ListedTransaction> | undefined> {
    const found = await this.#chain.findTransaction(id);
    const block = found && this.#chain.blockSummary(found.height);
    return block && { ...listed(found, block), tipHeight: this.#tipHeight() };
  }

  startingWith(prefix: IdentifierPrefix, limit: number): Promise<PrefixMatches> {
    return this.#chain.startingWith(prefix, limit);
  }

  async account(address: Address): Promise<AccountState | undefined> {
    return this.#chain.account(address);
  }

  fees(): Promise<FeeEstimate> {
    return this.#fees.estimate();
  }

  async transactions(request: FeedRequest): Promise<AtTip<Page<ListedTransaction>>> {
    return { ...(await this.#requireIndex().transactions(request)), tipHeight: this.#tipHeight() };
  }

  async addressTransactions(
    address: Address,
    request: HistoryRequest,
  ): Promise<AtTip<Page<ListedTransaction>>> {
    const found = await this.#requireIndex().addressTransactions(address, request);
    return { ...found, tipHeight: this.#tipHeight() };
  }

  addresses(page: PageRequest): Promise<Page<AddressSummary>> {
    return this.#requireIndex().addresses(page);
  }

  async totals(): Promise<ChainTotals> {
    const totals = await this.#requireIndex().totals();
    if (totals === undefined) throw explorerError('explorer_index_unavailable');
    return totals;
  }

  async series(request: SeriesRequest): Promise<SeriesPage | undefined> {
    return this.#requireIndex().series(request);
  }

  async miners(blocks: number): Promise<MinersPage> {
    return this.#requireIndex().miners(blocks);
  }

  async miner(address: Address): Promise<MinerTotals> {
    return this.#requireIndex().miner(address);
  }

  async minerBlocks(address: Address, request: MinerBlocksRequest): Promise<AtTip<Page<StoredBlockSummary>>> {
    const found = await this.#requireIndex().minerBlocks(address, request);
    return { ...found, tipHeight: this.#tipHeight() };
  }

  blockBytes(block: StoredBlockSummary): Promise<BlockBytes | undefined> {
    return this.#chain.wholeBlocks.bytes(block);
  }

  async proof(id: TransactionId): Promise<ProofRow | undefined> {
    const transaction = await this.#chain.findTransaction(id);
    if (transaction === undefined) return undefined;
    const block = this.#chain.blockSummary(transaction.height);
    if (block === undefined) return undefined;
    const tree = await this.#chain.wholeBlocks.merkleTree(block);
    return tree && { transaction, block, path: tree.path(transaction.index) };
  }

  async accountProof(address: Address, before?: TransactionLocation): Promise<AccountProofRow | undefined> {
    if (this.#chain.tip() === undefined) throw explorerError('proofs_unavailable');
    for (;;) {
      const proof = await this.#chain.accountProof(address, before);
      if (proof === undefined) return undefined;
      const { block } = proof;
      const [coinbase] = (await this.#chain.readTransactions(block.height, { offset: 0, limit: 1 })) ?? [];
      const tree = await this.#chain.wholeBlocks.merkleTree(block);
      // Otherwise the block has left the chain meanwhile.
      if (tree !== undefined && coinbase !== undefined && this.#chain.heightOfBlock(block.id) !== undefined)
        return { ...proof, coinbase: coinbase.raw, coinbasePath: tree.path(0) };
    }
  }

  #tipHeight(): number {
    return this.#chain.tip()?.height ?? -1;
  }

  #find(reference: BlockLocator): StoredBlockSummary | undefined {
    const height = reference.kind === 'height' ? reference.height : this.#chain.heightOfBlock(reference.id);
    return height === undefined ? undefined : this.#chain.blockSummary(height);
  }

  #blockAt(height: number): StoredBlockSummary {
    const block = this.#chain.blockSummary(height);
    if (block === undefined) throw new Error(`no summary of the canonical block at height ${height}`);
    return block;
  }

  /** @throws HttpError 503 `explorer_index_unavailable` */
  #requireIndex(): ProjectionReader {
    const index = this.#index();
    if (index === undefined) throw explorerError('explorer_index_unavailable');
    return index;
  }
}

/** Copies the fields by name: `transaction` is a getter, which a spread would call a second time. */
function listed(
  { id, height, index, transaction }: ConfirmedTransaction,
  { id: blockId, header }: StoredBlockSummary,
): ListedTransaction {
  return { id, height, index, transaction, blockId, timestamp: header.timestamp };
}
