import { describe, expect, it } from 'vitest';
import { blockIdBytes, decodeBlockHeader, encodeBlockHeader } from './block-header.ts';
import { splitBlock } from './block.ts';
import { bytesToHex } from './bytes.ts';
import { meetsTarget } from './difficulty.ts';
import { genesisBlock } from './genesis.ts';
import { merklePath, merkleRoot } from './merkle.ts';
import { forkOf, getNetwork } from './networks.ts';
import { decodeTransaction, encodeTransaction, transactionId, transactionIdBytes } from './transaction.ts';
import { verifyPayment, verifyTransaction, verifyWork } from './verify-payment.ts';

const devnet = getNetwork('devnet');
const { headerBytes: header, transactionBytes } = splitBlock(genesisBlock(devnet));
const ids = transactionBytes.map(transactionIdBytes);
const evidenceAt = (index: number) => ({
  transaction: transactionBytes[index]!,
  index,
  count: ids.length,
  path: merklePath(ids, index),
  header,
});

it('takes each transaction of a block, and says what it is', () => {
  for (const index of ids.keys()) {
    const { transaction, id, network, header: decoded } = verifyPayment(evidenceAt(index));
    expect(transaction).toEqual(decodeTransaction(transactionBytes[index]!));
    expect(id).toBe(transactionId(transactionBytes[index]!));
    expect([network.name, decoded]).toEqual(['devnet', decodeBlockHeader(header)]);
  }
});

describe('refuses', () => {
  const honest = evidenceAt(3);
  const { transaction, path } = honest;
  it('any altered byte of transaction and path', () => {
    for (const at of transaction.keys()) {
      const altered = transaction.with(at, transaction[at]! ^ 1);
      expect(() => verifyPayment({ ...honest, transaction: altered })).toThrow(
        expect.objectContaining({ name: 'ProtocolError' }),
      );
    }
    for (const [row, hash] of path.entries()) {
      const altered = path.with(row, hash.with(row, hash[row]! ^ 1));
      expect(() => verifyPayment({ ...honest, path: altered })).toThrow('Merkle root');
    }
  });

  it.each([
    ['without its signature', { unlockSig: new Uint8Array(128) }],
    ['of nothing', { value: 0n }],
  ])('a transfer %s, although a block holds it', (_, change) => {
    const unsound = encodeTransaction({ ...decodeTransaction(transaction), ...change });
    const hashes = ids.with(3, transactionIdBytes(unsound));
    const fields = { ...decodeBlockHeader(header), merkleRoot: bytesToHex(merkleRoot(hashes)) };
    const mined = Array.from({ length: 100 }, (_one, nonce) => encodeBlockHeader({ ...fields, nonce })).find(
      (bytes) => meetsTarget(blockIdBytes(bytes), fields.bits),
    )!;
    const evidence = { ...honest, transaction: unsound, path: merklePath(hashes, 3), header: mined };
    expect(() => verifyPayment(evidence)).toThrow(expect.objectContaining({ code: 'invalid_transaction' }));
  });

  it.each([
    ['another position', { index: 2 }, 'invalid_merkle_proof'],
    ['a position beyond the end', { index: 10 }, 'invalid_merkle_proof'],
    ['a coinbase elsewhere', { transaction: transactionBytes[0]! }, 'invalid_transaction'],
    ['a transfer as the coinbase', { index: 0 }, 'invalid_transaction'],
    ['another path', { path: [] }, 'invalid_merkle_proof'],
    ['half a header', { header: header.slice(0, 117) }, 'invalid_block_header'],
    ['an unknown chain', { transaction: transaction.with(0, 9) }, 'invalid_transaction'],
    ['half a transaction', { transaction: transaction.slice(1) }, 'invalid_transaction'],
    [
      'a block without work',
      { header: encodeBlockHeader({ ...decodeBlockHeader(header), bits: 0x1e0fffff }) },
      'invalid_block_header',
    ],
  ])('%s', (_, lie, code) => {
    expect(() => verifyPayment({ ...honest, ...lie })).toThrow(expect.objectContaining({ code }));
  });
});

it('on a fork a block may have devnet’s work, and no transaction is of another network', () => {
  const testnet = getNetwork('testnet');
  const fork = forkOf(testnet, 5);
  expect(() => verifyWork(header, fork)).not.toThrow();
  expect(() => verifyWork(header, testnet)).toThrow('above the target');
  expect(verifyTransaction(transactionBytes[1]!, devnet).network).toBe(devnet);
  expect(() => verifyTransaction(transactionBytes[1]!, fork)).toThrow('not of testnet');
});
