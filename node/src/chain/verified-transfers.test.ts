import { describe, expect, it } from 'vitest';
import { VerifiedTransfers } from './verified-transfers.ts';

const idOf = (number: number): string => number.toString(16).padStart(64, '0');

describe('VerifiedTransfers', () => {
  it('remembers what a mempool holds, and forgets what lies two generations back', () => {
    const verified = new VerifiedTransfers();
    for (let number = 0; number < 45_000; number += 1) verified.add(idOf(number));
    expect(verified.has(idOf(44_999))).toBe(true);
    expect(verified.has(idOf(25_000))).toBe(true);
    expect(verified.has(idOf(0))).toBe(false);
    expect(verified.size).toBeLessThanOrEqual(40_000);
  });

  it('knows none that was not added', () => {
    expect(new VerifiedTransfers().has(idOf(1))).toBe(false);
  });
});
