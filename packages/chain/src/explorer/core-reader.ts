import type { BlockLocator, IdentifierPrefix } from '@cairn/api/contract';
import type { AccountState, Address, TransactionId } from '@cairn/protocol';
import type {
  ChainTip,
  ConfirmedTransaction,
  HistoryRange,
  ListedTransaction,
  PageRequest,
  PrefixMatches,
  StoredAccountProof,
  StoredBlockSummary,
} from '../chain/chain-types.ts';
import type { ChainView } from '../chain/chain-view.ts';
import type { Chain } from '../chain/chain.ts';
import type { FeeEstimate, FeeEstimator } from './fee-estimate.ts';

/** Everything that a Merkle proof needs. */
export interface ProofRow {
  readonly transaction: ConfirmedTransaction;
  readonly block: StoredBlockSummary;
  /** RFC 6962 audit path, nearest sibling first; 32 bytes each. */
  readonly path: readonly Uint8Array[];
}

/** Everything that the proof of an account needs. */
export interface AccountProofRow extends StoredAccountProof {
  /** The 213 bytes of the block's coinbase. */
  readonly coinbase: Uint8Array;
  /** Its Merkle path, nearest sibling first; 32 bytes each. */
  readonly coinbasePath: readonly Uint8Array[];
}

/**
 * The reads of the core routes for one request: a node reads one view of its chain (`ChainReader`), a replica its database.
 * `undefined` means that the canonical chain has no such block or transaction. Dispose of a reader when the request has ended.
 * @throws ProjectionError if the database cannot be read
 */
export interface CoreReader extends Disposable {
  /** The tip that the answers are of; `undefined` without a chain. */
  readonly tip: ChainTip | undefined;
  /** Blocks below height `before` (by default from the tip), newest first, without the first `offset`. */
  blocks(
    page: PageRequest & { readonly before?: number | undefined },
  ): Promise<readonly StoredBlockSummary[]>;
  block(reference: BlockLocator): Promise<StoredBlockSummary | undefined>;
  /** Headers from a height on, lowest first, 118 bytes each; fewer at the tip. */
  headers(from: number, count: number): Promise<Uint8Array>;
  /** Transactions in block order; empty past the end. */
  blockTransactions(
    reference: BlockLocator,
    page: PageRequest,
  ): Promise<
    { readonly block: StoredBlockSummary; readonly transactions: readonly ConfirmedTransaction[] } | undefined
  >;
  /** @param id 64 lowercase hex characters */
  transaction(id: TransactionId): Promise<ListedTransaction | undefined>;
  /** Identifiers with a prefix, at most `limit` of each kind. */
  startingWith(prefix: IdentifierPrefix, limit: number): Promise<PrefixMatches>;
  /** Confirmed state; `undefined` for an address without confirmed transactions. */
  account(address: Address): Promise<AccountState | undefined>;
  /** What recent blocks suggest as a fee. */
  fees(): Promise<FeeEstimate>;
  /** A block's bytes, proven. @throws BusyError */
  rawBlock(block: StoredBlockSummary): Promise<Uint8Array | undefined>;
  /**
   * What proves an account, or that there is none, at the tip.
   * @param wanted the part of its history that is added; by default none
   * @returns `undefined` if the address has no transaction at `before`
   * @throws HttpError 503 `proofs_unavailable` without an account tree; BusyError
   */
  accountProof(address: Address, wanted?: HistoryRange): Promise<AccountProofRow | undefined>;
  /** The Merkle proof of a transaction. @param id 64 lowercase hex characters @throws BusyError */
  proof(id: TransactionId): Promise<ProofRow | undefined>;
}

/** Answers the core routes from a node's chain. */
export class ChainReader implements CoreReader {
  readonly #view: ChainView & Disposable;
  readonly #fees: FeeEstimator;
  readonly #request: AbortSignal;

  /** @param request ends with the request */
  constructor(chain: Pick<Chain, 'view'>, fees: FeeEstimator, request: AbortSignal) {
    this.#view = chain.view.hold();
    this.#fees = fees;
    this.#request = request;
  }

  [Symbol.dispose](): void {
    this.#view[Symbol.dispose]();
  }

  get tip(): ChainTip {
    return this.#view.tip;
  }

  async blocks({ offset, limit, before }: PageRequest & { before?: number | undefined }) {
    const above = this.tip.height + 1;
    const top = Math.min(before ?? above, above) - 1 - offset;
    const count = Math.min(limit, top + 1);
    return Array.from({ length: Math.max(0, count) }, (_, index) => this.#view.block(top - index)!);
  }

  headers(from: number, count: number): Promise<Uint8Array> {
    return this.#view.headers(from, count);
  }

  async block(reference: BlockLocator): Promise<StoredBlockSummary | undefined> {
    const height = reference.kind === 'height' ? reference.height : this.#view.heightOfBlock(reference.id);
    return height === undefined ? undefined : this.#view.block(height);
  }

  async blockTransactions(reference: BlockLocator, page: PageRequest) {
    const block = await this.block(reference);
    return block && { block, transactions: this.#view.transactions(block.height, page)! };
  }

  async transaction(wanted: TransactionId): Promise<ListedTransaction | undefined> {
    const found = await this.#view.findTransaction(wanted);
    if (found === undefined) return undefined;
    const block = this.#view.block(found.height)!;
    // By name: `transaction` is a getter, which a spread would call a second time.
    const { id, height, index, transaction } = found;
    return { id, height, index, transaction, blockId: block.id, timestamp: block.header.timestamp };
  }

  startingWith(prefix: IdentifierPrefix, limit: number): Promise<PrefixMatches> {
    return this.#view.startingWith(prefix, limit);
  }

  async account(address: Address): Promise<AccountState | undefined> {
    return this.#view.account(address);
  }

  fees(): Promise<FeeEstimate> {
    return this.#fees.estimate(this.#view);
  }

  rawBlock({ height }: StoredBlockSummary): Promise<Uint8Array | undefined> {
    return this.#view.readBlock(height, this.#request);
  }

  async proof(id: TransactionId): Promise<ProofRow | undefined> {
    const transaction = await this.#view.findTransaction(id);
    if (transaction === undefined) return undefined;
    const block = this.#view.block(transaction.height)!;
    const tree = (await this.#view.merkleTree(block.height, this.#request))!;
    return { transaction, block, path: tree.path(transaction.index) };
  }

  async accountProof(address: Address, wanted?: HistoryRange): Promise<AccountProofRow | undefined> {
    const proof = await this.#view.accountProof(address, wanted);
    if (proof === undefined) return undefined;
    const { height } = this.tip;
    const tree = (await this.#view.merkleTree(height, this.#request))!;
    const [coinbase] = this.#view.transactions(height, { offset: 0, limit: 1 })!;
    return { ...proof, coinbase: coinbase!.raw, coinbasePath: tree.path(0) };
  }
}
