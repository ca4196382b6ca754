import { HEADER_SIZE, TRANSACTION_SIZE } from '@cairn/protocol';
import type { ChainTip } from '../src/chain/chain-reader.ts';
import { toProjectionError } from './connection.ts';
import { QUESTIONS } from './questions.ts';
import { type ReadingPool } from './reading-pool.ts';
import { type SliceRow } from './rows.ts';
import type { SliceSource } from '../src/whole-blocks/block-proof.ts';

/** Bytes of blocks from the database: a header, and the 213 bytes of each transaction. */
export class BlockSliceReader implements SliceSource {
  readonly #pool: ReadingPool;

  constructor(pool: ReadingPool) {
    this.#pool = pool;
  }

  /** @param slice whole transactions, at the beginning with the header @throws ProjectionError */
  async readBlockSlice(
    { height, id }: ChainTip,
    { offset, length }: { offset: number; length: number },
  ): Promise<Uint8Array | undefined> {
    const hasHeader = offset === 0;
    const first = hasHeader ? 0 : (offset - HEADER_SIZE) / TRANSACTION_SIZE;
    const count = (length - (hasHeader ? HEADER_SIZE : 0)) / TRANSACTION_SIZE;
    const values = [height, Buffer.from(id, 'hex'), first, count];
    const { blocks, transactions_raw: transactions } = await this.#pool
      .ask<SliceRow>(QUESTIONS.blockSlice, values)
      .catch((error: unknown) => {
        throw toProjectionError(error);
      });
    if (blocks === null) return undefined;
    const header = hasHeader ? blocks.subarray(0, HEADER_SIZE) : Buffer.alloc(0);
    return new Uint8Array(Buffer.concat([header, transactions ?? Buffer.alloc(0)]));
  }

  blockDamage(height: number, offset: number): Error {
    return new Error(`block ${height} is not whole in the database, at its byte ${offset}`);
  }
}
