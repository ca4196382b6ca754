import { explorerError, explorerRoutes } from '@cairn/api/explorer';
import { tipHeightOf } from '../canonical.ts';
import { explorerRoute } from '../explorer-route.ts';
import { JsonText } from '../json-text.ts';
import { readTransactionId } from '../path-values.ts';
import { whenKnown } from '../projected.ts';
import { renderTransaction } from '../render-transaction.ts';

export const getTransaction = explorerRoute({
  route: explorerRoutes.getTransaction,
  freshness: 'chain',
  isRemembered: true,
  read: readTransactionId,
  answer: ({ chain, blockTexts }, id) =>
    whenKnown(chain.findTransaction(id), (stored) => {
      const block = stored && blockTexts.at(stored.height);
      if (block === undefined) throw explorerError('transaction_not_found');
      const fields = renderTransaction(stored!, block, tipHeightOf(chain));
      return new JsonText(`{"network":"${chain.network.name}",${fields}}`);
    }),
});
