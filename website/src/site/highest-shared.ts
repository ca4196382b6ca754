/**
 * The highest block that two chains share, found by steps down that double, then by bisection.
 * @param lowest height that both may have, and `top` the highest one
 * @param isShared whether they have the same block at a height
 * @returns its height; `undefined` if not even the lowest block is the same
 */
export async function highestShared(
  { lowest, top }: { readonly lowest: number; readonly top: number },
  isShared: (height: number) => Promise<boolean>,
): Promise<number | undefined> {
  let differs = top + 1;
  let shared = top;
  for (let step = 1; shared < lowest || !(await isShared(shared)); step *= 2) {
    if (shared <= lowest) return undefined;
    differs = shared;
    shared = Math.max(lowest, shared - step);
  }
  while (differs - shared > 1) {
    const middle = Math.floor((shared + differs) / 2);
    if (await isShared(middle)) shared = middle;
    else differs = middle;
  }
  return shared;
}
