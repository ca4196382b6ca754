import { describe, expect, it, vi } from 'vitest';
import { chooseUnit, currentUnit, onUnitChange, readUnit, rereadUnit, UNIT_STORAGE_KEY } from './unit.ts';

function storageWith(kept: Record<string, string>): () => Storage {
  const values = new Map(Object.entries(kept));
  return () =>
    ({
      getItem: (key: string) => values.get(key) ?? null,
      setItem: (key: string, value: string) => void values.set(key, value),
    }) as unknown as Storage;
}

const forbidden = () => {
  throw new DOMException('denied', 'SecurityError');
};

describe('the unit of amounts', () => {
  it('is the saved one, and coins if there is no valid one', () => {
    expect(readUnit(storageWith({ [UNIT_STORAGE_KEY]: 'pebbles' }))).toBe('pebbles');
    expect(readUnit(storageWith({ [UNIT_STORAGE_KEY]: 'sats' }))).toBe('crn');
    expect(readUnit(storageWith({}))).toBe('crn');
    expect(readUnit(forbidden)).toBe('crn');
  });

  it('is read again when another page may have changed it', () => {
    const listener = vi.fn<() => void>();
    const stop = onUnitChange(listener);
    rereadUnit(storageWith({ [UNIT_STORAGE_KEY]: 'pebbles' }));
    expect(currentUnit()).toBe('pebbles');
    rereadUnit(storageWith({}));
    expect(currentUnit()).toBe('crn');
    stop();
    expect(listener).toHaveBeenCalledTimes(2);
  });

  it('is saved, and listeners are called until they unsubscribe', () => {
    const storage = storageWith({});
    const listener = vi.fn<() => void>();
    const stop = onUnitChange(listener);
    chooseUnit('pebbles', storage);
    expect(currentUnit()).toBe('pebbles');
    expect(readUnit(storage)).toBe('pebbles');
    stop();
    chooseUnit('crn', forbidden);
    expect(currentUnit()).toBe('crn');
    expect(listener).toHaveBeenCalledOnce();
  });
});
