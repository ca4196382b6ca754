import {
  bytesToHex,
  HEADER_SIZE,
  hexToBytes,
  TRANSACTION_SIZE,
  type BlockTransactions,
} from '@cairn/protocol';
import type { PendingTransaction } from './mempool-types.ts';

const ID_SIZE = 32;

/** What the chain knows of a block that it left. */
export interface LeftContents {
  readonly raw: Uint8Array;
  /** Of all its transactions, in block order. */
  readonly transactions: BlockTransactions;
  /** 32 bytes each, one after another. */
  readonly transactionIds: Uint8Array;
}

/**
 * A block that the chain left, whose transfers may become pending again: found by sender and by ID, and decoded when they are
 * asked for. A full block has 39,381 of them.
 */
export class LeftBlock {
  readonly #contents: LeftContents;
  /** Places of the transfers of each sender, ascending. */
  readonly #bySender = new Map<string, number[]>();

  constructor(contents: LeftContents) {
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

  senders(): Iterable<string> {
    return this.#bySender.keys();
  }

  /** Sender of a transfer; `undefined` for one that is not in the block. @param id 64 hex characters */
  senderOf(id: string): string | undefined {
    const { transactions, transactionIds } = this.#contents;
    const { buffer, byteOffset, length } = transactionIds;
    const ids = Buffer.from(buffer, byteOffset, length);
    const wanted = hexToBytes(id);
    let at = ids.indexOf(wanted);
    while (at % ID_SIZE > 0) at = ids.indexOf(wanted, at + 1);
    return at <= 0 ? undefined : transactions.addresses[transactions.senders[at / ID_SIZE]!];
  }

  /** Transfers of a sender. @param receivedAt Unix seconds */
  transfersOf(sender: string, receivedAt: number): PendingTransaction[] {
    const { raw, transactions, transactionIds } = this.#contents;
    return (this.#bySender.get(sender) ?? []).map((index) => {
      const begin = HEADER_SIZE + index * TRANSACTION_SIZE;
      return {
        id: bytesToHex(transactionIds.subarray(index * ID_SIZE, (index + 1) * ID_SIZE)),
        transaction: transactions.body(index),
        raw: raw.slice(begin, begin + TRANSACTION_SIZE), // the block's buffer must not live on in a single transfer
        receivedAt,
      };
    });
  }
}
