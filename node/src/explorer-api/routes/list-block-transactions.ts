import { explorerError, explorerRoutes } from '@cairn/api/explorer';
import { findBlockText, tipHeightOf } from '../canonical.ts';
import { explorerRoute } from '../explorer-route.ts';
import { JsonText } from '../json-text.ts';
import { readBlockReference } from '../path-values.ts';
import { renderTransaction } from '../render-transaction.ts';

/** Reads the bytes of one page only. */
export const listBlockTransactions = explorerRoute({
  route: explorerRoutes.listBlockTransactions,
  freshness: 'chain',
  read: readBlockReference,
  answer: async (context, reference, { limit, offset }) => {
    const { chain } = context;
    const block = findBlockText(context, reference);
    const tipHeight = tipHeightOf(chain);
    const page = await chain.readTransactions(block.height, { offset, limit });
    if (page === undefined) throw explorerError('block_not_found');
    const items = page.map((stored) => `{${renderTransaction(stored, block, tipHeight)}}`).join(',');
    const pagination = { limit, offset, count: page.length, total: block.transactionCount };
    return new JsonText(
      `{"network":"${chain.network.name}","block":{"height":${block.height},"id":"${block.id}"},` +
        `"items":[${items}],"pagination":${JSON.stringify(pagination)}}`,
    );
  },
});
