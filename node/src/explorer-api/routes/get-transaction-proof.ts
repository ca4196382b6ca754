import { explorerAdditions, explorerError } from '@cairn/api/explorer';
import { bytesToHex, merklePath, splitBlock, transactionIdBytes } from '@cairn/protocol';
import { findTransaction } from '../canonical.ts';
import { explorerRoute } from '../explorer-route.ts';
import { readTransactionId } from '../path-values.ts';

export const getTransactionProof = explorerRoute({
  route: explorerAdditions.getTransactionProof,
  freshness: 'chain',
  read: readTransactionId,
  answer: async ({ chain }, id) => {
    const { stored, block } = await findTransaction(chain, id);
    const raw = await chain.readRawBlock(block.height);
    if (raw === undefined) throw explorerError('transaction_not_found');
    const leaves = splitBlock(raw).transactionBytes.map(transactionIdBytes);
    return {
      network: chain.network.name,
      id,
      block_height: block.height,
      block_id: block.id,
      transaction_index: stored.index,
      merkle_root: block.header.merkleRoot,
      path: merklePath(leaves, stored.index).map(bytesToHex),
    };
  },
});
