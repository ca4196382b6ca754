import { explorerError, explorerRoutes } from '@cairn/api/explorer';
import { TRANSACTION_SIZE } from '@cairn/protocol';
import type { StoredTransaction } from '../../chain/chain-reader.ts';
import type { ProjectedTransaction } from '../../projection/index.ts';
import { findBlockText, tipHeightOf } from '../canonical.ts';
import { explorerRoute } from '../explorer-route.ts';
import { JsonText } from '../json-text.ts';
import { readBlockReference } from '../path-values.ts';
import { renderTransactionsPage } from '../render-page.ts';

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
    const items = projected(page);
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

const ID_SIZE = 32;
const RECORD_SIZE = ID_SIZE + TRANSACTION_SIZE;

/** The transactions as the projection has them: ID and bytes one after another. */
function projected(page: readonly StoredTransaction[]): ProjectedTransaction[] {
  const bytes = Buffer.allocUnsafe(page.length * RECORD_SIZE);
  return page.map(({ id, raw, height, index }, place) => {
    const at = place * RECORD_SIZE;
    bytes.write(id, at, 'hex');
    bytes.set(raw, at + ID_SIZE);
    return { height, index, bytes, at };
  });
}
