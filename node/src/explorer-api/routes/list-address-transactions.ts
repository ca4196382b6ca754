import { explorerRoutes } from '@cairn/api/explorer';
import { tipHeightOf } from '../canonical.ts';
import { explorerRoute } from '../explorer-route.ts';
import { JsonText } from '../json-text.ts';
import { readAddress } from '../path-values.ts';
import { requireReader, whenKnown } from '../projected.ts';
import { renderTransactionsPage } from '../render-transactions.ts';

/** Like the address itself, the history of one that nothing names is no error: it is empty. */
export const listAddressTransactions = explorerRoute({
  route: explorerRoutes.listAddressTransactions,
  freshness: 'index',
  read: readAddress,
  answer: (context, address, query) => {
    const { chain, blockTexts: blocks } = context;
    const head = `{"network":"${chain.network.name}","address":"${address}"`;
    return whenKnown(requireReader(context).addressTransactions(address, query), (page) => {
      const tipHeight = tipHeightOf(chain);
      return new JsonText(renderTransactionsPage({ head, page, request: query, blocks, tipHeight, address }));
    });
  },
});
