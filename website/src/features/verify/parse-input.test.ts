import {
  bytesToHex,
  formatPaymentReceipt,
  genesisBlock,
  getNetwork,
  hexToBytes,
  merklePath,
  parsePaymentReceipt,
  type PaymentEvidence,
  splitBlock,
  transactionIdBytes,
} from '@cairn/protocol';
import { base64urlnopad } from '@scure/base';
import { describe, expect, it } from 'vitest';
import { proveText } from '../../../test/proof-visits.ts';
import { parseInput } from './parse-input.ts';
import { proofLink, proofOf } from './hand-on.ts';

const block = splitBlock(genesisBlock(getNetwork('devnet')));
const ids = block.transactionBytes.map((raw) => transactionIdBytes(raw));

function receiptAt(index: number): PaymentEvidence {
  const raw = block.transactionBytes[index]!;
  return {
    index,
    count: ids.length,
    transaction: raw,
    header: block.headerBytes,
    path: merklePath(ids, index),
  };
}
const text = formatPaymentReceipt(receiptAt(3));
const PREFIX = 'cairn-proof-1.';
const bytes = base64urlnopad.decode(text.slice(PREFIX.length));
const encoded = (raw: Uint8Array) => PREFIX + base64urlnopad.encode(raw);

const codeOf = (given: string) => {
  const input = parseInput(given);
  return input.kind === 'problem' ? input.code : input.kind;
};

/** What becomes of a text: refused, or the verdict. */
async function outcome(given: string): Promise<string> {
  const input = parseInput(given);
  return input.kind === 'problem' ? 'refused' : (await proveText(given)).verdict;
}

describe('the text of a receipt', () => {
  it('is read back as it was, for each transaction of a block', async () => {
    for (const index of ids.keys()) {
      const receipt = receiptAt(index);
      expect(parsePaymentReceipt(formatPaymentReceipt(receipt))).toEqual(receipt);
      expect(await outcome(formatPaymentReceipt(receipt))).toBe('limited');
    }
  });

  it('makes a link of at most 2,000 characters in a block of 1,000 transfers, and of a full one', () => {
    for (const hashes of [10, 16]) {
      const path = Array.from({ length: hashes }, () => new Uint8Array(32).fill(7));
      const long = formatPaymentReceipt({ ...receiptAt(1), path });
      const link = proofLink('https://explorer.example/de/verify', long);
      expect(link.length).toBeLessThan(2_000);
      expect(proofOf(new URL(link).hash)).toBe(long);
    }
  });

  it('is refused or proves false with any byte altered', async () => {
    // The number of transactions is not what the path proves, and every second altered devnet header has enough work.
    const header = 8 + 213;
    const places = [...bytes.keys()].filter(
      (at) => (at < 4 || at >= 8) && (at < header || at >= header + 118),
    );
    for (const at of places) {
      const altered = bytes.slice();
      altered[at]! ^= 1 << (at % 8);
      expect([at, await outcome(encoded(altered))]).toEqual([at, expect.stringMatching(/refused|failed/)]);
    }
  });

  it('is understood inside the link that carries it', () => {
    expect(codeOf(proofLink('https://elsewhere.example/verify', text))).toBe('receipt');
    expect(codeOf('https://elsewhere.example/verify')).toBe('unknown');
  });

  it.each([
    ['of another version', text.replace('-1.', '-2.'), 'proof'],
    ['without a version', 'cairn-proof-', 'proof'],
    ['with another letter', text.replace(/.$/, '*'), 'proof'],
    ['with padding', `${text}==`, 'proof'],
    ['with white space', `${text.slice(0, 40)} ${text.slice(40)}`, 'proof'],
    ['with nothing in it', PREFIX, 'proof'],
    ['with half a hash more', encoded(new Uint8Array(339 + 16)), 'proof'],
    ['with more hashes than a tree has', encoded(new Uint8Array(339 + 33 * 32)), 'proof'],
    ['of bytes that are not a transaction', encoded(new Uint8Array(339).fill(255)), 'malformed'],
    ['with a million characters', PREFIX + 'A'.repeat(1_000_000), 'proof'],
  ])('%s is refused', (_, given, code) => {
    expect(codeOf(given)).toBe(code);
  });

  it('is refused wherever it is cut off', () => {
    for (let length = PREFIX.length; length < text.length; length += 7) {
      expect(codeOf(text.slice(0, length))).toBe('proof');
    }
  });

  it('of another chain is refused by its transaction', async () => {
    const altered = hexToBytes(bytesToHex(bytes));
    altered[8] = 77;
    expect(await outcome(encoded(altered))).toBe('failed');
  });
});
