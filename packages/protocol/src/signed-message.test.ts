import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { developmentAccounts } from './development-accounts.ts';
import { bytesToHex, hexToBytes } from './bytes.ts';
import { getNetwork, type NetworkName } from './networks.ts';
import {
  formatSignedMessage,
  MAX_MESSAGE_SIZE,
  messageDigest,
  parseSignedMessage,
  signMessage,
  verifyMessage,
} from './signed-message.ts';
import vectors from './signed-message-vectors.json' with { type: 'json' };
import { signingDigest } from './transaction.ts';

const devnet = getNetwork('devnet');
const [{ privateKey, address }, other] = developmentAccounts(devnet) as [
  ReturnType<typeof developmentAccounts>[0],
  ReturnType<typeof developmentAccounts>[0],
];
const unit = fc.nat(0x10_ff_ff).map((point) => String.fromCodePoint(point));
const texts = fc.string({ unit, minLength: 1, maxLength: 200 }).filter((text) => text.isWellFormed());

describe('signed messages', () => {
  // Made with Python's hashlib and an independent signer (RFC 6979, low S).
  it.each(vectors.signed)('agree with an independent signer: $network $digest', (vector) => {
    const network = getNetwork(vector.network as NetworkName);
    const message = vector.text.repeat(vector.times);
    expect(bytesToHex(messageDigest(message, network))).toBe(vector.digest);
    const signed = signMessage(message, hexToBytes(vector.private_key), network);
    expect(signed).toEqual({ message, address: vector.address, signature: vector.signature });
    expect(verifyMessage(signed)).toBe(true);
  });

  it('of any text are verified, even as a block of text with other line ends', () => {
    fc.assert(
      fc.property(texts, (message) => {
        const signed = signMessage(message, privateKey, devnet);
        expect(verifyMessage(signed)).toBe(true);
        const block = formatSignedMessage(signed);
        expect(parseSignedMessage(block)).toEqual(signed);
        expect(parseSignedMessage(`\r\n${block.replaceAll('\n', '\r\n')} \n`)).toEqual(signed);
      }),
    );
  });

  it('cannot contain a block that is parsed instead', () => {
    const inner = formatSignedMessage(signMessage('mine', other.privateKey, devnet));
    const signed = signMessage(inner, privateKey, devnet);
    expect(parseSignedMessage(formatSignedMessage(signed))).toEqual(signed);
  });

  it('are rejected if any part differs', () => {
    const signed = signMessage('I owe you 5 CRN', privateKey, devnet);
    const flipped = `${signed.signature[0] === '0' ? '1' : '0'}${signed.signature.slice(1)}`;
    for (const change of [
      { message: 'I owe you 6 CRN' },
      { message: 'I owe you 5 CRN ' },
      { address: other.address },
      { address: address.replace(/^d/, 'T') },
      { signature: flipped },
      { signature: signed.signature.slice(2) },
      { signature: 'zz' },
      { signature: signMessage('I owe you 5 CRN', other.privateKey, devnet).signature },
      { message: '' },
    ]) {
      expect(verifyMessage({ ...signed, ...change })).toBe(false);
    }
  });

  it('never have the digest of a transaction', () => {
    // A message with the bytes of a transaction's signed part still has another digest.
    const body = { chain: 3, nonce: 1, fee: 1n, value: 1n, fromAddress: address, toAddress: other.address };
    const bytes =
      String.fromCharCode(3, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1) + address + other.address;
    expect(new TextEncoder().encode(bytes)).toHaveLength(85);
    expect(messageDigest(bytes, devnet)).not.toEqual(signingDigest(body));
  });

  it.each([
    ['empty', ''],
    ['too long', 'x'.repeat(MAX_MESSAGE_SIZE + 1)],
    ['too long in bytes', 'ü'.repeat(MAX_MESSAGE_SIZE / 2 + 1)],
    ['not Unicode', 'a\uD800b'],
  ])('are not made of a text that is %s', (_, message) => {
    expect(() => signMessage(message, privateKey, devnet)).toThrow(
      expect.objectContaining({ code: 'invalid_message' }),
    );
    expect(verifyMessage({ ...signMessage('x', privateKey, devnet), message })).toBe(false);
  });

  it.each(['', 'hello', '-----BEGIN CAIRN SIGNED MESSAGE-----', 'x'.repeat(300)])(
    '%j is no block',
    (text) => {
      expect(parseSignedMessage(text)).toBeUndefined();
    },
  );
});
