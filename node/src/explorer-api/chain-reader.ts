import type { BlockLocator, IdentifierPrefix } from '@cairn/api/explorer';
import type { AccountState, Address, TransactionId } from '@cairn/protocol';
import type { Chain } from '../chain/chain.ts';
import type { PrefixMatches, StoredBlockSummary, TransactionLocation } from '../chain/chain-types.ts';
import type { BlockBytes } from '../chain/whole-blocks.ts';
import { FeeEstimator, type FeeEstimate } from '../mempool/fee-estimate.ts';
import type { ListedTransaction, PageRequest } from '../projection/index.ts';
import type { AccountProofRow, CoreReader, ProofRow } from './core-reader.ts';

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

/** Answers the core routes from a node's chain. */
export class ChainReader implements CoreReader {
  readonly #chain: ReadChain;
  readonly #fees: FeeEstimator;

  constructor(chain: ReadChain, fees: FeeEstimator = new FeeEstimator(chain)) {
    this.#chain = chain;
    this.#fees = fees;
  }

  async blocks({ offset, limit, before }: PageRequest & { before?: number | undefined }) {
    const above = this.#chain.tip().height + 1;
    const blocks: StoredBlockSummary[] = [];
    for (let height = Math.min(before ?? above, above) - 1 - offset; blocks.length < limit; height -= 1) {
      const block = height < 0 ? undefined : this.#chain.blockSummary(height);
      if (block === undefined) break;
      blocks.push(block);
    }
    return blocks;
  }

  headers(from: number, count: number): Promise<Uint8Array> {
    return this.#chain.readHeaders(from, count);
  }

  async block(reference: BlockLocator): Promise<StoredBlockSummary | undefined> {
    const height = reference.kind === 'height' ? reference.height : this.#chain.heightOfBlock(reference.id);
    return height === undefined ? undefined : this.#chain.blockSummary(height);
  }

  async blockTransactions(reference: BlockLocator, page: PageRequest) {
    const block = await this.block(reference);
    const transactions = block && (await this.#chain.readTransactions(block.height, page));
    return transactions && { block, transactions };
  }

  async transaction(wanted: TransactionId): Promise<ListedTransaction | undefined> {
    const found = await this.#chain.findTransaction(wanted);
    const block = found && this.#chain.blockSummary(found.height);
    if (found === undefined || block === undefined) return undefined;
    // By name: `transaction` is a getter, which a spread would call a second time.
    const { id, height, index, transaction } = found;
    return { id, height, index, transaction, blockId: block.id, timestamp: block.header.timestamp };
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

  blockBytes(block: StoredBlockSummary): Promise<BlockBytes | undefined> {
    return this.#chain.wholeBlocks.bytes(block);
  }

  async proof(id: TransactionId): Promise<ProofRow | undefined> {
    const transaction = await this.#chain.findTransaction(id);
    const block = transaction && this.#chain.blockSummary(transaction.height);
    const tree = block && (await this.#chain.wholeBlocks.merkleTree(block));
    return tree && { transaction, block, path: tree.path(transaction.index) };
  }

  async accountProof(address: Address, before?: TransactionLocation): Promise<AccountProofRow | undefined> {
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
}
