import {
  blockIdBytes,
  bytesToHex,
  decodeBlockHeader,
  encodeBlockHeader,
  encodeTransaction,
  formatPaymentReceipt,
  formatSignedMessage,
  genesisBlock,
  getNetwork,
  hexToBytes,
  meetsTarget,
  merklePath,
  merkleRoot,
  parsePaymentReceipt,
  type PaymentEvidence,
  signMessage,
  signTransaction,
  splitBlock,
  transactionIdBytes,
} from '@cairn/protocol';
import { developmentAccounts } from '@cairn/protocol/development-accounts';
import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import chain from '../../../../test/vectors/devnet-chain.json' with { type: 'json' };
import transactions from '../../../../test/vectors/transactions.json' with { type: 'json' };
import { EXAMPLES } from '../../site/examples.ts';
import { type GivenInput, type InputProblem, parseInput } from './parse-input.ts';
import { proveInput } from './prove-input.ts';
import { Checks } from './checks.ts';
import { verdictOf } from './proof.ts';

const example = parsePaymentReceipt(EXAMPLES.receipt) as PaymentEvidence;
const EXAMPLE_TRANSACTION = EXAMPLES.transaction;

function understood(input: GivenInput | InputProblem): GivenInput {
  if (input.kind === 'problem') throw new Error(input.code);
  return input;
}

async function verdictOfInput(input: GivenInput): Promise<string> {
  const checks = new Checks();
  try {
    await proveInput(input, checks, undefined);
    checks.end();
  } catch (error) {
    checks.breakOff(error);
  }
  return verdictOf(checks.all);
}
const verdictOfText = (text: string) => verdictOfInput(understood(parseInput(text)));

const codeOf = (text: string) => {
  const input = parseInput(text);
  return input.kind === 'problem' ? input.code : input.kind;
};

describe('pasted input', () => {
  it('is parsed as hex in any case, with white space or 0x', () => {
    expect(codeOf(EXAMPLE_TRANSACTION)).toBe('transaction');
    expect(codeOf(` 0x${EXAMPLE_TRANSACTION.toUpperCase()}\n`)).toBe('transaction');
    expect(codeOf(EXAMPLE_TRANSACTION.replaceAll(/(.{32})/g, '$1\n'))).toBe('transaction');
    expect(codeOf(`CAIRN-SIGNED:${EXAMPLE_TRANSACTION.toUpperCase()}`)).toBe('transaction');
    expect(codeOf(EXAMPLES.receipt)).toBe('receipt');
  });

  it('is rejected with the reason', () => {
    expect(codeOf('  ')).toBe('empty');
    expect(codeOf('hello')).toBe('unknown');
    expect(codeOf('abc')).toBe('unknown');
    expect(codeOf('abcd')).toBe('unknown');
    expect(codeOf(chain.blocks[1]!.raw)).toBe('unknown');
    expect(codeOf('{"id"')).toBe('unknown');
    expect(codeOf('{"id": 1}')).toBe('unknown');
    expect(codeOf('{"proof": null}')).toBe('unknown');
    expect(codeOf('a'.repeat(2 ** 24 + 2 ** 17))).toBe('unknown');
  });

  it('never throws', () => {
    const kinds = ['problem', 'transaction', 'receipt', 'balance', 'message'];
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        expect(kinds).toContain(parseInput(text).kind);
      }),
    );
  });
});

it('a transaction with a bad signature fails', async () => {
  for (const { raw } of transactions.invalid_signature) {
    expect(await verdictOfText(raw)).toBe('failed');
  }
});

it('proves the message of the example', async () => {
  expect(await verdictOfText(EXAMPLES.message)).toBe('passed');
});

