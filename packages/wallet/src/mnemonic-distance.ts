/**
 * Edit distance of two words (optimal string alignment): the number of letters to insert, delete, replace or swap with
 * their neighbour. Each typing mistake counts one.
 */
export function editDistance(from: string, to: string): number {
  let before: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row++) {
    const line = [row];
    for (let column = 1; column <= to.length; column++) {
      const changed = last[column - 1]! + (from[row - 1] === to[column - 1] ? 0 : 1);
      const swapped = isSwap(from, to, row, column) ? before[column - 2]! + 1 : Infinity;
      line.push(Math.min(last[column]! + 1, line[column - 1]! + 1, changed, swapped));
    }
    [before, last] = [last, line];
  }
  return last[to.length]!;
}

function isSwap(from: string, to: string, row: number, column: number): boolean {
  if (row < 2 || column < 2) return false;
  return from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
}
