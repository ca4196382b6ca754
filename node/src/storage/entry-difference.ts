import { compareBytes, equalBytes } from '@cairn/protocol';

type Entry = [key: Uint8Array, value: Uint8Array];

/** The first key at which two stores differ: the second one lacks it, holds it without need, or holds another value. */
export interface EntryDifference {
  readonly kind: 'missing' | 'extra' | 'other';
  readonly key: Uint8Array;
}

/** Compares the entries of two stores. @param expected, found each in the order of the keys */
export async function findDifference(
  expected: AsyncIterable<Entry>,
  found: AsyncIterable<Entry>,
): Promise<EntryDifference | undefined> {
  const [left, right] = [expected[Symbol.asyncIterator](), found[Symbol.asyncIterator]()];
  try {
    for (;;) {
      const [one, other] = [await left.next(), await right.next()];
      if (one.done === true && other.done === true) return undefined;
      if (one.done === true) return { kind: 'extra', key: (other.value as Entry)[0] };
      if (other.done === true) return { kind: 'missing', key: one.value[0] };
      const order = compareBytes(one.value[0], other.value[0]);
      if (order < 0) return { kind: 'missing', key: one.value[0] };
      if (order > 0) return { kind: 'extra', key: other.value[0] };
      if (!equalBytes(one.value[1], other.value[1])) return { kind: 'other', key: one.value[0] };
    }
  } finally {
    await left.return?.();
    await right.return?.();
  }
}
