import { explorerAdditions, explorerError } from '@cairn/api/explorer';
import { bytesToHex } from '@cairn/protocol';
import { jsonRoute } from '../explorer-route.ts';

export const getTransactionProof = jsonRoute(
  explorerAdditions.getTransactionProof,
  'chain',
  async ({ network, reader }, { txid }) => {
    const found = await reader.proof(txid);
    if (found === undefined) throw explorerError('transaction_not_found');
    const { transaction, block, path } = found;
    return {
      network: network.name,
      id: txid,
      block_height: block.height,
      block_id: block.id,
      transaction_index: transaction.index,
      merkle_root: block.header.merkleRoot,
      path: path.map(bytesToHex),
    };
  },
);
