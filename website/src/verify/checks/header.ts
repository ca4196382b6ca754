import {
  BLOCK_VERSION,
  blockId,
  blockIdBytes,
  type BlockHeader,
  decodeBits,
  decodeBlockHeader,
  encodeBlockHeader,
  expectedBits,
  formatBits,
  HEADER_SIZE,
  isValidAddress,
  medianTime,
  MEDIAN_TIME_SPAN,
  meetsTarget,
  type Network,
  parseBits,
} from '@cairn/protocol';
import type { CheckResult } from '../model.ts';
import { check, compare, type Findings, rule, tell } from './result.ts';
import { workOf } from './work.ts';

/** A block's header fields as the page shows them, in the API's names. */
export interface ShownHeader {
  readonly id: string;
  readonly version: number;
  readonly height: number;
  readonly prev_block_hash: string;
  readonly merkle_root?: string | undefined;
  readonly miner: string;
  readonly timestamp: number;
  readonly bits: string;
  readonly nonce: number;
}

/** A header's 118 bytes, where they come from, and what they decode to. */
export interface HeaderBytes {
  readonly bytes: Uint8Array;
  readonly header: BlockHeader;
  /** Block ID that the bytes hash to. */
  readonly id: string;
  readonly source: string;
}

/** Reads a header. @throws ProtocolError where these are no header's bytes */
export function readHeader(bytes: Uint8Array, source: string): HeaderBytes {
  const own = bytes.slice(0, HEADER_SIZE);
  return { bytes: own, header: decodeBlockHeader(own), id: blockId(own), source };
}

/**
 * Puts the 118 bytes together from a block's summary.
 * @returns `undefined` where the summary lacks the Merkle root, an addition that an API may leave out
 * @throws ProtocolError where a field does not fit
 */
export function headerOfSummary(shown: ShownHeader, source: string): HeaderBytes | undefined {
  if (shown.merkle_root === undefined) return undefined;
  const bytes = encodeBlockHeader({
    version: shown.version,
    height: shown.height,
    previousBlockId: shown.prev_block_hash,
    merkleRoot: shown.merkle_root,
    miner: shown.miner,
    timestamp: shown.timestamp,
    bits: parseBits(shown.bits),
    nonce: shown.nonce,
  });
  return readHeader(bytes, source);
}

/** What a page says of the block whose header this is. Absent: the page does not say. */
export interface ShownOfBlock {
  readonly id?: string | undefined;
  readonly height?: number | undefined;
  readonly timestamp?: number | undefined;
  /** Names of these fields in the answer that is shown: `block_id` in a transaction, `id` in a block. */
  readonly prefix: '' | 'block_';
}

/**
 * The header's bytes hash to the block ID that is shown, and to the one that was asked for.
 * @param asked block ID of the address bar, lowercase, or height; absent where nobody asked
 */
export function checkBlockId(
  { header, id, source }: HeaderBytes,
  shown: ShownOfBlock,
  asked?: string | number,
): CheckResult {
  return check('blockId', (findings) => {
    tell(findings, 'source', source);
    tell(findings, 'bytes', HEADER_SIZE);
    tell(findings, 'id', id);
    const { prefix } = shown;
    if (shown.id !== undefined) compare(findings, `${prefix}id`, shown.id, id);
    if (shown.height !== undefined) compare(findings, `${prefix}height`, shown.height, header.height);
    if (shown.timestamp !== undefined) {
      compare(findings, `${prefix}timestamp`, shown.timestamp, header.timestamp);
    }
    if (typeof asked === 'string' && asked !== shown.id) compare(findings, 'id', asked, id);
    if (typeof asked === 'number' && asked !== shown.height)
      compare(findings, 'height', asked, header.height);
  });
}

/** Every header field that is shown is what the 118 bytes hold. */
export function checkHeaderFields({ header, source }: HeaderBytes, shown: ShownHeader): CheckResult {
  return check('headerFields', (findings) => {
    const held = {
      version: header.version,
      height: header.height,
      prev_block_hash: header.previousBlockId,
      merkle_root: header.merkleRoot,
      miner: header.miner,
      timestamp: header.timestamp,
      bits: formatBits(header.bits),
      nonce: header.nonce,
    };
    const compared = Object.entries(held).filter(([name]) => shown[name as keyof typeof held] !== undefined);
    for (const [name, value] of compared)
      compare(findings, name, shown[name as keyof typeof held] ?? '', value);
    tell(findings, 'source', source);
    tell(findings, 'fields', compared.map(([name]) => name).join(', '));
  });
}

