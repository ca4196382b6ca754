import { explorerAdditions, explorerError } from '@cairn/api/explorer';
import { bytesToHex } from '@cairn/protocol';
import { findTransaction } from '../canonical.ts';
import { explorerRoute } from '../explorer-route.ts';
import { readTransactionId } from '../path-values.ts';

export const getTransactionProof = explorerRoute({
  route: explorerAdditions.getTransactionProof,
  freshness: 'chain',
  isRemembered: true,
  read: readTransactionId,
  answer: async ({ chain, provenBlocks }, id) => {
    const { stored, block } = await findTransaction(chain, id);
    const proof = await provenBlocks.get(block);
    if (proof === undefined) throw explorerError('transaction_not_found');
    return {
      network: chain.network.name,
      id,
      block_height: block.height,
      block_id: block.id,
      transaction_index: stored.index,
      merkle_root: block.header.merkleRoot,
      path: proof.tree.path(stored.index).map(bytesToHex),
    };
  },
});
