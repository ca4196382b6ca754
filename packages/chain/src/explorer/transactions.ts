import {
  explorerAdditions,
  explorerError,
  explorerRoutes,
  serializeTransaction,
  tooLongToSort,
} from '@cairn/api/contract';
import { bytesToHex } from '@cairn/protocol';
import { serializeFees } from './fee-estimate.ts';
import type { Resource } from './router.ts';
import { heightOf, serializePagination, tipIdOf } from './serializers.ts';

/** Confirmed transactions: one, its proof, the feed of all, and what their fees suggest. */
export const transactions: Resource = ({ json, indexed }, { network, chain }) => {
  json(explorerRoutes.getTransaction, 'chain', async ({ txid }, reader) => {
    const found = await reader.transaction(txid);
    if (found === undefined) throw explorerError('transaction_not_found');
    return {
      network: network.name,
      ...tipIdOf(reader),
      ...serializeTransaction(found, heightOf(reader.tip)),
    };
  });

  json(explorerAdditions.getTransactionProof, 'chain', async ({ txid }, reader) => {
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
    const { order, from_time: from, to_time: to } = call;
    const page = await index.transactions(call);
    const isSorted = order === 'smallest' || (order === 'largest' && (from ?? to) !== undefined);
    if (page.totalIsMinimum === true && isSorted) throw tooLongToSort(order);
    const tip = heightOf(chain.view.tip);
    return {
      network: network.name,
      items: page.items.map((row) => serializeTransaction(row, tip)),
      pagination: serializePagination(call, page),
    };
  });

  json(explorerAdditions.getFees, 'chain', async (_call, reader) => serializeFees(await reader.fees()));
};
