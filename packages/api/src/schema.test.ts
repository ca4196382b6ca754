import { COINBASE_SENDER } from '@cairn/protocol';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { address, amount, hash, heightOrNone, sender, uint32 } from './schema.ts';

describe('amounts', () => {
  it.each(['0', '1', '10', '18446744073709551615'])('%s is valid', (text) => {
    expect(amount.parse(text)).toBe(text);
  });

  it.each([
    '',
    '-1',
    '+1',
    '01',
    '00',
    '1.0',
    '1e3',
    ' 1',
    '1\n',
    '0x1',
    '٥',
    '18446744073709551616',
    '9'.repeat(10_000),
    5,
    null,
    undefined,
    true,
  ])('%j is invalid', (value) => {
    expect(amount.safeParse(value).success).toBe(false);
  });

  it('are exactly the unsigned 64-bit range', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 66n), max: 2n ** 66n }), (value) => {
        expect(amount.safeParse(String(value)).success).toBe(value >= 0n && value < 2n ** 64n);
      }),
    );
  });
});

describe('other scalars', () => {
  it('agree with the protocol', () => {
    expect(sender.safeParse(COINBASE_SENDER).success).toBe(true);
    expect(address.safeParse(COINBASE_SENDER).success).toBe(false);
  });

  it('refuse similar values', () => {
    expect(hash.safeParse('A'.repeat(64)).success).toBe(false);
    expect(hash.safeParse(`${'a'.repeat(64)}\n`).success).toBe(false);
    expect(address.safeParse('d'.repeat(33)).success).toBe(false);
    expect(address.safeParse(`${'d'.repeat(33)}l`).success).toBe(false);
    expect(heightOrNone.safeParse(-1).success).toBe(true);
    for (const value of [-1, 1.5, 4_294_967_296, '5', Number.NaN]) {
      expect(uint32.safeParse(value).success).toBe(false);
    }
  });
});

it('schemas are built and used without evaluating code', async () => {
  const evaluate = vi.fn<() => void>();
  vi.stubGlobal('Function', evaluate);
  try {
    vi.resetModules();
    const { explorerRoutes } = await import('./explorer/routes.ts');
    expect(explorerRoutes.health.response.safeParse({}).success).toBe(false);
    expect(evaluate).not.toHaveBeenCalled();
  } finally {
    vi.unstubAllGlobals();
  }
});
