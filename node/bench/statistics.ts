/** The middle value; of an even number, the lower of the middle two. @param values at least one */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)]!;
}
