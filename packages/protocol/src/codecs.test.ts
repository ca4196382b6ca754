import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeAddress, encodeAddress, identifyAddressNetwork, isValidAddress } from './address.ts';
import { formatCoins, formatPebbles, MAX_U64, parseCoins, parsePebbles } from './amount.ts';
import { decodeBlockHeader, encodeBlockHeader, HEADER_SIZE } from './block-header.ts';
import { blockSize, countTransactions, decodeBlock, encodeBlock, splitBlock } from './block.ts';
import { MAX_BLOCK_SIZE } from './networks.ts';
import { bigIntToBytes, bytesToBigInt, bytesToHex, compareBytes, hexToBytes } from './bytes.ts';
import { decodeBits, encodeTarget, formatBits, parseBits } from './difficulty.ts';
import type { ProtocolError, ProtocolErrorCode } from './errors.ts';
import {
  anyAddress,
  anyBytes,
  anyHeader,
  anyNetwork,
  anyTransaction,
  anyU32,
  anyU64,
} from './test-support.ts';
import { decodeTransaction, encodeTransaction, TRANSACTION_SIZE } from './transaction.ts';

function expectCode(code: ProtocolErrorCode, run: () => unknown): void {
  expect(run).toThrow(expect.objectContaining({ name: 'ProtocolError', code }));
}

const unit = fc.nat(0x10_ff_ff).map((point) => String.fromCodePoint(point));
const anyText = fc.oneof(fc.string(), fc.string({ unit }), fc.stringMatching(/^[0-9a-zA-Z]{34}$/));

describe('hex', () => {
  it('is decoded to the bytes that it was made of', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        expect(hexToBytes(bytesToHex(bytes))).toEqual(bytes);
        expect(hexToBytes(bytesToHex(bytes).toUpperCase())).toEqual(bytes);
      }),
    );
  });

  it.each(['0', 'abc', '0g', ' 00', '00 ', '0x00', '00\n', '٠٠', 'é0'])('refuses %j', (text) => {
    expectCode('invalid_hex', () => hexToBytes(text));
  });

  it('has the order of numbers: bytes of one length are compared as numbers', () => {
    fc.assert(
      fc.property(anyBytes(8), anyBytes(8), (a, b) => {
        const numbers = bytesToBigInt(a) - bytesToBigInt(b);
        expect(Math.sign(compareBytes(a, b))).toBe(numbers < 0n ? -1 : numbers > 0n ? 1 : 0);
        expect(bigIntToBytes(bytesToBigInt(a), 8)).toEqual(a);
      }),
    );
  });
});

describe('amounts', () => {
  it('are canonical decimal strings on the wire', () => {
    fc.assert(fc.property(anyU64, (pebbles) => parsePebbles(formatPebbles(pebbles)) === pebbles));
    expect(formatPebbles(MAX_U64)).toBe('18446744073709551615');
  });

  it.each(['', '-1', '+1', '01', '1.0', ' 1', '1e3', '0x1', '18446744073709551616', '9'.repeat(30)])(
    'on the wire are not %j',
    (text) => expectCode('invalid_amount', () => parsePebbles(text)),
  );

  it('in CRN are formatted and parsed exactly', () => {
    fc.assert(
      fc.property(anyU64, fc.integer({ min: 0, max: 8 }), (pebbles, minimumFractionDigits) => {
        expect(parseCoins(formatCoins(pebbles, { minimumFractionDigits }))).toBe(pebbles);
      }),
    );
  });

  it.each([
    ['0', 0n],
    ['.5', 50_000_000n],
    ['5.', 500_000_000n],
    [' 1.00000001 ', 100_000_001n],
    ['000001', 100_000_000n],
    ['184467440737.09551615', MAX_U64],
  ])('reads %j as %s pebbles', (text, pebbles) => expect(parseCoins(text)).toBe(pebbles));

  it.each([
    ['', 'empty'],
    ['  ', 'empty'],
    ['.', 'not_a_number'],
    ['1,5', 'not_a_number'],
    ['1e3', 'not_a_number'],
    ['0x10', 'not_a_number'],
    ['1.2.3', 'not_a_number'],
    ['١', 'not_a_number'],
    ['-1', 'negative'],
    ['0.000000001', 'too_many_decimals'],
    ['184467440737.09551616', 'too_large'],
    ['9'.repeat(400), 'too_large'],
  ])('refuses %j as %s', (text, reason) => {
    expect(() => parseCoins(text)).toThrow(
      expect.objectContaining({ code: 'invalid_amount', data: { reason } }),
    );
  });

  it('are grouped in thousands on demand', () => {
    expect(formatCoins(123_456_789_012_345_678n, { group: true })).toBe('1,234,567,890.12345678');
    expect(formatCoins(100_000_000n, { minimumFractionDigits: 2 })).toBe('1.00');
    expect(formatCoins(0n)).toBe('0');
  });
});

