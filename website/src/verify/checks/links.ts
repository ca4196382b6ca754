import {
  type BlockHeader,
  decodeBits,
  formatBits,
  hexToBytes,
  medianTime,
  MEDIAN_TIME_SPAN,
  meetsTarget,
  type Network,
} from '@cairn/protocol';
import { bitsAfter, type HeaderBytes, judgeAlone } from './header.ts';
import { compare, type Findings, rule } from './result.ts';
import { workOf } from './work.ts';

/** Walks upward from a block, one header at a time, by the rules that headers alone can show. */
export interface Walk {
  /**
   * Judges the next header.
   * @param claimedId the ID that the API gives it; absent where it gives none
   * @returns whether it follows, so that the walk may go on
   */
  step: (next: HeaderBytes, claimedId?: string) => boolean;
  /** Headers above the first that followed. */
  readonly walked: number;
  /** Hashes that the walked headers took on average. */
  readonly work: bigint;
  readonly top: HeaderBytes;
}

export interface WalkInput {
  readonly network: Network;
  readonly first: HeaderBytes;
  /** Linked blocks below the first, the parent first; as many as are at hand, up to ten matter. */
  readonly below: readonly HeaderBytes[];
  /** Unix seconds of block 1, where the network's rule needs it. */
  readonly anchorTimestamp: number | undefined;
  /** Whether the difficulty rule can be followed; false where the time of block 1 is not to be had. */
  readonly knowsBits?: boolean;
}

/** Begins a walk. @param findings where each difference goes */
export function startWalk(findings: Findings, input: WalkInput): Walk {
  const { network, first, below, anchorTimestamp, knowsBits = true } = input;
  const times = below
    .slice(0, MEDIAN_TIME_SPAN - 1)
    .map(({ header }) => header.timestamp)
    .toReversed();
  times.push(first.header.timestamp);
  // The median is only known where all of its blocks are.
  const complete = () => times.length === MEDIAN_TIME_SPAN || times.length > top.header.height;
  /** Addresses that were judged: few miners find most blocks, and an address costs two hashes. */
  const miners = new Set<string>();
  let top = first;
  let walked = 0;
  let work = 0n;
  return {
    step(next, claimedId = next.id) {
      const before = findings.differences.length + findings.problems.length;
      judgeLink(findings, top, next, claimedId);
      judgeAlone(findings, next, network, miners);
      if (knowsBits) judgeBits(findings, next, { network, parent: top.header, anchorTimestamp });
      judgeWork(findings, next);
      if (complete() && next.header.timestamp <= medianTime(times)) {
        findings.problems.push(`block ${next.header.height}: the time is not after the median`);
      }
      times.push(next.header.timestamp);
      if (times.length > MEDIAN_TIME_SPAN) times.shift();
      if (findings.differences.length + findings.problems.length > before) return false;
      top = next;
      walked += 1;
      work += workOf(next.header.bits);
      return true;
    },
    get walked() {
      return walked;
    },
    get work() {
      return work;
    },
    get top() {
      return top;
    },
  };
}

function judgeLink(findings: Findings, below: HeaderBytes, next: HeaderBytes, claimedId: string): void {
  const at = `[${below.header.height + 1}].`;
  compare(findings, `${at}height`, next.header.height, below.header.height + 1);
  compare(findings, `${at}prev_block_hash`, next.header.previousBlockId, below.id);
  compare(findings, `${at}id`, claimedId, next.id);
}

function judgeBits(
  findings: Findings,
  { header }: HeaderBytes,
  input: { network: Network; parent: BlockHeader; anchorTimestamp: number | undefined },
): void {
  const expected = bitsAfter(input);
  compare(findings, `[${input.parent.height + 1}].bits`, formatBits(header.bits), formatBits(expected));
}

function judgeWork(findings: Findings, { id, header }: HeaderBytes): void {
  if (!rule(findings, () => decodeBits(header.bits))) return;
  if (!meetsTarget(hexToBytes(id), header.bits)) {
    findings.problems.push(`block ${header.height}: the ID is above the target`);
  }
}

/**
 * Links blocks downward from one, by ID and height.
 * @param claimed headers of the blocks below, the highest first
 * @returns those that are linked; the walk ends at the first that is not
 */
export function linkDown(first: HeaderBytes, claimed: readonly HeaderBytes[]): HeaderBytes[] {
  const linked: HeaderBytes[] = [];
  let above = first;
  for (const candidate of claimed) {
    const follows =
      above.header.previousBlockId === candidate.id && above.header.height === candidate.header.height + 1;
    if (!follows) break;
    linked.push(candidate);
    above = candidate;
  }
  return linked;
}
