import { explorerIndexUnavailable, explorerRoutes } from '@cairn/api/explorer';
import { explorerRoute, readNothing } from '../explorer-route.ts';
import { readAddress } from '../path-values.ts';

/** There is no projection to ask: an index that calls itself ready all the same cannot be read. */
function answerFromProjection(): never {
  throw explorerIndexUnavailable();
}

export const listTransactions = explorerRoute({
  route: explorerRoutes.listTransactions,
  freshness: 'index',
  read: readNothing,
  answer: answerFromProjection,
});

export const listAddresses = explorerRoute({
  route: explorerRoutes.listAddresses,
  freshness: 'index',
  read: readNothing,
  answer: answerFromProjection,
});

export const listAddressTransactions = explorerRoute({
  route: explorerRoutes.listAddressTransactions,
  freshness: 'index',
  read: readAddress,
  answer: answerFromProjection,
});

export const getStats = explorerRoute({
  route: explorerRoutes.getStats,
  freshness: 'index',
  read: readNothing,
  answer: answerFromProjection,
});
