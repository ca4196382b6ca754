import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PriorityQueue } from './priority-queue.ts';

describe('PriorityQueue', () => {
  it('gives everything back in order, whatever the order of arrival', () => {
    fc.assert(
      fc.property(fc.array(fc.integer()), (numbers) => {
        const queue = new PriorityQueue<number>((a, b) => a < b);
        for (const number of numbers) queue.push(number);
        const taken = Array.from({ length: queue.size }, () => queue.pop()!);
        expect(taken).toEqual(numbers.toSorted((a, b) => a - b));
        expect(queue.pop()).toBeUndefined();
      }),
    );
  });

  it('stays in order while pushes and pops alternate', () => {
    fc.assert(
      fc.property(fc.array(fc.option(fc.integer(), { nil: undefined })), (steps) => {
        const queue = new PriorityQueue<number>((a, b) => a < b);
        let model: number[] = [];
        for (const step of steps) {
          const popped = step === undefined ? queue.pop() : queue.push(step);
          expect(popped).toBe(step === undefined ? model[0] : undefined);
          model = step === undefined ? model.slice(1) : [...model, step].toSorted((a, b) => a - b);
          expect(queue.peek()).toBe(model[0]);
        }
      }),
    );
  });
});
