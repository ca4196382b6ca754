import { explorerError, type BlockLocator, type IdentifierPrefix } from '@cairn/api/explorer';
import {
  type AccountState,
  type Address,
  type BlockId,
  concatBytes,
  encodeBlockHeader,
  encodeTransaction,
  HEADER_SIZE,
  MAX_U32,
  TRANSACTION_SIZE,
  transactionId,
  type TransactionId,
} from '@cairn/protocol';
import type { Logger } from 'pino';
import type { PrefixMatches, StoredBlockSummary } from '../src/chain/chain-types.ts';
import { digestTransactions } from '../src/chain/transaction-checks.ts';
import { WholeBlocks, type BlockBytes, type BlockSource } from '../src/chain/whole-blocks.ts';
import type { CoreReader, FeeEstimate, ProofRow } from '../src/explorer-api/index.ts';
import type { Ask } from '../src/projection/index-reader.ts';
import {
  blockOf,
  transactionOf,
  type ListedTransaction,
  type PageRequest,
} from '../src/projection/answers.ts';
import { CORE_QUESTIONS } from './core-questions.ts';

/**
 * Answers the core routes from a database, which a replica has in the place of a chain. Reading the bytes of a block takes several
 * statements; every other answer is one.
 */
export class ReplicaReader implements CoreReader {
  readonly #ask: Ask;
  readonly #wholeBlocks: WholeBlocks;

  constructor(ask: Ask, logger: Logger) {
    this.#ask = ask;
    const digest = async (transactions: Uint8Array) => digestTransactions(transactions);
    this.#wholeBlocks = new WholeBlocks(new StoredBlockBytes(ask), digest, logger);
  }

  async blocks({ limit, offset, before = MAX_U32 }: PageRequest & { before?: number | undefined }) {
    const { lists } = await this.#ask(CORE_QUESTIONS.blockList, { limit, offset, before });
    return lists.blocks.map(blockOf);
  }

  async headers(from: number, count: number): Promise<Uint8Array> {
    const blocks = await this.blocks({ before: from + count, limit: count, offset: 0 });
    const wanted = blocks.filter(({ height }) => height >= from);
    return concatBytes(...wanted.toReversed().map(({ header }) => encodeBlockHeader(header)));
  }

  async block(reference: BlockLocator): Promise<StoredBlockSummary | undefined> {
    return (await this.blockTransactions(reference, { offset: 0, limit: 0 }))?.block;
  }

  async blockTransactions(reference: BlockLocator, { offset, limit }: PageRequest) {
    const { state, lists } = await (reference.kind === 'height'
      ? this.#ask(CORE_QUESTIONS.blockByHeight, { offset, limit, height: reference.height })
      : this.#ask(CORE_QUESTIONS.blockById, { offset, limit, id: Buffer.from(reference.id, 'hex') }));
    const [block] = lists.blocks;
    const transactions = lists.transactions.map((row) => transactionOf(row, state.chain_id));
    return block && { block: blockOf(block), transactions };
  }

  async fees(): Promise<FeeEstimate> {
    const { lists } = await this.#ask(CORE_QUESTIONS.fees, {});
    const { blocks: sampledBlocks, percentiles } = lists.fees[0]!;
    const [nextBlock, fewBlocks, economy] = percentiles ?? [0, 0, 0];
    return {
      nextBlock: BigInt(nextBlock),
      fewBlocks: BigInt(fewBlocks),
      economy: BigInt(economy),
      sampledBlocks,
    };
  }

  async transaction(id: TransactionId): Promise<ListedTransaction | undefined> {
    return (await this.#find(id)).transaction;
  }

  async startingWith({ id, address }: IdentifierPrefix, limit: number): Promise<PrefixMatches> {
    // No ID is empty, and no address begins with a tilde.
    const bound = (fill: string) => Buffer.from(id?.padEnd(64, fill) ?? '', 'hex');
    const asked = { low: bound('0'), high: bound('f'), prefix: address ?? '~', limit };
    const { addresses, ...found } = (await this.#ask(CORE_QUESTIONS.startingWith, asked)).lists;
    return { ...found, addresses: addresses.map((row) => row.address) };
  }

  async account(address: Address): Promise<AccountState | undefined> {
    const [account] = (await this.#ask(CORE_QUESTIONS.account, { address })).lists.accounts;
    return account && { balance: BigInt(account.balance), nonce: account.nonce };
  }

  blockBytes(block: StoredBlockSummary): Promise<BlockBytes | undefined> {
    return this.#wholeBlocks.bytes(block);
  }

  accountProof(): Promise<never> {
    return Promise.reject(explorerError('proofs_unavailable'));
  }

  async proof(id: TransactionId): Promise<ProofRow | undefined> {
    const { transaction, block } = await this.#find(id);
    if (transaction === undefined || block === undefined) return undefined;
    const tree = await this.#wholeBlocks.merkleTree(block);
    return tree && { transaction, block, path: tree.path(transaction.index) };
  }

  /** Finds a transaction and its block. A transaction that does not hash to its ID counts as absent. */
  async #find(id: TransactionId) {
    const { state, lists } = await this.#ask(CORE_QUESTIONS.transaction, {
      id: Buffer.from(id, 'hex'),
    });
    const [row, blockRow] = [lists.transactions[0], lists.blocks[0]];
    const transaction = row && transactionOf(row, state.chain_id);
    const isIntact = transaction && transactionId(encodeTransaction(transaction.transaction)) === id;
    return isIntact ? { transaction, block: blockRow && blockOf(blockRow) } : {};
  }
}

/** Transactions of one query for a block's bytes: about 10 ms of decoding. */
const ROWS_AT_ONCE = 1_000;

/** Reads blocks as bytes, by encoding their headers and transactions again. */
class StoredBlockBytes implements BlockSource {
  readonly #ask: Ask;

  constructor(ask: Ask) {
    this.#ask = ask;
  }

  /** @param slice whole transactions; the first slice begins with the block header @throws ProjectionError */
  async readBlockSlice(
    { id }: { readonly id: BlockId },
    { offset, length }: { readonly offset: number; readonly length: number },
  ): Promise<Uint8Array | undefined> {
    const hasHeader = offset === 0;
    const first = hasHeader ? 0 : (offset - HEADER_SIZE) / TRANSACTION_SIZE;
    const end = (offset + length - HEADER_SIZE) / TRANSACTION_SIZE;
    const parts: Uint8Array[] = [];
    for (let index = first; index < end; index += ROWS_AT_ONCE) {
      const page = { offset: index, limit: Math.min(ROWS_AT_ONCE, end - index) };
      const { state, lists } = await this.#ask(CORE_QUESTIONS.blockById, {
        ...page,
        id: Buffer.from(id, 'hex'),
      });
      const [block] = lists.blocks;
      if (block === undefined) return undefined;
      if (hasHeader && index === 0) parts.push(encodeBlockHeader(blockOf(block).header));
      for (const row of lists.transactions)
        parts.push(encodeTransaction(transactionOf(row, state.chain_id).transaction));
    }
    return concatBytes(...parts);
  }

  blockDamage({ height }: { readonly height: number }): Error {
    return new Error(`block ${height} is damaged in the database`);
  }
}
