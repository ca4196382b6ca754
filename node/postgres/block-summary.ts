import { decodeBlockHeader, HEADER_SIZE, TRANSACTION_SIZE } from '@cairn/protocol';
import { defineLayout, hex, rawBytes, u32, u64Amount } from '@cairn/protocol/layout';
import type { StoredBlockSummary } from '../src/chain/chain-reader.ts';

/** What the table of blocks keeps for answers: all but the height, which the header has. */
const LAYOUT = defineLayout({
  header: rawBytes(HEADER_SIZE),
  id: hex(32),
  transactionCount: u32,
  totalFees: u64Amount,
  reward: u64Amount,
});

export const SUMMARY_SIZE = LAYOUT.size;

/** What a block says of itself, as stored. */
export interface SummarySource {
  /** The block, or its header at least. */
  readonly raw: Uint8Array;
  /** 64 lowercase hex characters. */
  readonly id: string;
  readonly transactionCount: number;
  /** Pebbles. */
  readonly totalFees: bigint;
  /** Pebbles. */
  readonly reward: bigint;
}

export function encodeSummary({ raw, ...rest }: SummarySource): Uint8Array {
  return LAYOUT.encode({ ...rest, header: raw.subarray(0, HEADER_SIZE) });
}

/** The summaries that stand one after the other. */
export function decodeSummaries(bytes: Uint8Array): StoredBlockSummary[] {
  return Array.from({ length: bytes.length / SUMMARY_SIZE }, (_, index) =>
    decodeSummary(bytes, index * SUMMARY_SIZE),
  );
}

function decodeSummary(bytes: Uint8Array, offset: number): StoredBlockSummary {
  const { header: raw, id, transactionCount, totalFees, reward } = LAYOUT.decode(bytes, offset);
  const header = decodeBlockHeader(raw);
  const sizeBytes = HEADER_SIZE + transactionCount * TRANSACTION_SIZE;
  return { height: header.height, id, header, transactionCount, sizeBytes, totalFees, reward };
}
