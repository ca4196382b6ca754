import { explorerError, explorerRoutes } from '@cairn/api/explorer';
import { tipHeightOf } from '../canonical.ts';
import { explorerRoute } from '../explorer-route.ts';
import { JsonText } from '../json-text.ts';
import { readTransactionId } from '../path-values.ts';
import { projectedFrom, whenKnown } from '../projected.ts';
import { renderTransaction } from '../render-transactions.ts';

export const getTransaction = explorerRoute({
  route: explorerRoutes.getTransaction,
  freshness: 'chain',
  isRemembered: true,
  read: readTransactionId,
  answer: ({ chain, blockTexts }, id) =>
    whenKnown(chain.findTransaction(id), (stored) => {
      const block = stored && blockTexts.at(stored.height);
      if (block === undefined) throw explorerError('transaction_not_found');
      const head = `{"network":"${chain.network.name}"`;
      const [item] = projectedFrom([stored!]);
      return new JsonText(renderTransaction({ head, item: item!, block, tipHeight: tipHeightOf(chain) }));
    }),
});
