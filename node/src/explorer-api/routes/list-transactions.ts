import { explorerRoutes } from '@cairn/api/explorer';
import { tipHeightOf } from '../canonical.ts';
import { explorerRoute, readNothing } from '../explorer-route.ts';
import { JsonText } from '../json-text.ts';
import { requireReader, whenKnown } from '../projected.ts';
import { renderTransactionsPage } from '../render-transactions.ts';

export const listTransactions = explorerRoute({
  route: explorerRoutes.listTransactions,
  freshness: 'index',
  read: readNothing,
  answer: (context, _request, query) => {
    const { chain, blockTexts: blocks } = context;
    const head = `{"network":"${chain.network.name}"`;
    return whenKnown(requireReader(context).transactions(query), (page) => {
      const tipHeight = tipHeightOf(chain);
      return new JsonText(renderTransactionsPage({ head, page, request: query, blocks, tipHeight }));
    });
  },
});
