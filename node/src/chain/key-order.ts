/** More than a block has of anything, and few enough for a float to hold a prefix of 32 bits beside it. */
const MOST = 2 ** 20;

/**
 * Places in the order of their keys, as far as the beginning of each tells. LevelDB takes a batch in a third less time when
 * neighbours follow one another (`bench/leveldb-script.ts` with its entries sorted by key): which of two keys with the same
 * beginning comes first does not matter.
 * @param prefixOf the beginning of a key as a number, 0 to 2^32 - 1
 */
export function inKeyOrder(count: number, prefixOf: (place: number) => number): Uint32Array {
  const keys = new Float64Array(count);
  for (let place = 0; place < count; place += 1) keys[place] = prefixOf(place) * MOST + place;
  keys.sort();
  return Uint32Array.from(keys, (key) => key % MOST);
}
