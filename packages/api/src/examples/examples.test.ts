import { readFileSync } from 'node:fs';
import {
  bytesToHex,
  decodeBlock,
  hexToBytes,
  splitBlock,
  transactionId,
  verifyMerklePath,
} from '@cairn/protocol';
import { expect, it } from 'vitest';
import { explorerExamples } from './index.ts';

interface Vectors {
  readonly blocks: readonly { readonly id: string; readonly raw: string }[];
  readonly accounts: Readonly<Record<string, { readonly balance: string; readonly nonce: number }>>;
}

const path = new URL('../../../../test/vectors/devnet-chain.json', import.meta.url);
const vectors = JSON.parse(readFileSync(path, 'utf8')) as Vectors;

it('the examples match the shared test chain', () => {
  const { block } = explorerExamples.getBlock;
  const raw = hexToBytes(vectors.blocks[block.height]!.raw);
  const { header, transactions } = decodeBlock(raw);
  expect(block).toMatchObject({
    id: vectors.blocks[block.height]!.id,
    prev_block_hash: header.previousBlockId,
    merkle_root: header.merkleRoot,
    size_bytes: raw.length,
    transaction_count: transactions.length,
    reward: String(transactions[0]!.value),
  });
  const { transaction_index, ...transaction } = explorerExamples.getTransaction;
  const { transactionBytes } = splitBlock(raw);
  expect(transaction).toMatchObject({
    id: transactionId(transactionBytes[transaction_index]!),
    value: String(transactions[transaction_index]!.value),
    unlock_sig: bytesToHex(transactions[transaction_index]!.unlockSig),
  });
  const { address, balance, nonce } = explorerExamples.getAddress;
  expect({ balance, nonce }).toEqual(vectors.accounts[address]);
});

it('the example proof is valid', () => {
  const { id, transaction_index, merkle_root, path } = explorerExamples.getTransactionProof;
  const proof = {
    leaf: hexToBytes(id),
    index: transaction_index,
    size: explorerExamples.getBlock.block.transaction_count,
    path: path.map((sibling) => hexToBytes(sibling)),
    root: hexToBytes(merkle_root),
  };
  expect(verifyMerklePath(proof)).toBe(true);
});
