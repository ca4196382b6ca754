/**
 * A binary heap: the element that comes before all others is taken first.
 * `before(a, b)` must be a strict total order over the elements that are in the queue at the same time.
 */
export class PriorityQueue<T> {
  readonly #before: (a: T, b: T) => boolean;
  readonly #heap: T[] = [];

  constructor(before: (a: T, b: T) => boolean) {
    this.#before = before;
  }

  get size(): number {
    return this.#heap.length;
  }

  /** The next element, left in place; `undefined` when empty. */
  peek(): T | undefined {
    return this.#heap[0];
  }

  push(element: T): void {
    const heap = this.#heap;
    let index = heap.length;
    heap.push(element);
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (!this.#before(element, heap[parent]!)) break;
      heap[index] = heap[parent]!;
      index = parent;
    }
    heap[index] = element;
  }

  /** Takes the next element; `undefined` when empty. */
  pop(): T | undefined {
    const heap = this.#heap;
    const first = heap[0];
    const last = heap.pop();
    if (heap.length > 0) this.#sink(last!);
    return first;
  }

  clear(): void {
    this.#heap.length = 0;
  }

  /** Lets `element` sink from the root to its place. */
  #sink(element: T): void {
    const heap = this.#heap;
    let index = 0;
    for (;;) {
      let child = 2 * index + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && this.#before(heap[child + 1]!, heap[child]!)) child += 1;
      if (!this.#before(heap[child]!, element)) break;
      heap[index] = heap[child]!;
      index = child;
    }
    heap[index] = element;
  }
}
