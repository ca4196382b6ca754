import type { BlockList, BlockSummary, TipEvent } from '@cairn/api/explorer';

/**
 * Puts a tip on top of the newest blocks.
 * @returns the list with it, of the same length at most; `undefined` where blocks were missed or stepped back, and the
 *   list has to be asked for
 */
export function withTip(list: BlockList, tip: TipEvent, size: number): BlockList | undefined {
  const top = list.items[0];
  if (top?.id === tip.id) return list;
  const follows = top === undefined ? tip.height === 0 : top.id === tip.prev_block_hash;
  if (!follows) return undefined;
  const items = [summaryOf(tip), ...list.items].slice(0, size);
  const lowest = items.at(-1)!.height;
  const pagination = {
    ...list.pagination,
    count: items.length,
    total: tip.height + 1,
    next_before_height: lowest,
  };
  return { ...list, items, pagination };
}

function summaryOf(tip: TipEvent): BlockSummary {
  const block = { ...tip };
  delete block.network;
  return block;
}

/** Blocks of `latest` that stand above those of `shown`. */
export function countNew(latest: readonly { id: string }[], shown: readonly { id: string }[]): number {
  const top = shown[0]?.id;
  const place = latest.findIndex(({ id }) => id === top);
  return place < 0 ? latest.length : place;
}
