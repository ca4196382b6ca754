import { hexToBytes, TRANSACTION_SIZE, transactionOffset } from '@cairn/protocol';
import { writeU32 } from '@cairn/protocol/layout';
import type { AddressRecord } from '../src/projection/shared/address-record.ts';
import type { SourceBlock } from '../src/projection/shared/block-source.ts';
import type { TransferFields } from '../src/projection/shared/transfer-fields.ts';
import { BinaryRows, fieldOffsets, writeCount } from './binary-rows.ts';
import { encodeSummary, SUMMARY_SIZE } from './block-summary.ts';
import { RAW_OFFSET, RECORD_SIZE } from './transaction-record.ts';

const ID_SIZE = 32;

/** A block whose transactions were read. */
export interface ReadBlock extends SourceBlock {
  readonly transfers: readonly TransferFields[];
}

/** Rows of `cairn.blocks`. */
export class BlockRows extends BinaryRows {
  static readonly #SIZES = [4, ID_SIZE, 8, SUMMARY_SIZE] as const;
  static readonly #OFFSETS = fieldOffsets(BlockRows.#SIZES);

  constructor() {
    super(BlockRows.#SIZES);
  }

  /** @param first sequence number of its first transaction */
  addBlock({ height, id, raw, transactionCount, transfers }: ReadBlock, first: number): void {
    const totalFees = transfers.reduce((sum, { isCoinbase, fee }) => (isCoinbase ? sum : sum + fee), 0n);
    const summary = encodeSummary({ raw, id, transactionCount, totalFees, reward: transfers[0]!.value });
    const start = this.add();
    const [heightAt, idAt, firstAt, summaryAt] = BlockRows.#OFFSETS;
    writeU32(this.bytes, start + heightAt, height);
    this.bytes.set(hexToBytes(id), start + idAt);
    writeCount(this.bytes, start + firstAt, first);
    this.bytes.set(summary, start + summaryAt);
  }
}

/** Rows of `cairn.transactions`. */
export class TransactionRows extends BinaryRows {
  static readonly #SIZES = [8, 8, 4, RECORD_SIZE] as const;
  static readonly #OFFSETS = fieldOffsets(TransactionRows.#SIZES);

  constructor() {
    super(TransactionRows.#SIZES);
  }

  addTransaction({ height, raw, ids }: SourceBlock, index: number, sequence: number): void {
    const start = this.add();
    const { bytes } = this;
    const [sequenceAt, keyAt, heightAt, recordAt] = TransactionRows.#OFFSETS;
    const id = index * ID_SIZE;
    writeCount(bytes, start + sequenceAt, sequence);
    ids.copy(bytes, start + keyAt, id, id + 8);
    writeU32(bytes, start + heightAt, height);
    const record = start + recordAt;
    writeU32(bytes, record, height);
    writeU32(bytes, record + 4, index);
    ids.copy(bytes, record + 8, id, id + ID_SIZE);
    const place = transactionOffset(index);
    raw.copy(bytes, record + RAW_OFFSET, place, place + TRANSACTION_SIZE);
  }
}

/** Rows of `cairn.history`. */
export class HistoryRows extends BinaryRows {
  static readonly #SIZES = [4, 4, 8] as const;
  static readonly #OFFSETS = fieldOffsets(HistoryRows.#SIZES);

  constructor() {
    super(HistoryRows.#SIZES);
  }

  /** Takes the entries of an address that are not written yet. */
  *takeEntries({ number, transactionCount, unwritten }: AddressRecord): Generator<Buffer> {
    const [ownerAt, positionAt, sequenceAt] = HistoryRows.#OFFSETS;
    let position = transactionCount - unwritten.length;
    for (const sequence of unwritten) {
      const start = this.add();
      writeU32(this.bytes, start + ownerAt, number);
      writeU32(this.bytes, start + positionAt, position++);
      writeCount(this.bytes, start + sequenceAt, sequence);
      if (this.isFull) yield this.take();
    }
    unwritten.length = 0;
  }
}
