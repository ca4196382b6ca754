/** Items that are worked on while further ones are read: their number, and their bytes together. */
const AHEAD = { items: 256, bytes: 16 * 1024 * 1024 };

/**
 * Works on the items of an iterable at once, a bounded number ahead of the oldest that is not done.
 * @param work begins for an item while that for earlier ones is in progress
 * @throws the first error, once all work that has begun is done
 */
export async function workAhead<Item extends { readonly size: number }>(
  items: AsyncIterable<Item>,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const waiting: { readonly size: number; readonly done: Promise<void> }[] = [];
  let bytes = 0;
  const finishOldest = async (): Promise<void> => {
    const { size, done } = waiting.shift()!;
    bytes -= size;
    await done;
  };
  try {
    for await (const item of items) {
      const done = work(item);
      done.catch(() => undefined); // awaited in its turn
      waiting.push({ size: item.size, done });
      bytes += item.size;
      while (waiting.length > AHEAD.items || bytes > AHEAD.bytes) await finishOldest();
    }
    while (waiting.length > 0) await finishOldest();
  } finally {
    await Promise.allSettled(waiting.map(({ done }) => done));
  }
}
