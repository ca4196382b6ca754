import {
  type Address,
  BlockTransactions,
  HEADER_SIZE,
  hexToBytes,
  ID_SIZE,
  TRANSACTION_SIZE,
  transactionId,
  type TransactionId,
  transactionIdFromBytes,
} from '@cairn/protocol';
import type { ChainReader } from '../chain/chain-reader.ts';
import { forEachIndexYielding } from '../chain/scheduling.ts';
import type { PendingTransaction } from './mempool-types.ts';

/** Maximum number of bytes of disconnected blocks to keep: more than the 20,000 transfers of a full mempool (4.3 MB). */
export const MAX_DISCONNECTED_BYTES = 16 * 1024 * 1024;
const MAX_STALE_BLOCKS = 1_000;

/** A disconnected block as the chain reports it. */
interface BlockContents {
  readonly raw: Uint8Array;
  /** In block order. */
  readonly transactions: BlockTransactions;
  /** IDs of the transactions, 32 bytes each, one after another. */
  readonly transactionIds: Uint8Array;
}

/**
 * A disconnected block, whose transfers may become pending again. They are indexed by sender, found by ID, and decoded on
 * demand, because a full block has 39,381 transfers.
 */
export class DisconnectedBlock {
  readonly #contents: BlockContents;
  /** Positions of each sender's transfers, ascending. */
  readonly #bySender = new Map<Address, number[]>();

  constructor(contents: BlockContents) {
    this.#contents = contents;
    const { count, senders, addresses } = contents.transactions;
    for (let index = 1; index < count; index += 1) {
      const sender = addresses[senders[index]!]!;
      const places = this.#bySender.get(sender);
      if (places === undefined) this.#bySender.set(sender, [index]);
      else places.push(index);
    }
  }

  /** Bytes of the block. */
  get size(): number {
    return this.#contents.raw.length;
  }

  senders(): Iterable<Address> {
    return this.#bySender.keys();
  }

  /** Sender of a transfer; `undefined` if it is not in the block. @param id 64 hex characters */
  senderOf(id: TransactionId): Address | undefined {
    const { transactions, transactionIds } = this.#contents;
    const { buffer, byteOffset, length } = transactionIds;
    const ids = Buffer.from(buffer, byteOffset, length);
    const wanted = hexToBytes(id);
    let at = ids.indexOf(wanted);
    while (at % ID_SIZE > 0) at = ids.indexOf(wanted, at + 1);
    return at <= 0 ? undefined : transactions.addresses[transactions.senders[at / ID_SIZE]!];
  }

  /** Transfers of a sender. @param receivedAt Unix seconds */
  transfersOf(sender: Address, receivedAt: number): PendingTransaction[] {
    const { raw, transactions, transactionIds } = this.#contents;
    return (this.#bySender.get(sender) ?? []).map((index) => {
      const begin = HEADER_SIZE + index * TRANSACTION_SIZE;
      return {
        id: transactionIdFromBytes(transactionIds.subarray(index * ID_SIZE, (index + 1) * ID_SIZE)),
        transaction: transactions.body(index),
        raw: raw.slice(begin, begin + TRANSACTION_SIZE), // a copy: one transfer must not keep the block's buffer in memory
        receivedAt,
      };
    });
  }
}

/** The disconnected blocks of a reorganization in progress. */
export class DisconnectedBlocks {
  /** Newest first. */
  #blocks: DisconnectedBlock[] = [];

  /** Adds the next lower block. Beyond the limit it drops the newest blocks, because no other block depends on them. */
  add(block: BlockContents): void {
    this.#blocks.push(new DisconnectedBlock(block));
    let bytes = this.#blocks.reduce((sum, { size }) => sum + size, 0);
    while (bytes > MAX_DISCONNECTED_BYTES && this.#blocks.length > 1) bytes -= this.#blocks.shift()!.size;
  }

  /** Returns the blocks, oldest first, and forgets them. */
  take(): DisconnectedBlock[] {
    const blocks = this.#blocks.reverse();
    this.#blocks = [];
    return blocks;
  }
}

/**
 * Transfers of stale blocks whose nonces are still unused. The process may have ended after a reorganization disconnected
 * them and before they were stored as pending. They count as received when their block was mined.
 * @param now Unix seconds
 * @throws LevelError
 */
export async function findStaleTransfers(chain: ChainReader, now: number): Promise<PendingTransaction[]> {
  const found: PendingTransaction[] = [];
  let bytes = 0;
  for (const { id, header } of chain.staleBlocks?.(MAX_STALE_BLOCKS) ?? []) {
    const raw = await chain.readBlockById?.(id);
    if (raw === undefined) continue;
    bytes += raw.length;
    if (bytes > MAX_DISCONNECTED_BYTES) break;
    const transactions = new BlockTransactions(raw.subarray(HEADER_SIZE));
    const receivedAt = Math.min(now, header.timestamp);
    await forEachIndexYielding(transactions.count, (index) => {
      transactions.read(index);
      const sender = transactions.addresses[transactions.senders[index]!]!;
      const confirmed = chain.account(sender)?.nonce ?? 0;
      if (index === 0 || transactions.nonces[index]! <= confirmed) return;
      const begin = HEADER_SIZE + index * TRANSACTION_SIZE;
      const transferBytes = raw.slice(begin, begin + TRANSACTION_SIZE);
      found.push({
        id: transactionId(transferBytes),
        transaction: transactions.body(index),
        raw: transferBytes,
        receivedAt,
      });
    });
  }
  return found;
}
