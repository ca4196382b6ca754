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

/** A header's 118 bytes, the decoded header, and the source of the bytes. */
export interface HeaderBytes {
  readonly bytes: Uint8Array;
  readonly header: BlockHeader;
  /** Block ID: the hash of the bytes. */
  readonly id: BlockId;
  readonly source: string;
}

/** Reads the header at the beginning of some bytes. @throws ProtocolError if they are not a header */
export function readHeader(bytes: Uint8Array, source: string): HeaderBytes {
  const own = bytes.slice(0, HEADER_SIZE);
  return { bytes: own, header: decodeBlockHeader(own), id: blockId(own), source };
}

/** A block's header fields as its page shows them, in the API's names. */
interface ShownHeader {
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

/** Checks the ID and every header field that the page shows against the bytes. */
export function checkShownHeader(findings: Findings, { header, id }: HeaderBytes, shown: ShownHeader): void {
  const actual = {
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
  for (const [name, value] of Object.entries(actual)) {
    const said = shown[name as keyof typeof actual];
    if (said === undefined) continue; // the Merkle root is optional in the API's contract
    findings.compare(name, said, value);
    names.push(name);
  }
  findings.note('fields', names.join(', '));
}

/**
 * Checks the proof of work: the block ID as a number is at most the target of the header's bits.
 * @param network if known, its limit for the bits is checked too
 */
export function checkWork(
  findings: Findings,
  { bytes, header, id, source }: HeaderBytes,
  network?: Network,
): void {
  findings.note('source', source);
  findings.note('bytes', HEADER_SIZE);
  findings.note('id', id);
  const target = findings.rule(() => decodeBits(header.bits));
  if (target === undefined) return;
  const easiest = network?.proofOfWorkLimitBits;
  if (easiest !== undefined && target > decodeBits(easiest)) {
    findings.compare('bits', formatBits(header.bits), formatBits(easiest));
  }
  findings.note('bits', formatBits(header.bits));
  findings.note('target', target.toString(16).padStart(64, '0'));
  findings.note('work', blockWork(header.bits).toString());
  if (!meetsTarget(blockIdBytes(bytes), header.bits)) findings.problems.push('the ID is above the target');
}
