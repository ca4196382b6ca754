// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { onStored, readStored, writeStored } from './stored.ts';

/** Storage as a browser has it that forbids or limits it. */
function failWith(name: string): void {
  const fail = () => {
    throw new DOMException('no', name);
  };
  vi.stubGlobal('localStorage', { getItem: fail, setItem: fail });
}

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

describe('a stored text', () => {
  it('is kept, removed, and its changes are announced until somebody no longer listens', () => {
    const listener = vi.fn<() => void>();
    const stop = onStored(listener);
    expect(writeStored('text', 'a')).toBeUndefined();
    expect(readStored('text')).toBe('a');
    writeStored('text', undefined);
    expect(readStored('text')).toBeUndefined();
    dispatchEvent(new Event('storage'));
    dispatchEvent(new Event('pageshow'));
    stop();
    writeStored('text', 'b');
    expect(listener).toHaveBeenCalledTimes(4);
  });

  it.each([
    ['SecurityError', 'forbidden'],
    ['QuotaExceededError', 'full'],
  ])('after a %s is none, and writing is %s', (name, problem) => {
    failWith(name);
    expect(readStored('text')).toBeUndefined();
    expect(writeStored('text', 'a')).toBe(problem);
  });
});
