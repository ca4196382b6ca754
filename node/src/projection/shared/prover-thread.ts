/** The thread that reads blocks and proves them while others are written; see block-feed.ts. */
import { move, transferableSymbol, valueSymbol } from 'piscina';
import type { BlockPlace } from '../../chain/chain-reader.ts';
import { readPlacedBlock } from './block-source.ts';
import { lowerPriority } from './priority.ts';

lowerPriority();

/** @returns a `ProvenBlock` whose memory is handed over, not copied */
export default async function proveAhead(place: BlockPlace) {
  const block = await readPlacedBlock(place);
  const memory = [block.raw.buffer, block.transactionIds.buffer];
  return move({ [transferableSymbol]: memory, [valueSymbol]: block });
}
