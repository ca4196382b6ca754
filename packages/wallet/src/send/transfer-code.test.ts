import type { RpcTransaction } from '@cairn/api/rpc';
import { encodeAddress, getNetwork, hexToBytes, type TransactionBody } from '@cairn/protocol';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ADDRESSES, keyring, makePlan } from '../test-support.ts';
import {
  findSubmitProblem,
  formatSignedTransfer,
  formatUnsignedTransfer,
  readTransferCode,
  type SignedTransfer,
} from './transfer-code.ts';

const { body } = makePlan();
const signed = keyring.sign(0, body);
const transfer: SignedTransfer = { ...signed, body };
const unsignedCode = (change: Partial<TransactionBody> = {}): string =>
  formatUnsignedTransfer({ ...body, ...change });

describe('a transfer as a code', () => {
  test('is read as it was written, signed', () => {
    const reading = readTransferCode(formatSignedTransfer(signed), 'devnet');
    expect(reading).toEqual({ kind: 'signed', transfer });
  });

  test('is read as it was written, for any transfer', () => {
    fc.assert(
      fc.property(fc.bigInt(1n, 2n ** 64n - 1n), fc.integer({ min: 1, max: 2 ** 32 - 1 }), (value, nonce) => {
        const code = unsignedCode({ value, nonce });
        expect(readTransferCode(code, 'devnet')).toEqual({
          kind: 'unsigned',
          body: { ...body, value, nonce },
        });
      }),
    );
  });

  test('has only characters that a QR code packs tightly', () => {
    expect(unsignedCode()).toMatch(/^CAIRN-UNSIGNED:[0-9A-F]{170}$/);
    expect(formatSignedTransfer(signed)).toMatch(/^CAIRN-SIGNED:[0-9A-F]{426}$/);
  });

  test('is read in any case and with line breaks, as in a message', () => {
    const wrapped = unsignedCode().toLowerCase().replace(/.{40}/g, '$&\n');
    expect(readTransferCode(` ${wrapped}`, 'devnet')).toEqual({ kind: 'unsigned', body });
  });

  test.each([
    '',
    'cairn:dVDLqzReEG5BxNBd65wcJ87tbd8U6ZdzEK',
    ADDRESSES[1]!,
    'https://example.org',
    signed.raw,
  ])('another text is not a transfer code: %s', (text) =>
    expect(readTransferCode(text, 'devnet')).toEqual({ kind: 'other' }),
  );
});

describe('a hostile code', () => {
  const testnet = getNetwork('testnet');
  const foreign = encodeAddress(new Uint8Array(20), testnet);

  test.each<[string, string, object]>([
    ['too short', unsignedCode().slice(0, -2), { problem: 'damaged' }],
    ['too long', `${unsignedCode()}00`, { problem: 'damaged' }],
    ['empty', 'CAIRN-SIGNED:', { problem: 'damaged' }],
    ['unsigned bytes as signed ones', unsignedCode().replace('UN', ''), { problem: 'damaged' }],
    ['no hex', unsignedCode().replace(/.$/, 'G'), { problem: 'damaged' }],
    ['another network', unsignedCode({ chain: testnet.chainId }), { problem: 'network' }],
    ['no network at all', unsignedCode({ chain: 77 }), { problem: 'network' }],
    ['a recipient of another network', unsignedCode({ toAddress: foreign }), { problem: 'damaged' }],
    [
      'a recipient with a typo',
      unsignedCode({ toAddress: `${ADDRESSES[1]!.slice(0, -1)}1` }),
      { problem: 'damaged' },
    ],
    ['the sender of new coins', unsignedCode({ fromAddress: '0'.repeat(34) }), { problem: 'damaged' }],
    ['bytes that are no text', `${unsignedCode().slice(0, -2)}FF`, { problem: 'damaged' }],
    ['nothing moved', unsignedCode({ value: 0n }), { problem: 'damaged' }],
    ['nonce 0', unsignedCode({ nonce: 0 }), { problem: 'damaged' }],
    [
      'a fee above the amount and above any suggestion',
      unsignedCode({ fee: 1_000_001n, value: 1_000_000n }),
      { problem: 'fee' },
    ],
  ])('is refused with its reason: %s', (_name, code, invalid) => {
    expect(readTransferCode(code, 'devnet')).toEqual({ kind: 'invalid', ...invalid });
  });

  test('with one other bit in its signed bytes or its signature is refused', () => {
    const code = formatSignedTransfer(signed);
    for (let byte = 0; byte < 213; byte += 7) {
      const bytes = hexToBytes(signed.raw);
      bytes[byte]! ^= 1;
      const altered = `CAIRN-SIGNED:${Buffer.from(bytes).toString('hex')}`;
      expect(altered).not.toBe(code);
      expect(readTransferCode(altered, 'devnet')).toMatchObject({ kind: 'invalid' });
    }
  });

  test('signed by another account than its sender is refused', () => {
    const other = keyring.sign(1, { ...body, fromAddress: ADDRESSES[1]! });
    const stolen = unsignedCode().slice('CAIRN-UNSIGNED:'.length) + other.raw.slice(170);
    expect(readTransferCode(`CAIRN-SIGNED:${stolen}`, 'devnet')).toEqual({
      kind: 'invalid',
      problem: 'signature',
    });
  });

  test('a small fee may exceed a small amount: it needs consent, but is not rejected', () => {
    expect(readTransferCode(unsignedCode({ fee: 1_000n, value: 10n }), 'devnet').kind).toBe('unsigned');
  });
});

describe('a signed transfer and the history of its sender', () => {
  const pending = (change: object = {}): readonly RpcTransaction[] => {
    const { fromAddress: from_address, toAddress: to_address, nonce } = body;
    const amounts = { value: body.value.toString(), fee: '1', nonce };
    const item = { id: 'ab'.repeat(32), status: 'pending', from_address, to_address, ...amounts };
    return [{ ...item, ...change } as RpcTransaction];
  };
  const cancelling = { ...transfer, body: { ...body, toAddress: body.fromAddress, value: 1n } };

  test.each([
    ['nothing that is pending', transfer, [], undefined],
    ['a pending one that it speeds up', transfer, pending(), undefined],
    ['a pending one that it cancels', cancelling, pending({ to_address: ADDRESSES[2]! }), undefined],
    ['another pending one with its nonce', transfer, pending({ value: '7' }), 'nonce_pending'],
    ['a confirmed one with its nonce', transfer, pending({ status: 'confirmed', value: '7' }), undefined],
    ['another account’s', transfer, pending({ from_address: ADDRESSES[5]!, value: '7' }), undefined],
    ['itself', transfer, pending({ id: transfer.id }), 'known'],
  ] as const)('beside %s', (_what, sent, items, problem) => {
    expect(findSubmitProblem(sent, items)).toBe(problem);
  });
});
