import { explorerError, explorerRoutes } from '@cairn/api/explorer';
import { findBlockText, tipHeightOf } from '../canonical.ts';
import { explorerRoute } from '../explorer-route.ts';
import { JsonText } from '../json-text.ts';
import { readBlockReference } from '../path-values.ts';
import { projectedFrom } from '../projected.ts';
import { renderTransactionsPage } from '../render-transactions.ts';

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
    const head = `{"network":"${chain.network.name}","block":{"height":${block.height},"id":"${block.id}"}`;
    const items = projectedFrom(page);
    return new JsonText(
      renderTransactionsPage({
        head,
        page: { items, total: block.transactionCount },
        request: { limit, offset },
        blocks: { at: () => block },
        tipHeight,
      }),
    );
  },
});
