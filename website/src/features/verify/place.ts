import { blockIdBytes, decodeBits, meetsTarget, type Network, ProtocolError } from '@cairn/protocol';
import { type ProofContext, Unavailable } from './checks.ts';
import type { CheckedHeader, Place } from './walk.ts';

/** Where a block stands: in the walked chain, or linked to it from below. */

/** The header of a height; one below the walk is the server's word until `placeOf` has linked it. @throws Unavailable */
export async function headerAt({ walk }: Pick<ProofContext, 'walk'>, height: number): Promise<CheckedHeader> {
  const found = await walk.fetch(height);
  if (found === undefined) throw new Unavailable('gone');
  return found;
}

/**
 * The place of a block in the walked chain. One too far below is only checked to have its own work, and limits the check.
 * @returns `undefined` for one that is too far below
 * @throws ProtocolError if the chain has another block at its height
 */
export async function placeOf(
  { walk, checks }: Pick<ProofContext, 'walk' | 'checks'>,
  block: CheckedHeader,
): Promise<Place | undefined> {
  const { id } = block;
  const { height } = block.header;
  checkWork(block, walk.network);
  if (walk.at(height)?.id !== id && height >= walk.from) await walk.extend();
  const found = await walk.linkBack(height);
  if (found?.id === id) return { height, id };
  if (height >= walk.from) {
    throw new ProtocolError('invalid_block', `block ${id} is not the chain’s at height ${height}`);
  }
  checks.limit('far', { count: walk.from - height });
  return undefined;
}

/** @throws ProtocolError unless the block's ID meets its target, and this is no easier than the network allows */
export function checkWork({ bytes, header }: CheckedHeader, { proofOfWorkLimitBits: limit }: Network): void {
  const isEasy = limit !== undefined && decodeBits(header.bits) > decodeBits(limit);
  if (isEasy || !meetsTarget(blockIdBytes(bytes), header.bits)) {
    throw new ProtocolError('invalid_block_header', 'the block ID is above the target');
  }
}
