import { explorerAdditions, explorerRoutes, type BlockLocator } from '@cairn/api/explorer';
import type { AskedRoute } from '../explorer-api/index.ts';
import { pageValues, QUESTIONS, type Question } from '../projection/postgres/index.ts';

/** One statement and its values. */
export interface Asked {
  readonly question: Question;
  readonly values: readonly unknown[];
}

interface ListQuery {
  readonly limit: number;
  readonly offset: number;
  readonly before_height?: number;
}

/** What each route has to read; those that are not here need nothing but the head. */
const ASK = new Map<string, (request: never, query: ListQuery) => Asked>([
  [
    explorerRoutes.listBlocks.path,
    (_, { limit, offset, before_height: before }) => ({
      question: QUESTIONS.blockList,
      values: [limit, before ?? null, offset],
    }),
  ],
  [explorerRoutes.getBlock.path, askBlock],
  [explorerAdditions.getRawBlock.path, askBlock],
  [explorerRoutes.listBlockTransactions.path, askBlockPage],
  [explorerRoutes.getTransaction.path, askTransaction],
  [explorerAdditions.getTransactionProof.path, askTransaction],
  [explorerRoutes.getAddress.path, (address: string) => ({ question: QUESTIONS.account, values: [address] })],
  [
    explorerRoutes.listTransactions.path,
    (_, page) => ({ question: QUESTIONS.feed, values: pageValues(page) }),
  ],
  [
    explorerRoutes.listAddresses.path,
    (_, page) => ({ question: QUESTIONS.ranking, values: pageValues(page) }),
  ],
  [
    explorerRoutes.listAddressTransactions.path,
    (address: string, page) => ({ question: QUESTIONS.history, values: [...pageValues(page), address] }),
  ],
  [explorerRoutes.getStats.path, () => ({ question: QUESTIONS.totals, values: [] })],
]);

/** The statement that a request is answered from. */
export function questionOf({ route, request, query }: AskedRoute): Asked {
  const ask = ASK.get(route.path);
  return ask?.(request as never, query as ListQuery) ?? { question: QUESTIONS.head, values: [] };
}

function askBlock(locator: BlockLocator): Asked {
  return locator.kind === 'height'
    ? { question: QUESTIONS.blockByHeight, values: [locator.height] }
    : { question: QUESTIONS.blockById, values: [Buffer.from(locator.id, 'hex')] };
}

function askBlockPage(locator: BlockLocator, { offset, limit }: ListQuery): Asked {
  return locator.kind === 'height'
    ? { question: QUESTIONS.blockPageByHeight, values: [offset, limit, locator.height] }
    : { question: QUESTIONS.blockPageById, values: [offset, limit, Buffer.from(locator.id, 'hex')] };
}

function askTransaction(txid: string): Asked {
  const id = Buffer.from(txid, 'hex');
  return { question: QUESTIONS.transaction, values: [String(id.readBigInt64BE()), id] };
}