describe('addresses', () => {
  it('are decoded to their hash, and belong to one network', () => {
    fc.assert(
      fc.property(anyBytes(20), anyNetwork, (hash, network) => {
        const address = encodeAddress(hash, network);
        expect(address).toHaveLength(34);
        expect(address[0]).toBe(network.addressPrefix);
        expect(bytesToHex(decodeAddress(address, network))).toBe(bytesToHex(hash));
        expect(identifyAddressNetwork(address)).toBe(network.name);
      }),
    );
  });

  it('with one changed character are rejected', () => {
    const change = fc.tuple(
      anyAddress,
      fc.integer({ min: 0, max: 33 }),
      fc.constantFrom('1', '2', 'a', 'b', 'Y', 'Z'),
    );
    fc.assert(
      fc.property(change, anyNetwork, ([address, position, character], network) => {
        fc.pre(address[position] !== character);
        const changed = address.slice(0, position) + character + address.slice(position + 1);
        expect(isValidAddress(changed, network)).toBe(false);
      }),
    );
  });

  it('are not recognized in other text', () => {
    fc.assert(fc.property(anyText, anyNetwork, (text, network) => !isValidAddress(text, network)));
    expect(identifyAddressNetwork('0'.repeat(34))).toBeUndefined();
  });
});

describe('transactions', () => {
  it('are decoded to the same fields', () => {
    fc.assert(
      fc.property(anyTransaction, (transaction) => {
        const raw = encodeTransaction(transaction);
        expect(raw).toHaveLength(TRANSACTION_SIZE);
        expect(decodeTransaction(raw)).toEqual(transaction);
      }),
    );
  });

  it('of any 213 bytes are decoded and encoded to the same bytes, or rejected with an error code', () => {
    fc.assert(
      fc.property(anyBytes(TRANSACTION_SIZE), (raw) => {
        try {
          expect(encodeTransaction(decodeTransaction(raw))).toEqual(raw);
        } catch (error) {
          expect((error as ProtocolError).code).toBe('invalid_transaction');
        }
      }),
    );
  });

  it.each([0, 212, 214])('are not %i bytes', (size) => {
    expectCode('invalid_transaction', () => decodeTransaction(new Uint8Array(size)));
  });

  it.each([
    { fee: 4_294_967_296n },
    { fee: -1n },
    { value: MAX_U64 + 1n },
    { nonce: 4_294_967_296 },
    { nonce: 1.5 },
    { chain: 256 },
    { toAddress: 'short' },
    { unlockSig: new Uint8Array(127) },
  ])('that do not fit are refused: %o', (change) => {
    const [transaction] = fc.sample(anyTransaction, 1);
    expectCode('invalid_transaction', () => encodeTransaction({ ...transaction!, ...change }));
  });
});

describe('blocks', () => {
  it('are decoded to the same header and transactions', () => {
    fc.assert(
      fc.property(
        anyHeader,
        fc.array(anyTransaction, { minLength: 1, maxLength: 5 }),
        (header, transactions) => {
          const raw = encodeBlock({ header, transactions });
          expect(raw).toHaveLength(blockSize(transactions.length));
          expect(decodeBlock(raw)).toEqual({ header, transactions });
          expect(splitBlock(raw).transactionBytes).toHaveLength(transactions.length);
          expect(decodeBlockHeader(encodeBlockHeader(header))).toEqual(header);
        },
      ),
    );
  });

  it('have 118 + 213 × n bytes, up to 39,382 transactions', () => {
    expect(HEADER_SIZE).toBe(118);
    expect(countTransactions(blockSize(39_382))).toBe(39_382);
    expect(blockSize(39_382)).toBeLessThanOrEqual(MAX_BLOCK_SIZE);
    for (const size of [0, 117, 118, 330, 332, blockSize(39_383)]) {
      expectCode('invalid_block', () => countTransactions(size));
    }
  });
});

describe('compact bits', () => {
  it('round-trip through their targets', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: (1n << 256n) - 1n }), (target) => {
        const bits = encodeTarget(target);
        const rounded = decodeBits(bits);
        expect(rounded).toBeLessThanOrEqual(target);
        expect(encodeTarget(rounded)).toBe(bits);
        expect(parseBits(formatBits(bits))).toBe(bits);
      }),
    );
  });

  it('of any value are decoded or rejected with an error code', () => {
    fc.assert(
      fc.property(anyU32, (bits) => {
        try {
          expect(decodeBits(bits)).toBeGreaterThan(0n);
        } catch (error) {
          expect((error as ProtocolError).code).toBe('invalid_bits');
        }
      }),
    );
    for (const bits of [0, 0x0100_0000, 0x0480_0001, 0xff7f_ffff])
      expectCode('invalid_bits', () => decodeBits(bits));
  });
});