const hex256 = (value: bigint) => value.toString(16).padStart(64, '0');

/**
 * The block ID as a number is at most the target of the header's own bits.
 * @param network where it is known: then the bits may not be easier than it allows at all
 */
export function checkWork({ bytes, header, id }: HeaderBytes, network?: Network): CheckResult {
  return check('work', (findings) => {
    if (!rule(findings, () => decodeBits(header.bits))) return;
    const easiest = network?.proofOfWorkLimitBits;
    if (easiest !== undefined && decodeBits(header.bits) > decodeBits(easiest)) {
      compare(findings, 'bits', formatBits(header.bits), formatBits(easiest));
    }
    tell(findings, 'bits', formatBits(header.bits));
    tell(findings, 'target', hex256(decodeBits(header.bits)));
    tell(findings, 'id', id);
    tell(findings, 'work', workOf(header.bits).toString());
    if (!meetsTarget(blockIdBytes(bytes), header.bits)) findings.problems.push('the ID is above the target');
  });
}

/** What the expected bits follow from. */
export interface BitsInput {
  readonly network: Network;
  readonly parent: BlockHeader;
  /** Unix seconds of block 1, where the network's rule needs it. */
  readonly anchorTimestamp: number | undefined;
}

/** Whether the network's rule needs the time of block 1 for the block at this height. */
export function needsAnchor(network: Network, height: number): boolean {
  return network.retarget === 'asert' && height > 2;
}

/** The header's bits are what the network's difficulty rule asks for. */
export function checkBits({ header }: HeaderBytes, input: BitsInput): CheckResult {
  return check('bits', (findings) => {
    const expected = bitsAfter(input);
    tell(findings, 'bits', formatBits(expected));
    tell(findings, 'rule', input.network.retarget === 'asert' ? 'aserti3-2d' : 'constant');
    compare(findings, 'bits', formatBits(header.bits), formatBits(expected));
  });
}

/** The bits that a child of this parent must carry. */
export function bitsAfter({ network, parent, anchorTimestamp }: BitsInput): number {
  return expectedBits(network, parent, anchorTimestamp);
}

/** The block below is the one that this header names, one lower. */
export function checkPreviousLink(
  { header }: HeaderBytes,
  parent: HeaderBytes,
  shownPrevious: string,
): CheckResult {
  return check('previousLink', (findings) => {
    tell(findings, 'source', parent.source);
    tell(findings, 'previous', parent.id);
    compare(findings, 'prev_block_hash', header.previousBlockId, parent.id);
    if (shownPrevious !== header.previousBlockId) {
      compare(findings, 'prev_block_hash', shownPrevious, header.previousBlockId);
    }
    compare(findings, 'height', header.height, parent.header.height + 1);
  });
}

/** The time is after the median of the last eleven blocks'. @param below linked blocks, the parent first */
export function checkMedianTime({ header }: HeaderBytes, below: readonly HeaderBytes[]): CheckResult {
  return check('medianTime', (findings) => {
    const times = below.slice(0, MEDIAN_TIME_SPAN).map((block) => block.header.timestamp);
    const median = medianTime(times);
    tell(findings, 'time', header.timestamp);
    tell(findings, 'median', median);
    tell(findings, 'count', times.length);
    if (header.timestamp <= median) findings.problems.push('the time is not after the median');
  });
}

/**
 * Version and miner's address: rules that need nothing but the header.
 * @param knownMiners addresses that were found valid, added to
 */
export function judgeAlone(
  findings: Findings,
  { header }: HeaderBytes,
  network: Network,
  knownMiners = new Set<string>(),
): void {
  const { version, miner } = header;
  if (version !== BLOCK_VERSION) findings.problems.push(`version ${version}`);
  if (knownMiners.has(miner)) return;
  if (isValidAddress(miner, network)) knownMiners.add(miner);
  else findings.problems.push(`miner: ${miner}`);
}
