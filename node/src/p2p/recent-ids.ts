/** Remembers the newest IDs, a bounded number of them. */
export interface RecentIds {
  /** @returns true when the ID was not among them */
  add(id: string): boolean;
}

export function createRecentIds(maximum: number): RecentIds {
  const ids = new Set<string>();
  return {
    add(id) {
      if (ids.has(id)) return false;
      ids.add(id);
      if (ids.size > maximum) {
        const [oldest] = ids;
        ids.delete(oldest!);
      }
      return true;
    },
  };
}
