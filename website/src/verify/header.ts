import {
  type Address,
  type BlockHeader,
  blockId,
  type BlockId,
  blockIdBytes,
  blockWork,
  decodeBits,
  decodeBlockHeader,
  formatBits,
  HEADER_SIZE,
  meetsTarget,
  type Network,
} from '@cairn/protocol';
import type { Findings } from './findings.ts';

/** A header's 118 bytes, where they come from, and what they decode to. */
export interface HeaderBytes {
  readonly bytes: Uint8Array;
  readonly header: BlockHeader;
  /** Block ID that the bytes hash to. */
  readonly id: BlockId;
  readonly source: string;
}

/** Reads a header. @throws ProtocolError where these are no header's bytes */
export function readHeader(bytes: Uint8Array, source: string): HeaderBytes {
  const own = bytes.slice(0, HEADER_SIZE);
  return { bytes: own, header: decodeBlockHeader(own), id: blockId(own), source };
}

/** A block's header fields as its page shows them, in the API's names. */
export interface ShownHeader {
  readonly id: BlockId;
  readonly version: number;
  readonly height: number;
  readonly prev_block_hash: string;
  readonly merkle_root?: string | undefined;
  readonly miner: Address;
  readonly timestamp: number;
  readonly bits: string;
  readonly nonce: number;
}

/** The header hashes to the ID that is shown, and every field that is shown is what its bytes hold. */
export function checkShownHeader(findings: Findings, { header, id }: HeaderBytes, shown: ShownHeader): void {
  const held = {
    id,
    version: header.version,
    height: header.height,
    prev_block_hash: header.previousBlockId,
    merkle_root: header.merkleRoot,
    miner: header.miner,
    timestamp: header.timestamp,
    bits: formatBits(header.bits),
    nonce: header.nonce,
  };
  const names: string[] = [];
  for (const [name, value] of Object.entries(held)) {
    const said = shown[name as keyof typeof held];
    if (said === undefined) continue; // the Merkle root: the contract lets an API leave it out
    findings.compare(name, said, value);
    names.push(name);
  }
  findings.tell('fields', names.join(', '));
}

/**
 * The block ID as a number is at most the target of the header's own bits.
 * @param network where it is known: then the bits may not be easier than it allows at all
 */
export function checkWork(
  findings: Findings,
  { bytes, header, id, source }: HeaderBytes,
  network?: Network,
): void {
  findings.tell('source', source);
  findings.tell('bytes', HEADER_SIZE);
  findings.tell('id', id);
  const target = findings.rule(() => decodeBits(header.bits));
  if (target === undefined) return;
  const easiest = network?.proofOfWorkLimitBits;
  if (easiest !== undefined && target > decodeBits(easiest)) {
    findings.compare('bits', formatBits(header.bits), formatBits(easiest));
  }
  findings.tell('bits', formatBits(header.bits));
  findings.tell('target', target.toString(16).padStart(64, '0'));
  findings.tell('work', blockWork(header.bits).toString());
  if (!meetsTarget(blockIdBytes(bytes), header.bits)) findings.problems.push('the ID is above the target');
}