describe('a receipt', () => {
  it('of the example is the genesis block’s, and alone is limited', async () => {
    const raw = genesisBlock(getNetwork('devnet'));
    const { headerBytes, transactionBytes } = splitBlock(raw);
    const ids = transactionBytes.map((one) => transactionIdBytes(one));
    const [transaction, header] = [transactionBytes[1]!, headerBytes];
    expect(example).toEqual({ index: 1, count: ids.length, transaction, header, path: merklePath(ids, 1) });
    expect(await verdictOfText(EXAMPLES.receipt)).toBe('limited');
  });

  it('with any change fails', async () => {
    const { header, path } = example;
    const root = hexToBytes(decodeBlockHeader(header).merkleRoot);
    const rootAt = Buffer.from(header).indexOf(root);
    const changes: Partial<PaymentEvidence>[] = [
      { header: header.with(rootAt, header[rootAt]! ^ 1) },
      { header: hexToBytes(chain.blocks[1]!.raw).slice(0, header.length) },
      { count: 1 },
      { index: 2 },
      { path: path.toReversed() },
      { path: [] },
    ];
    for (const change of changes) {
      expect(await verdictOfText(formatPaymentReceipt({ ...example, ...change }))).toBe('failed');
    }
  });
});

it('rejects bytes that cannot be decoded', () => {
  const garbled = 'ff'.repeat(213);
  for (const text of [
    garbled,
    formatPaymentReceipt({ ...example, transaction: hexToBytes(garbled) }),
    formatPaymentReceipt({ ...example, header: hexToBytes(garbled).slice(0, 118) }),
  ]) {
    expect([text.slice(0, 60), codeOf(text)]).toEqual([text.slice(0, 60), 'malformed']);
  }
});

it('fails a proof with a target that its network does not allow', async () => {
  const transaction = example.transaction.with(0, getNetwork('testnet').chainId);
  expect(await verdictOfText(formatPaymentReceipt({ ...example, transaction }))).toBe('failed');
});

/** A receipt that anybody can make: a signed transfer, and a block for it with devnet's work. */
function forged(name: 'mainnet' | 'devnet', value: bigint): string {
  const network = getNetwork(name);
  const [sender, recipient] = developmentAccounts(network);
  const parties = { fromAddress: sender!.address, toAddress: recipient!.address };
  const transaction = encodeTransaction(
    signTransaction({ chain: network.chainId, nonce: 1, fee: 0n, value, ...parties }, sender!.privateKey),
  );
  const ids = [transactionIdBytes(example.transaction), transactionIdBytes(transaction)];
  const { bits, ...rest } = decodeBlockHeader(example.header);
  const root = bytesToHex(merkleRoot(ids));
  const headerOf = (nonce: number) => encodeBlockHeader({ ...rest, bits, merkleRoot: root, nonce });
  let nonce = 0;
  while (!meetsTarget(blockIdBytes(headerOf(nonce)), bits)) nonce += 1;
  const place = { index: 1, count: 2, header: headerOf(nonce), path: merklePath(ids, 1) };
  return formatPaymentReceipt({ ...place, transaction });
}

it('a forged receipt is at best limited: of a network without a chain, or of more coins than exist, it fails', async () => {
  const all = 10_000_000n * 100_000_000n;
  expect(await verdictOfText(forged('devnet', all))).toBe('limited');
  expect(await verdictOfText(forged('devnet', all + 1n))).toBe('failed');
  expect(await verdictOfText(forged('mainnet', 1n))).toBe('failed');
});

describe('a signed message', () => {
  const network = getNetwork('devnet');
  const [signer, other] = developmentAccounts(network);
  const signed = signMessage('I agree.\n\nAlice', signer!.privateKey, network);
  const text = formatSignedMessage(signed);

  it('passes, with other line endings, too', async () => {
    for (const given of [text, `\n ${text.replaceAll('\n', '\r\n')}\n`]) {
      expect(await verdictOfText(given)).toBe('passed');
    }
  });

  it('fails for another text, address or signature', async () => {
    for (const altered of [
      { message: 'I agree.\n\nAlicf' },
      { message: '' },
      { address: other!.address },
      { address: 'd'.repeat(34) },
      { signature: signed.signature.replace(/^./, (digit) => (digit === '0' ? '1' : '0')) },
      { signature: 'ff'.repeat(128) },
    ]) {
      expect(await verdictOfInput({ kind: 'message', signed: { ...signed, ...altered } })).toBe('failed');
    }
    expect(await verdictOfText(text.replace('I agree', 'I agrea'))).toBe('failed');
  });

  it('is reported as incomplete if a part is missing', () => {
    expect(codeOf(text.slice(0, -5))).toBe('message');
    expect(codeOf(text.replace(/signature: .*/, ''))).toBe('message');
  });
});
