/** Which transactions of an address are shown: all, or those that come in or go out. One to itself does both. */
export type Direction = 'all' | 'in' | 'out';

export const DIRECTIONS: readonly Direction[] = ['all', 'in', 'out'];

/** The `direction` of an address bar; all for any other value. */
export function readDirection(text: string | null): Direction {
  return text === 'in' || text === 'out' ? text : 'all';
}

/** Whether a transaction goes that way. */
export function goes(
  direction: Direction,
  transaction: { readonly direction?: string | undefined },
): boolean {
  return direction === 'all' || transaction.direction === direction || transaction.direction === 'self';
}
