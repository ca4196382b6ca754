import type { ListedTransaction, PageRequest } from '@cairn/chain';
import { explorerError, type BlockLocator, type IdentifierPrefix } from '@cairn/api/explorer';
import {
  type AccountState,
  type Address,
  concatBytes,
  encodeBlockHeader,
  encodeTransaction,
  MAX_U32,
  type TransactionId,
} from '@cairn/protocol';
import type { ChainTip, PrefixMatches, StoredBlockSummary, StoredBytes, WholeBlocks } from '@cairn/chain';
import type { CoreReader, FeeEstimate, ProofRow } from '@cairn/chain/explorer';
import type { ExplorerContext } from '../src/explorer-api/index.ts';
import { type Ask, blockOf, transactionOf } from '@cairn/chain/projection';
import { CORE_QUESTIONS } from './core-questions.ts';

/**
 * Answers the core routes from a database, which a replica has in the place of a chain. Reading the bytes of a block takes several
 * statements; every other answer is one.
 */
export class ReplicaReader implements CoreReader {
  readonly #ask: Ask;
  readonly #wholeBlocks: WholeBlocks;
  readonly #chain: ExplorerContext['chain'];
  readonly #request: AbortSignal;

  /** @param request ends with the request */
  constructor(ask: Ask, wholeBlocks: WholeBlocks, chain: ExplorerContext['chain'], request: AbortSignal) {
    this.#ask = ask;
    this.#wholeBlocks = wholeBlocks;
    this.#chain = chain;
    this.#request = request;
  }

  [Symbol.dispose](): void {
    // Nothing is held between two statements.
  }

  get tip(): ChainTip | undefined {
    return this.#chain.view.tip;
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

  rawBlock(block: StoredBlockSummary): Promise<Uint8Array> {
    return this.#wholeBlocks.read(this.#bytesOf(block), this.#request);
  }

  accountProof(): Promise<never> {
    return Promise.reject(explorerError('proofs_unavailable'));
  }

  async proof(id: TransactionId): Promise<ProofRow | undefined> {
    const { transaction, block } = await this.#find(id);
    if (transaction === undefined || block === undefined) return undefined;
    const tree = await this.#wholeBlocks.merkleTree(this.#bytesOf(block), this.#request);
    return { transaction, block, path: tree.path(transaction.index) };
  }

  #bytesOf(block: StoredBlockSummary): StoredBytes {
    return {
      id: block.id,
      size: block.sizeBytes,
      read: () => readBytes(this.#ask, block),
      damage: () => new Error(`block ${block.height} is damaged in the database`),
    };
  }

  async #find(id: TransactionId) {
    const asked = { id: Buffer.from(id, 'hex') };
    const { state, lists } = await this.#ask(CORE_QUESTIONS.transaction, asked);
    const [[row], [block]] = [lists.transactions, lists.blocks];
    return { transaction: row && transactionOf(row, state.chain_id), block: block && blockOf(block) };
  }
}

/** Transactions of one query for a block's bytes: about 10 ms of decoding. */
const ROWS_AT_ONCE = 1_000;

/** Reads a block as bytes, by encoding its header and transactions again. @throws ProjectionError; HttpError 404 if it has left */
async function readBytes(ask: Ask, { id, transactionCount }: StoredBlockSummary): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for (let offset = 0; offset < transactionCount; offset += ROWS_AT_ONCE) {
    const asked = { id: Buffer.from(id, 'hex'), offset, limit: ROWS_AT_ONCE };
    const { state, lists } = await ask(CORE_QUESTIONS.blockById, asked);
    const [block] = lists.blocks;
    if (block === undefined) throw explorerError('block_not_found');
    if (offset === 0) parts.push(encodeBlockHeader(blockOf(block).header));
    for (const row of lists.transactions)
      parts.push(encodeTransaction(transactionOf(row, state.chain_id).transaction));
  }
  return concatBytes(...parts);
}
