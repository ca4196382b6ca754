import {
  genesisBlock,
  HEADER_SIZE,
  HeaderChain,
  type HeaderCheckpoint,
  type Network,
  ProtocolError,
} from '@cairn/protocol';
import { type HeaderBytes, readHeader } from './block-checks.ts';
import type { Findings } from './findings.ts';
import { fetchHeaders, unlinkedStart } from './header-walk.ts';
import type { VerificationContext } from './page-block.ts';

/** Headers of a chain that ends in a given block. */
export interface CheckedChain {
  /** Height at which the checked headers begin; 0 if they are linked to the genesis block. */
  readonly bottom: number;
  /** Number of headers that were fetched and checked. */
  readonly walked: number;
  /** The checked headers of the wanted heights. */
  readonly found: ReadonlyMap<number, HeaderBytes>;
}

interface ChainInput extends Pick<VerificationContext, 'source' | 'checkpoints' | 'limits'> {
  readonly network: Network;
  /** The chain's last block. */
  readonly tip: HeaderBytes;
  /** Heights whose headers are needed. */
  readonly wanted: ReadonlySet<number>;
}

/** Headers to walk: those above `start`, up to `goal`. */
interface Leg {
  readonly start: HeaderCheckpoint;
  readonly goal: Pick<HeaderCheckpoint, 'height' | 'id'>;
}

/**
 * Checks the headers that lead to a block: from the genesis block, or from a block that this session has linked to it, if the
 * limit allows, else as many as it allows. Headers of wanted heights below a checkpoint are walked again, newest first.
 * @throws ProtocolError, ConsensusError if a header is not valid, or the headers do not lead to the block; else the errors of
 *   `ApiSource`
 */
export async function checkChainTo(
  input: ChainInput,
  onProgress: Findings['progress'],
): Promise<CheckedChain> {
  const { source, checkpoints, network, tip, wanted } = input;
  const found = new Map<number, HeaderBytes>();
  if (wanted.has(0)) found.set(0, readHeader(genesisBlock(network)));
  const { legs, bottom } = await planLegs(input);
  const total = legs.reduce((sum, { start, goal }) => sum + goal.height - start.height, 0);
  let walked = 0;
  for (const { start, goal } of legs) {
    const chain = new HeaderChain(network, start);
    for await (const range of fetchHeaders(source, start.height, goal.height)) {
      for (let at = 0; at < range.length; at += HEADER_SIZE) {
        chain.add(range.subarray(at, at + HEADER_SIZE));
        if (wanted.has(chain.height)) found.set(chain.height, readHeader(range.subarray(at)));
      }
      walked = Math.min(total, walked + range.length / HEADER_SIZE);
      if (bottom === 0) checkpoints.add(chain.checkpoint, network);
      onProgress(walked, total);
    }
    if (chain.id !== goal.id) {
      throw new ProtocolError(
        'invalid_block_header',
        `the headers up to block ${goal.height} lead to ${chain.id} at ${chain.height}, not to ${goal.id}`,
      );
    }
  }
  if (wanted.has(tip.header.height)) found.set(tip.header.height, tip);
  return { bottom, walked, found };
}

async function planLegs(input: ChainInput): Promise<{ legs: Leg[]; bottom: number }> {
  const { source, checkpoints, limits, network, tip, wanted } = input;
  const { height } = tip.header;
  const goal = { height, id: tip.id };
  const known = checkpoints.upTo(height, network);
  const last = known.at(-1)!;
  let rest = limits.headersBelow - (height - last.height);
  if (rest < 0) {
    const bottom = height - limits.headersBelow;
    const block1 = network.retarget === 'asert' ? await source.headers(1, 1) : undefined;
    return { legs: [{ start: await unlinkedStart(source, network, bottom, block1), goal }], bottom };
  }
  const legs: Leg[] = [{ start: last, goal }];
  for (let place = known.length - 2; place >= 0; place -= 1) {
    const [start, end] = [known[place]!, known[place + 1]!];
    const isWanted = [...wanted].some((one) => one > start.height && one <= end.height);
    if (!isWanted) continue;
    rest -= end.height - start.height;
    if (rest < 0) break;
    legs.unshift({ start, goal: end });
  }
  return { legs, bottom: 0 };
}
