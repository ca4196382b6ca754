import type { BlockSummary, ExplorerStats, ExplorerStatus } from '@cairn/api/explorer';
import {
  parsePebbles,
  decodeBits,
  parseBits,
  ProtocolError,
  forkOf,
  isNetworkName,
  type Network,
  NETWORKS,
} from '@cairn/protocol';

/**
 * Number of blocks that an index being built is behind; 0 in every other state, although a ready index may also be
 * briefly behind.
 */
export function indexLag({ height, index }: ExplorerStatus): number {
  return index.state === 'building' ? Math.max(0, height - index.indexed_height) : 0;
}

/** Coins in existence, in pebbles: rewards without fees, because fees are paid from existing coins. */
export function supplyOf({ total_rewards: rewards, total_fees: fees }: ExplorerStats): bigint {
  return parsePebbles(rewards) - parsePebbles(fees);
}

const SCALE = 1_000_000_000n;

/**
 * `part` divided by `whole`, rounded down to nine decimals.
 * @returns 0 if `whole` is 0
 */
export function shareOf(part: bigint, whole: bigint): number {
  return whole <= 0n ? 0 : Number((part * SCALE) / whole) / Number(SCALE);
}

/**
 * Average number of hashes that a block with this target takes: 2^256 / (target + 1).
 * @param bits the compact target as in the API: eight hex characters
 * @returns `undefined` for an invalid target: a wrong answer of the API must not break the page that shows it
 */
export function expectedHashes(bits: string): bigint | undefined {
  try {
    return (1n << 256n) / (decodeBits(parseBits(bits)) + 1n);
  } catch (error) {
    if (error instanceof ProtocolError) return undefined;
    throw error;
  }
}

/**
 * Mean number of seconds between blocks; `undefined` without two mined ones: the genesis block may be years older than the next.
 * @param blocks newest first
 */
export function intervalOf(blocks: readonly BlockSummary[]): number | undefined {
  const [newest, oldest] = [mined(blocks)[0], mined(blocks).at(-1)];
  if (newest === undefined || newest === oldest) return undefined;
  return Math.max(1, (newest.timestamp - oldest!.timestamp) / (newest.height - oldest!.height));
}

/** Blocks without the genesis block, whose timestamp is fixed by the rules. */
const mined = (blocks: readonly BlockSummary[]): readonly BlockSummary[] =>
  blocks.filter(({ height }) => height > 0);

/**
 * Mean fee of a transfer in pebbles, rounded down, without the genesis block's; `undefined` if there are no transfers.
 */
export function meanFee(blocks: readonly BlockSummary[]): bigint | undefined {
  const transfers = mined(blocks).reduce((sum, block) => sum + block.transaction_count - 1, 0);
  const fees = mined(blocks).reduce((sum, block) => sum + parsePebbles(block.total_fees), 0n);
  return transfers <= 0 ? undefined : fees / BigInt(transfers);
}

/**
 * Parameters of a network by its name in the API; `undefined` for an unknown name, and for mainnet: it has no chain
 * yet. @param forkHeight of a devnet that continues the network's chain
 */
export function knownNetwork(name: string, forkHeight?: number): Network | undefined {
  const network = isNetworkName(name) ? NETWORKS[name] : undefined;
  if (network?.initializable !== true) return undefined;
  return forkHeight === undefined ? network : forkOf(network, forkHeight);
}

/** True for a chain whose work costs something: neither devnet's nor a fork's. */
export function isPublic({ retarget, forkHeight }: Network): boolean {
  return retarget === 'asert' && forkHeight === undefined;
}

/** An amount with two significant digits, for a fee that is a rough guide. */
export function roundedUp(amount: string): bigint {
  const unit = 10n ** BigInt(Math.max(0, amount.length - 2));
  return ((parsePebbles(amount) + unit - 1n) / unit) * unit;
}
