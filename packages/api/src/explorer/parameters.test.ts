import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { heightOrHash, txid } from './parameters.ts';

const HASH = '27bc0a160c7b18cf212bfcfee29da820aabace90c996c397d28db857b9dbed99';

describe('height_or_hash', () => {
  it.each([
    ['0', 0],
    ['7', 7],
    ['007', 7],
    ['4294967295', 4_294_967_295],
    ['0'.repeat(63), 0],
    [`${'0'.repeat(70)}12`, 12],
  ])('reads %s as a height', (text, height) => {
    expect(heightOrHash.parse(text)).toEqual({ kind: 'height', height });
  });

  it.each([HASH, HASH.toUpperCase(), '1'.repeat(64), '0'.repeat(64)])('reads %s as a block ID', (text) => {
    expect(heightOrHash.parse(text)).toEqual({ kind: 'id', id: text.toLowerCase() });
  });

  it.each([
    '',
    '4294967296',
    '9'.repeat(63),
    '9'.repeat(65),
    '-1',
    '-0',
    '+1',
    ' 1',
    '1 ',
    '1\n',
    '1.0',
    '1e1',
    '1_0',
    '0x1',
    '٥',
    '５',
    'latest',
    HASH.slice(1),
    `${HASH}0`,
    `0x${HASH.slice(2)}`,
    HASH.replace('a', 'g'),
    `${HASH}\n`,
  ])('refuses %j', (text) => {
    expect(heightOrHash.safeParse(text).error?.issues[0]?.message).toBe('invalid_block_reference');
  });

  it('accepts every uint32, and nothing above', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 70n }), (value) => {
        const { success, data } = heightOrHash.safeParse(String(value));
        expect(success).toBe(value < 2n ** 32n);
        if (success) expect(data).toEqual({ kind: 'height', height: Number(value) });
      }),
    );
  });
});

describe('txid', () => {
  it('accepts 64 hex characters in either case, lowercase in the result', () => {
    expect(txid.parse(HASH)).toBe(HASH);
    expect(txid.parse(HASH.toUpperCase())).toBe(HASH);
  });

  it.each(['', '5', HASH.slice(1), `${HASH}0`, `${HASH}\n`, ` ${HASH}`, HASH.replace('a', 'g'), `0x${HASH}`])(
    'refuses %j',
    (text) => {
      expect(txid.safeParse(text).error?.issues[0]?.message).toBe('invalid_transaction_id');
    },
  );
});
