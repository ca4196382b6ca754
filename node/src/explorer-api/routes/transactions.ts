import { explorerAdditions, explorerError, explorerRoutes } from '@cairn/api/explorer';
import { bytesToHex } from '@cairn/protocol';
import { serializeFees } from '../../mempool/fee-estimate.ts';
import type { Resource } from '../router.ts';
import { heightOf, serializePagination, serializeTransaction } from '../serializers.ts';

/** Confirmed transactions: one, its proof, the feed of all, and what their fees suggest. */
export const transactions: Resource = ({ json, indexed }, { network, reader, chain }) => {
  json(explorerRoutes.getTransaction, 'chain', async ({ txid }) => {
    const found = await reader.transaction(txid);
    if (found === undefined) throw explorerError('transaction_not_found');
    return { network: network.name, ...serializeTransaction(found, heightOf(chain.tip())) };
  });

  json(explorerAdditions.getTransactionProof, 'chain', async ({ txid }) => {
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
  });

  indexed(explorerRoutes.listTransactions, async (call, index) => {
    const page = await index.transactions(call);
    const tip = heightOf(chain.tip());
    return {
      network: network.name,
      items: page.items.map((row) => serializeTransaction(row, tip)),
      pagination: serializePagination(call, page),
    };
  });

  json(explorerAdditions.getFees, 'chain', async () => serializeFees(await reader.fees()));
};
